import type { StartSpec } from "../driver.ts";
import type { Protocol } from "../protocol.ts";
import { interruptLine, userLine } from "./lines.ts";
import { claudeStream } from "./stream.ts";

export type FirstMessage = Pick<StartSpec, "runId" | "prompt" | "messageId" | "images">;

export function claudeProtocol({ runId, prompt, messageId, images }: FirstMessage): Protocol {
  const stream = claudeStream();

  function say(text: string, id: string, withImages: StartSpec["images"] = []): string {
    stream.sent(id, text);
    return userLine(text, id, withImages);
  }

  function interrupt(): string {
    stream.interrupting();
    return interruptLine(`interrupt-${runId}`);
  }

  const { read, isIdle, awaits, hopeless, trouble, finish } = stream;
  return {
    oneShot: false,
    open: () => say(prompt, messageId, images),
    steer: say,
    read,
    interrupt,
    isIdle,
    awaits,
    hopeless,
    trouble,
    finish,
  };
}
