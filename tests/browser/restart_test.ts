import { expect } from "./support/expect.ts";
import { browserTest } from "./support/scene.ts";
import { answers, card, composer, groups, say } from "./support/talk.ts";

/** What the browser itself logs while nobody listens. */
const UNREACHABLE = /net::ERR_|status of 502/;
const LOST = /^Connection lost\./;

browserTest("restart", {
  async "a page survives that newpi was killed: a bar, and then everything goes on"(
    { newpi, signIn, allow },
  ) {
    const page = await signIn();
    await say(page, "Before?");
    await expect(answers(page, "Before?")).toHaveCount(1);
    allow(UNREACHABLE);
    await newpi.stop("SIGKILL");
    await expect(page.getByRole("main").locator("..").getByRole("status").getByText(LOST)).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await composer(page).pressSequentially("Typed while it was away?");
    await newpi.start();
    await expect(page.getByText(LOST)).toHaveCount(0);
    await expect(composer(page)).toHaveValue("Typed while it was away?");
    await composer(page).press("Enter");
    await expect(answers(page, "Typed while it was away?")).toHaveCount(1);
    await expect(groups(page)).toHaveCount(2);
    await expect(groups(page).locator(".answer")).toHaveCount(2);
    await page.reload();
    await expect(groups(page)).toHaveCount(2);
  },

  async "a run that was cut by a kill is lost, and is said to be, once"({ newpi, signIn, allow }) {
    const page = await signIn();
    await say(page, "WAIT: 60");
    await expect(card(page, "WAIT: 60").getByText("Running")).toBeVisible();
    allow(UNREACHABLE);
    await newpi.stop("SIGKILL");
    await newpi.start();
    await expect(answers(page, "WAIT: 60")).toHaveCount(1);
    await expect(answers(page, "WAIT: 60")).toContainText("broke off");
    await expect(card(page, "WAIT: 60").getByText("Open")).toBeVisible();
    await card(page, "WAIT: 60").getByRole("link").click();
    await expect(page.getByRole("tabpanel").getByRole("button", { expanded: true })).toContainText("Lost");
  },

  async "a run that was active when newpi was ended is lost too"({ newpi, signIn, allow }) {
    const page = await signIn();
    await say(page, "WAIT: 60");
    await expect(card(page, "WAIT: 60").getByText("Running")).toBeVisible();
    allow(UNREACHABLE);
    await newpi.stop("SIGTERM");
    await newpi.start();
    await expect(answers(page, "WAIT: 60")).toHaveCount(1);
    await expect(answers(page, "WAIT: 60")).toContainText("broke off");
    await card(page, "WAIT: 60").getByRole("link").click();
    await expect(page.getByRole("tabpanel").getByRole("button", { expanded: true })).toContainText("Lost");
  },

  async "a page that finds nobody says so, and opens when newpi is back"({ signIn, allow }) {
    const page = await signIn();
    await expect(composer(page)).toBeVisible();
    // The page comes from the browser's cache of an earlier visit, or from a server that ends just after it.
    allow(UNREACHABLE);
    await page.route("**/api/status", (route) => route.abort("connectionrefused"));
    await page.reload();
    await expect(page.getByRole("heading", { name: "newpi does not answer" })).toBeVisible();
    await page.unroute("**/api/status");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(composer(page)).toBeVisible();
  },

  async "another database under an open page: the old rows go, the new ones come"({ newpi, signIn, allow }) {
    const page = await signIn();
    await say(page, "In the old one?");
    await expect(answers(page, "In the old one?")).toHaveCount(1);
    allow(UNREACHABLE);
    await newpi.stop("SIGTERM");
    await newpi.forget();
    await newpi.start();
    await newpi.call("POST", "/api/chat", { text: "In the new one?" });
    await expect(answers(page, "In the new one?")).toHaveCount(1);
    await expect(page.getByText("In the old one?")).toHaveCount(0);
    await expect(groups(page)).toHaveCount(1);
    await say(page, "And on?");
    await expect(answers(page, "And on?")).toHaveCount(1);
    await expect(groups(page)).toHaveCount(2);
  },
});
