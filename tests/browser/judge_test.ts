import { judge } from "../../scripts/pictures/judge.ts";
import { expect } from "./support/expect.ts";
import { browserTest } from "./support/scene.ts";

const LONG = "far more words than there is room for in such a narrow box";
const SHORTENED =
  "white-space: nowrap; text-overflow: ellipsis; overflow: hidden; width: 80px; display: block";

/** What is judged, and the beginning of what is to be said about it; none: it is good. */
const CASES: Record<string, { body: string; faults: RegExp[] }> = {
  "an ellipsis that leads nowhere": {
    body: `<p style="${SHORTENED}">${LONG}</p>`,
    faults: [/^cut text: p "far more/],
  },
  "an ellipsis that is not said to be meant": {
    body: `<p style="${SHORTENED}" title="${LONG}">${LONG}</p>`,
    faults: [/^cut text: p/],
  },
  "an ellipsis whose hint is another text": {
    body: `<p class="cut" style="${SHORTENED}" title="Something else">${LONG}</p>`,
    faults: [/^cut text: p\.cut/],
  },
  "an ellipsis with all of it as a hint": {
    body: `<p class="cut" style="${SHORTENED}" title="${LONG}">${LONG}</p>`,
    faults: [],
  },
  "an ellipsis in a link that opens it": {
    body: `<a href="/tasks"><span class="cut" style="${SHORTENED}">${LONG}</span></a>`,
    faults: [],
  },
  "lines that a low box hides": {
    body: `<p style="height: 18px; overflow: hidden; width: 80px">${LONG}</p>`,
    faults: [/^cut text: p/],
  },
  "what is only read aloud": {
    body: `<p style="position: absolute; width: 1px; overflow: hidden; clip-path: inset(50%)">${LONG}</p>`,
    faults: [],
  },
  "text over other text": {
    body: `<p>below</p><p style="margin-top: -32px">above</p>`,
    faults: [/^overlapping text: "(below|above)"/],
  },
  "text that would lie over other text if its box showed it": {
    body: `<p class="cut" title="${LONG}" style="${SHORTENED}; position: relative; float: left">${LONG}</p>
      <p style="margin-left: 90px">beside</p>`,
    faults: [],
  },
  "text that covers other text with its own ground": {
    body: `<p>below</p><p style="margin-top: -32px; position: relative; background: white">above</p>`,
    faults: [],
  },
  "buttons too small and too close": {
    body: `<button style="width: 12px; height: 12px; padding: 0">a</button><button
      style="width: 12px; height: 12px; padding: 0">b</button>`,
    faults: [/^target-size: /],
  },
  "something too wide": {
    body: `<div style="width: 4000px">wide</div>`,
    faults: [/^scrolls \d+ px sideways/],
  },
};

browserTest("judge", {
  async "names what no picture may show, and nothing else"({ visitor }) {
    const page = await (await visitor()).newPage();
    for (const [name, { body, faults }] of Object.entries(CASES)) {
      await page.setContent(
        `<html lang="en"><title>t</title><main><h1>Title</h1>${body.replaceAll(/\s+/g, " ")}</main></html>`,
      );
      const found = await judge(page);
      expect(found, name).toHaveLength(faults.length);
      for (const [index, fault] of faults.entries()) expect(found[index], name).toMatch(fault);
    }
  },
});
