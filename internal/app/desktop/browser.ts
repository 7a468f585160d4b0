/** A window for the page: an installed Chromium browser in app mode, else the default browser. @module */
import { join } from "@std/path";

/** Where Chromium browsers are, by system; a name without a slash is looked up on PATH. */
const candidates: Record<string, string[]> = {
  linux: [
    "google-chrome-stable",
    "google-chrome",
    "chromium",
    "chromium-browser",
    "microsoft-edge-stable",
    "microsoft-edge",
  ],
  darwin: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  ],
  windows: ["ProgramFiles", "ProgramFiles(x86)", "LOCALAPPDATA"].flatMap((folder) => [
    `%${folder}%\\Google\\Chrome\\Application\\chrome.exe`,
    `%${folder}%\\Microsoft\\Edge\\Application\\msedge.exe`,
  ]),
};

/** @param variables The environment. */
export function hasDisplay(variables: Record<string, string>, os: string = Deno.build.os): boolean {
  if (os === "windows") return true;
  if (os === "darwin") return variables.SSH_CONNECTION === undefined;
  return Boolean(variables.DISPLAY || variables.WAYLAND_DISPLAY);
}

/** @returns The program, or undefined when none is installed or its sandbox refuses this user. */
export async function findAppBrowser(variables: Record<string, string>): Promise<string | undefined> {
  if (Deno.build.os === "linux" && Deno.uid() === 0) return undefined;
  const folders = (variables.PATH ?? "").split(":");
  for (const candidate of candidates[Deno.build.os] ?? []) {
    const path = candidate.replace(/^%(.+?)%/, (_, name) => variables[name] ?? "");
    const paths = /[/\\]/.test(path) ? [path] : folders.map((folder) => join(folder, path));
    for (const each of paths) if (await isFile(each)) return each;
  }
  return undefined;
}

async function isFile(path: string): Promise<boolean> {
  return await Deno.stat(path).then((info) => info.isFile, () => false);
}

/** @returns The exit code once the window is closed. */
export async function openAppWindow(browser: string, url: string, profile: string): Promise<number> {
  const { code } = await new Deno.Command(browser, {
    args: [
      `--app=${url}`,
      `--user-data-dir=${profile}`,
      "--window-size=1280,860",
      "--no-first-run",
      "--no-default-browser-check",
    ],
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).output();
  return code;
}

/** @returns False when there is no way to open it. */
export async function openDefaultBrowser(url: string): Promise<boolean> {
  const [cmd, ...args] = Deno.build.os === "darwin"
    ? ["open", url]
    : Deno.build.os === "windows"
    ? ["rundll32", "url.dll,FileProtocolHandler", url]
    : ["xdg-open", url];
  try {
    const { success } = await new Deno.Command(cmd ?? "", {
      args,
      stdin: "null",
      stdout: "null",
      stderr: "null",
    })
      .output();
    return success;
  } catch {
    return false;
  }
}
