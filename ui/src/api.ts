// The only file that knows Tauri: everything that the interface asks of the shell goes through here.
import { getVersion } from "@tauri-apps/api/app";

/** Returns the app's version, such as "0.1.0". */
export function version(): Promise<string> {
  return getVersion();
}
