import { parseInstructions } from "./instructions.ts";
import { detectLanguage } from "./language.ts";
import { parseMessages, type Posted } from "./messages.ts";
import { sentences } from "./sentences.ts";
import { titleOf } from "./title.ts";

export type Effect = { type: string } & Record<string, unknown>;

const CANCEL = /^(?:cancel|stop|annuler?|arrête|arrêter|停止|取消)[\s.!。！]*$/i;
const DONE = /^(?:done|terminée?|fini|完成)[\s:：]+(wi_\w+(?:[\s,，、]+wi_\w+)*)[\s.。]*$/i;
const ADDRESSED = /^(?:(?:for|to|pour|à|给)\s*)?(wi_\w+)[\s:：,，]*/i;
const SMALL_TALK = /^(?:你好|您好|(?:hello|hi|hey|bonjour|salut)(?!\p{L}))|[?？]\s*$/iu;

/** One effect for every message of the turn. Words of outsiders are data: they decide nothing. */
export function primaryEffects(prompt: string, images = 0): Effect[] {
  return parseMessages(prompt).filter(({ from }) => !from.startsWith("external"))
    .map((message) => decide(message, images));
}

function decide({ id, text }: Posted, images: number): Effect {
  const say = sentences[detectLanguage(text)];
  const addressed = ADDRESSED.exec(text);
  if (addressed !== null) return route(id, addressed[1] ?? "", text.slice(addressed[0].length) || text);
  const [first] = parseInstructions(text);
  if (first !== undefined) {
    return { type: "create_work_item", of: id, title: titleOf(first, say), brief: text };
  }
  if (CANCEL.test(text)) return { type: "cancel", of: id, all_running: true };
  const [, done] = DONE.exec(text) ?? [];
  if (done !== undefined) {
    return { type: "set_status", of: id, work_item_ids: done.match(/wi_\w+/g), status: "done" };
  }
  const [mentioned] = /\bwi_\w+/.exec(text) ?? [];
  if (mentioned !== undefined) return route(id, mentioned, text);
  const seen = images > 0 ? `${say.shown(images)}\n\n` : "";
  const answer = SMALL_TALK.test(text) ? say.introduction : say.notUnderstood;
  return { type: "reply", of: id, reply: seen + answer };
}

function route(of: string, workItemId: string, message: string): Effect {
  return { type: "route", of, work_item_id: workItemId, message };
}
