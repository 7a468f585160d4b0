import { ScrollText } from "lucide-preact";
import { useState } from "preact/hooks";
import type { Event } from "../../../internal/contract/log.ts";
import { useApp } from "../../app_context.ts";
import type { Task } from "../../state/task.ts";
import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/code_block.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Time } from "../../ui/time.tsx";

/** Every event of the task, newest first. */
export function LogTab({ task }: { task: Task }) {
  const { i18n: { t }, attempt } = useApp();
  const { events, hasOlder } = task.log.value;
  if (events.length === 0) return <Empty icon={ScrollText} title={t("log.none")} text={t("log.noneText")} />;
  return (
    <div class="log">
      <ul aria-label={t("log.list")}>
        {events.toReversed().map((event) => <LogRow key={event.id} event={event} />)}
      </ul>
      {hasOlder && <Button onClick={() => attempt(task.loadOlderLog)}>{t("log.older")}</Button>}
    </div>
  );
}

function LogRow({ event }: { event: Event }) {
  const { i18n: { t } } = useApp();
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <button
        type="button"
        class="log-row"
        data-row
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span class="log-seq">{event.seq}</span>
        <code class="cut">{event.kind}</code>
        <span class="log-source cut">{event.source}</span>
        <Time at={event.ts} as="seconds" />
      </button>
      {isOpen && (
        <CodeBlock
          text={JSON.stringify(event.payload, null, 2)}
          name={t("log.payload", { kind: event.kind })}
          height="short"
        />
      )}
    </li>
  );
}
