// An invented shell: `vite --mode fake` takes this file for `api.ts`. Nothing in it reaches the product.
import type { Api } from "./contract";
import { asking } from "./fake/asking";
import { documents } from "./fake/documents";
import { frame } from "./fake/frame";
import { models } from "./fake/models";
import { sources } from "./fake/sources";

export const api: Api = { ...frame, ...documents, ...asking, ...sources, ...models };
