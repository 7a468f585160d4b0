import type { Told } from "./conversation.ts";
import { hasInstructions, type Instruction, parseInstructions } from "./instructions.ts";
import { detectLanguage } from "./language.ts";
import { type Sentences, sentences } from "./sentences.ts";
import { toolFor } from "./tools.ts";
import type { DemoVoice } from "./voice.ts";

export interface WorkerTurn {
  prompt: string;
  /** How many came with it. */
  images: number;
  cwd: string;
  voice: DemoVoice;
  signal: AbortSignal;
  /** Takes in what was said meanwhile, oldest first. */
  steered(): Promise<Told[]>;
  nextCallId(): string;
}

const MARK = "\nInstructions:\n";

/**
 * Follows instructions one by one and looks after each whether more were given. The first that fails ends it.
 *
 * @returns What was done, in words; `failed` when it is the reason for a failure.
 */
export async function work(turn: WorkerTurn): Promise<{ text: string; failed: boolean }> {
  const text = ownInstructions(turn.prompt);
  const say = sentences[detectLanguage(text)];
  const todo = parseInstructions(text);
  const told = turn.images > 0 ? [say.shown(turn.images)] : [];
  for (let next = todo.shift(); next !== undefined && !turn.signal.aborted; next = todo.shift()) {
    const { sentence, ok } = await follow(next, say, turn);
    told.push(sentence);
    if (!ok) return { text: told.join("\n"), failed: true };
    for (const { text, images } of await turn.steered()) {
      if (images > 0) told.push(say.shown(images));
      todo.push(...orRemark(text, say));
    }
  }
  return { text: told.join("\n") || say.nothingToDo, failed: false };
}

/** Words that hold no instruction are not passed over in silence. */
function orRemark(text: string, say: Sentences): Instruction[] {
  return hasInstructions(text) ? parseInstructions(text) : [{ verb: "say", text: say.notFollowed(text) }];
}

/** A worker's prompt tells about its place first. */
function ownInstructions(prompt: string): string {
  const at = `\n${prompt}`.indexOf(MARK);
  return at < 0 ? prompt : prompt.slice(at + MARK.length - 1);
}

async function follow(
  instruction: Instruction,
  say: Sentences,
  { voice, cwd, signal, nextCallId }: WorkerTurn,
): Promise<{ sentence: string; ok: boolean }> {
  if (instruction.verb === "say") return { sentence: instruction.text, ok: true };
  if (instruction.verb === "ask") return { sentence: `BLOCKED: ${instruction.question}`, ok: true };
  if (instruction.verb === "fail") return { sentence: instruction.reason, ok: false };
  const tool = toolFor(instruction);
  const id = nextCallId();
  await voice.toolUse(id, tool.name, tool.input);
  const answer = await tool.run({ cwd, signal, say });
  await voice.toolResult(id, answer, signal.aborted);
  return answer;
}
