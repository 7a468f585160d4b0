import {
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleSlash,
  CircleX,
  LoaderCircle,
  type LucideIcon,
} from "lucide-preact";
import type { Outcome, Run } from "../../../internal/contract/runs.ts";
import { useText } from "../../app_context.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";

const LOOKS: Record<Outcome, { icon: LucideIcon; tone: Tone }> = {
  succeeded: { icon: CircleCheck, tone: "done" },
  partially_succeeded: { icon: CircleHelp, tone: "wait" },
  unverified: { icon: CircleCheck, tone: "neutral" },
  failed: { icon: CircleX, tone: "bad" },
  cancelled: { icon: CircleSlash, tone: "neutral" },
  lost: { icon: CircleX, tone: "bad" },
};

/** How a run stands, in a word, a colour and a shape. */
export function RunBadge({ run: { outcome, status } }: { run: Run }) {
  const t = useText();
  if (outcome === null) {
    const isRunning = status === "running";
    const Icon = isRunning ? LoaderCircle : CircleDashed;
    return (
      <Badge tone="accent">
        <Icon size={14} class={isRunning ? "spin" : ""} aria-hidden />
        {t(`run.status.${status}`)}
      </Badge>
    );
  }
  const { icon: Icon, tone } = LOOKS[outcome];
  return (
    <Badge tone={tone} hint={t(`outcomeHint.${outcome}`)}>
      <Icon size={14} aria-hidden />
      {t(`outcome.${outcome}`)}
    </Badge>
  );
}
