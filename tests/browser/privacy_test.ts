import type { EventPage } from "../../internal/contract/log.ts";
import { expect } from "./support/expect.ts";
import { browserTest } from "./support/scene.ts";
import { answers, say } from "./support/talk.ts";

/** What a script that got into the page would try. Each answers with a word. */
const ATTEMPTS: Record<string, string> = {
  "reach another site": `fetch("https://example.com/").then(() => "done", () => "refused")`,
  "send a beacon": `new Promise((resolve) => {
    addEventListener("securitypolicyviolation", () => resolve("refused"), { once: true });
    navigator.sendBeacon("https://example.com/", "x");
  })`,
  "load a picture": `new Promise((resolve) => {
    const image = new Image();
    image.onload = () => resolve("done");
    image.onerror = () => resolve("refused");
    image.src = "https://example.com/pixel.png";
  })`,
  "run an inline script": `new Promise((resolve) => {
    const script = document.createElement("script");
    script.textContent = "window.taken = true";
    document.head.append(script);
    resolve(window.taken ? "done" : "refused");
  })`,
  "run text as code": `new Promise((resolve) => {
    setTimeout("window.taken = true");
    setTimeout(() => resolve(window.taken ? "done" : "refused"));
  })`,
  "send a form": `new Promise((resolve) => {
    const form = Object.assign(document.createElement("form"), { action: "/api/chat", method: "post" });
    document.body.append(form);
    addEventListener("securitypolicyviolation", () => resolve("refused"), { once: true });
    form.submit();
  })`,
  "open a frame": `new Promise((resolve) => {
    const frame = Object.assign(document.createElement("iframe"), { src: "https://example.com/" });
    addEventListener("securitypolicyviolation", () => resolve("refused"), { once: true });
    document.body.append(frame);
  })`,
};

browserTest("privacy", {
  // That no page asks another origin for anything by itself is watched in every test of this folder.
  async "what the page does not do, it cannot do either"({ signIn, allow }) {
    const page = await signIn();
    allow(/Content Security Policy|CSP violation|net::ERR_|request to another origin/);
    const results: Record<string, unknown> = {};
    for (const [attempt, script] of Object.entries(ATTEMPTS)) results[attempt] = await page.evaluate(script);
    expect(results).toEqual(Object.fromEntries(Object.keys(ATTEMPTS).map((attempt) => [attempt, "refused"])));
  },

  async "another site cannot put the page into a frame, nor call it with the person's cookie"(
    { newpi, visitor, allow },
  ) {
    const context = await visitor();
    const page = await context.newPage();
    await page.goto(newpi.printedUrl);
    allow(/./);
    await context.route("http://elsewhere.test/**", (route) => {
      const body = `<iframe src="${newpi.origin}/"></iframe>`;
      return route.fulfill({ contentType: "text/html", body });
    });
    const other = await context.newPage();
    await other.goto("http://elsewhere.test/");
    await expect.poll(() => other.frames().at(-1)?.url()).toMatch(/^chrome-error:/);
    const called = await other.evaluate(`fetch("${newpi.origin}/api/chat", {
      method: "POST", credentials: "include", headers: { "content-type": "text/plain" }, body: '{"text":"forged"}',
    }).then(({ status }) => status, () => "refused")`);
    expect(called).toBe("refused");
    const { events } = await newpi.call<EventPage>("GET", "/api/events?kind=user.message");
    expect(events).toEqual([]);
  },

  async "nothing that the browser keeps holds a key to newpi"({ newpi, signIn }) {
    const page = await signIn();
    await say(page, "Hello?");
    await expect(answers(page, "Hello?")).toHaveCount(1);
    const { token } = JSON.parse(await Deno.readTextFile(newpi.home.runtimeJson));
    const seen = await page.evaluate(`JSON.stringify([
      { ...localStorage }, { ...sessionStorage }, document.cookie, location.href, document.documentElement.outerHTML,
      performance.getEntriesByType("resource").map(({ name }) => name),
    ])`);
    expect(seen).not.toContain(token);
    expect(seen).not.toMatch(/code=/);
    expect(await page.evaluate("document.cookie")).toBe("");
  },
});
