/** What no page may do while a test drives it; a test fails on each, unless it says that it expects it. @module */
import type { BrowserContext, Page } from "playwright";

export interface Watch {
  /** From now on, console errors like this are part of what is tested: the browser logs failed requests by itself. */
  allow(consoleError: RegExp): void;
  add(context: BrowserContext): Promise<void>;
  /** All that was seen and not allowed. */
  faults(): string[];
}

const VIOLATION = "CSP violation";

/** @param origin The only place a page may speak to. */
export function watch(origin: string): Watch {
  const allowed: RegExp[] = [];
  const seen: string[] = [];

  function fault(what: string) {
    if (!allowed.some((pattern) => pattern.test(what))) seen.push(what);
  }
  function listen(page: Page) {
    page.on("pageerror", (error) => fault(`page error: ${error.stack ?? error}`));
    page.on("crash", () => fault("the page crashed"));
    page.on("dialog", (dialog) => {
      fault(`native dialog: ${dialog.type()} ${dialog.message()}`);
      void dialog.dismiss();
    });
  }
  return {
    allow: (pattern) => void allowed.push(pattern),
    faults: () => seen,
    async add(context) {
      context.on("page", listen);
      context.on("console", (message) => {
        if (message.type() === "error") fault(`console error: ${message.text()} (${message.location().url})`);
      });
      context.on("request", (request) => {
        const url = new URL(request.url());
        const isLocal = url.protocol === "data:" || url.protocol === "blob:";
        if (!isLocal && url.origin !== origin) fault(`request to another origin: ${url}`);
      });
      // Some violations are reported to the page alone.
      await context.addInitScript(`addEventListener("securitypolicyviolation", (event) =>
        console.error("${VIOLATION}: " + event.violatedDirective + " " + event.blockedURI))`);
    },
  };
}
