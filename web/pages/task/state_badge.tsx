import type { WorkItemState } from "../../../internal/contract/work.ts";
import { useText } from "../../app_context.ts";
import { Badge, Dot, type Tone } from "../../ui/badge.tsx";

const TONES: Record<WorkItemState, Tone> = {
  waiting: "wait",
  running: "accent",
  queued: "accent",
  thinking: "accent",
  idle: "neutral",
  done: "done",
  closed: "neutral",
};

export function taskTone(state: WorkItemState): Tone {
  return TONES[state];
}

export function StateBadge({ state }: { state: WorkItemState }) {
  const t = useText();
  return (
    <Badge tone={TONES[state]}>
      <Dot tone={TONES[state]} pulse={state === "running" || state === "thinking"} />
      {t(`state.${state}`)}
    </Badge>
  );
}
