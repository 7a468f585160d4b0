import assert from "node:assert/strict";
import fc from "fast-check";
import { replyReader } from "./reply_text.ts";

/** The replies as a reader of the parts puts them together. */
function heard(pieces: readonly string[]): { of?: string; text: string }[] {
  const read = replyReader();
  const replies: { of?: string; text: string }[] = [];
  for (const part of pieces.flatMap(read)) {
    if (part.kind === "begin") replies.push({ ...(part.of === undefined ? {} : { of: part.of }), text: "" });
    const reply = replies.at(-1);
    if (part.kind === "text" && reply !== undefined) reply.text += part.text;
  }
  return replies;
}

const list = (...effects: unknown[]) => JSON.stringify({ effects });

Deno.test("replyReader() finds each reply with the message it answers", () => {
  const answer = list(
    { type: "set_status", work_item_ids: ["wi_abcdef"], status: "done" },
    { type: "reply", of: "ev_aaaaaa", reply: "One." },
    { type: "reply", reply: "Two.", of: "ev_bbbbbb" },
  );
  assert.deepEqual(heard([answer]), [{ of: "ev_aaaaaa", text: "One." }, { text: "Two." }]);
});

Deno.test("replyReader() takes neither the type nor other texts for a reply", () => {
  const answer = list(
    { type: "understanding", text: 'say "reply": "no"' },
    { type: "spawn", instructions: "reply", expect: "reply" },
    { type: "escalate", question: "reply?", options: ["reply", "x"] },
  );
  assert.deepEqual(heard([answer]), []);
});

Deno.test("replyReader() reads a fenced list with words and a stray quote before it", () => {
  const answer =
    `A 3" pipe, I think.\n\n\`\`\`json\n{\n  "effects": [\n    { "type": "reply",\n      "reply" : "Yes" }\n  ]\n}\n\`\`\`\n`;
  assert.deepEqual(heard([answer]), [{ text: "Yes" }]);
});

Deno.test("replyReader() gives the same text as JSON, wherever the pieces are cut", () => {
  const cuts = fc.array(fc.nat(400), { maxLength: 12 });
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), cuts, fc.boolean(), (text, at, escaped) => {
      const plain = JSON.stringify({ effects: [{ type: "reply", of: "ev_aaaaaa", reply: text }] }, null, 2);
      const answer = escaped ? plain.replace(/[^\x20-\x7e\n]/gu, escapeAll) : plain;
      const places = [
        0,
        ...at.map((place) => place % (answer.length + 1)).toSorted((a, b) => a - b),
        answer.length,
      ];
      const pieces = places.slice(1).map((end, index) => answer.slice(places[index], end));
      const whole = heard(pieces);
      assert.deepEqual(whole, [{ of: "ev_aaaaaa", text }]);
    }),
  );
});

function escapeAll(letters: string): string {
  return letters.split("").map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
}
