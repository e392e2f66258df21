// To be filled.
import type { Api } from "../contract";

type Part = Pick<Api, "models" | "pullModel" | "stopPulling" | "allowHost" | "account">;

const never = (): Promise<never> => Promise.reject({ code: "bug", message: "not invented yet", detail: "" });

export const models: Part = { models: never, pullModel: never, stopPulling: never, allowHost: never, account: never };
