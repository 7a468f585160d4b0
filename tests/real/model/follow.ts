/**
 * The script of newpi's roles, as its demo agent plays them: the primary makes a task of plain instructions
 * (`WRITE file: text`, `RUN: command`, ...), the manager starts a worker for them, the worker follows one after the
 * other by the tools of its CLI.
 *
 * @module
 */
import { type Action, refuse, type Said, say, type Script, shell, type Turn, write } from "./script.ts";

export const follow: Script = (turn) => {
  if (turn.role === "worker") return work(turn);
  if (!turn.user.includes(MESSAGES)) return [say(`Heard: ${turn.user}`)];
  return [answer(turn.role === "manager" ? manage(turn.user) : messagesIn(turn.user).map(decide))];
};

const MESSAGES = "## Messages";

type Effect = { type: string } & Record<string, unknown>;

function answer(effects: Effect[]): Action {
  return say("```json\n" + JSON.stringify({ effects }, null, 2) + "\n```");
}

interface Posted {
  id: string;
  /** What stands in the brackets: `user`, `answer`, `run succeeded`, ... */
  from: string;
  text: string;
}

/** `[ev_...] (who) text` and its indented lines, below the last head line of that name. */
function messagesIn(prompt: string): Posted[] {
  const section = prompt.slice(prompt.lastIndexOf(MESSAGES));
  const found = section.matchAll(/^\[(ev_\w+)\] \(([^)]*)\) (.*(?:\n {4}.*)*)/gm);
  return [...found].map(([, id = "", from = "", text = ""]) => ({
    id,
    from,
    text: text.replaceAll("\n    ", "\n"),
  }));
}

function decide({ id, text }: Posted): Effect {
  const [, item, message] = /^(?:for )?(wi_\w+):? ([^]*)$/.exec(text) ?? [];
  if (item !== undefined) return { type: "route", of: id, work_item_id: item, message };
  const [first] = instructionsIn(text);
  if (first !== undefined) {
    const title = `${first.verb} ${first.path || first.body}`.split("\n")[0]?.slice(0, 60);
    return { type: "create_work_item", of: id, title, brief: text };
  }
  if (/^(?:stop|cancel)\b/i.test(text)) return { type: "cancel", of: id, all_running: true };
  return { type: "reply", of: id, reply: `You said: ${text}` };
}

function manage(prompt: string): Effect[] {
  const posted = messagesIn(prompt);
  const isOrder = ({ from, text }: Posted) => !from.startsWith("run ") && instructionsIn(text).length > 0;
  const orders = posted.filter(isOrder).map(({ text }) => text).join("\n");
  const replies = posted.filter((message) => !isOrder(message)).map(respond);
  return orders === "" ? replies : [...replies, { type: "spawn", instructions: orders, expect: "" }];
}

function respond({ id, text }: Posted): Effect {
  const [, question] = /^Blocked by the question: (.+)$/m.exec(text) ?? [];
  if (question === undefined) return { type: "reply", of: id, reply: text };
  return { type: "escalate", question, options: ["Yes", "No"] };
}

/** Looks only at what came after its own last words, so that a resumed session goes on with what is new. */
function work({ talk }: Turn): Action[] {
  const open = talk.slice(talk.findLastIndex(({ by }) => by === "model") + 1);
  const todo = open.flatMap((said) => said.by === "user" ? instructionsIn(said.text) : []);
  const deeds = todo.map(deedOf).filter((deed) => deed !== null);
  const next = deeds[open.filter(({ by }) => by === "call").length];
  if (next !== undefined) return [next];
  const failure = todo.find(({ verb }) => verb === "FAIL");
  return [failure === undefined ? say(report(open, todo)) : refuse(400, failure.body)];
}

function deedOf({ verb, path, body }: Instruction): Action | null {
  switch (verb) {
    case "WRITE":
      return write(path, body);
    case "RUN":
      return shell(body);
    case "READ":
      return shell(`cat ${body}`);
    case "WAIT":
      // As a loop: claude refuses a command that begins by sleeping.
      return shell(`for each in $(seq ${Math.ceil(Number(body) * 10)}); do sleep 0.1; done`);
    default:
      return null;
  }
}

function report(open: Said[], todo: Instruction[]): string {
  const answers = open.flatMap((said) => said.by === "tool" ? [said.text.trim()] : []);
  const says = todo.filter(({ verb }) => verb === "SAY").map(({ body }) => body);
  const asks = todo.filter(({ verb }) => verb === "ASK").map(({ body }) => `BLOCKED: ${body}`);
  return [...answers, ...says, ...asks].join("\n") || "There was nothing to do.";
}

interface Instruction {
  verb: string;
  /** Of WRITE. */
  path: string;
  body: string;
}

const START = /^\s*(?:WRITE\s+([^:]+)|(RUN|READ|WAIT|SAY|ASK|FAIL)):[ \t]?(.*)$/;

/** A line that starts no instruction belongs to the one before it; what comes before the first is ignored. */
function instructionsIn(text: string): Instruction[] {
  const found: Instruction[] = [];
  for (const line of text.split("\n")) {
    const [whole, path = "", verb = "WRITE", body = ""] = START.exec(line) ?? [];
    const last = found.at(-1);
    if (whole !== undefined) found.push({ verb, path: path.trim(), body });
    else if (last !== undefined) last.body += `\n${line}`;
  }
  return found;
}
