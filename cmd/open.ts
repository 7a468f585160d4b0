/** `newpi` and `newpi open`: the page in a window, or its address where there is no display. */
import { join } from "@std/path";
import { findAppBrowser, hasDisplay, openAppWindow, openDefaultBrowser } from "../internal/app/mod.ts";
import { ensureRuntime, findRuntime, openApi, type RuntimeAddress } from "../internal/client/mod.ts";
import { SignInCode } from "../internal/contract/system.ts";
import { defaultHome } from "../internal/kernel/paths.ts";
import { variables } from "../internal/kernel/variables.ts";
import { command, parse } from "./_options.ts";
import { serve } from "./serve.ts";

export async function run(args: string[]): Promise<number> {
  const parser = command("open", "Open the page")
    .option("--print", "only print an address that signs one browser in; newpi runs in the background");
  if (!parse(parser, args)) return 0;
  const home = defaultHome();
  if (parser.opts<{ print?: boolean }>().print) {
    console.log(await signInUrl(await ensureRuntime(home)));
    return 0;
  }
  const display = hasDisplay(variables());
  const browser = display ? await findAppBrowser(variables()) : undefined;
  if (browser !== undefined) {
    const url = await signInUrl(await ensureRuntime(home));
    const code = await openAppWindow(browser, url, join(home.root, "runtime", "window"));
    if (code === 0) return 0;
    console.error(`newpi: "${browser}" ended with ${code}; trying the default browser`);
  }
  const running = await findRuntime(home);
  if (running !== undefined) return await show(await signInUrl(running), display, "newpi is already running");
  return await serve({
    background: false,
    ready: (server) => void show(server.signInUrl(), display, `newpi ${server.runtime.version} is ready`),
  });
}

async function signInUrl(address: RuntimeAddress): Promise<string> {
  return (await openApi(address).post("/api/auth/code", {}, SignInCode)).url;
}

async function show(url: string, display: boolean, what: string): Promise<number> {
  console.log(`${what}: ${url}`);
  console.log("The address signs one browser in.");
  if (display) await openDefaultBrowser(url);
  return 0;
}
