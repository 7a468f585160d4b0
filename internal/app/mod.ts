/** Puts newpi together: the runtime and its HTTP server. @module */
export { catalogue } from "./catalogue.ts";
export { findAppBrowser, hasDisplay, openAppWindow, openDefaultBrowser } from "./desktop/browser.ts";
export { RuntimeBusyError } from "./error.ts";
export { openRuntime, type Runtime, type RuntimeOptions } from "./runtime.ts";
export { openServer, type Server, type ServerOptions } from "./server.ts";
