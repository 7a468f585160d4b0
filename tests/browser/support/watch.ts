/** What no page may do while a test drives it; a test fails on each, unless it says that it expects it. @module */
import type { BrowserContext, Page } from "playwright";

export interface Watch {
  /** From now on, a fault like this is part of what is tested: a browser logs every failed request by itself. */
  allow(fault: RegExp): void;
  add(context: BrowserContext): Promise<void>;
  /** All that was seen and not allowed. */
  faults(): string[];
}

const VIOLATION = "CSP violation";

/** @param isOwn Whether a page may speak to this place. */
export function watch(isOwn: (url: URL) => boolean): Watch {
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
      dialog.dismiss().catch(() => {}); // it may be gone with its page
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
        if (!isLocal && !isOwn(url)) fault(`request to another origin: ${url}`);
      });
      // Some violations are reported to the page alone.
      await context.addInitScript(`addEventListener("securitypolicyviolation", (event) =>
        console.error("${VIOLATION}: " + event.violatedDirective + " " + event.blockedURI))`);
    },
  };
}
