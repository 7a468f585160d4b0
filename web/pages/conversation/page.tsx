import { ArrowDown, TriangleAlert } from "lucide-preact";
import { Fragment } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useLocation, useSearchParams } from "wouter-preact";
import { useApp } from "../../app_context.ts";
import { daysAgo } from "../../i18n/format.ts";
import { PageBar } from "../../shell/page_bar.tsx";
import { type Group, latestGroupByTask } from "../../state/grouping.ts";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TaskPanel } from "../task/panel.tsx";
import { FirstRun } from "./first_run.tsx";
import { Composer } from "./composer.tsx";
import { GroupView } from "./group.tsx";
import { useReading } from "./use_reading.ts";
import { Welcome } from "./welcome.tsx";

export function Page() {
  const { i18n: { t }, conversation } = useApp();
  const [params] = useSearchParams();
  const [, go] = useLocation();
  const taskId = params.get("task");
  const linkedId = params.get("at");

  useEffect(() => {
    void conversation.show(linkedId);
  }, [linkedId]);

  return (
    <div class={`beside ${taskId === null ? "" : "with-panel"}`}>
      <div class="talk-page">
        <PageBar title={t("page.conversation")} />
        <Talk linkedId={linkedId} onNewest={() => go("/")} />
      </div>
      {taskId !== null && <TaskPanel key={taskId} id={taskId} onClose={() => go("/")} />}
    </div>
  );
}

function Talk({ linkedId, onNewest }: { linkedId: string | null; onNewest(): void }) {
  const { conversation, i18n: { t }, system } = useApp();
  const { groups, phase, hasOlder, atTail, missedAnswers, events } = conversation;
  const scroller = useRef<HTMLDivElement>(null);
  const { isAtEnd, onScroll, toEnd, release } = useReading({
    scroller,
    content: groups.value,
    onNearTop: () => void conversation.loadOlder().catch(() => {}),
    onNearEnd: () => void conversation.loadNewer().catch(() => {}),
  });
  const isReady = phase.value === "ready";
  const newAnswers = useNewAnswers(isAtEnd) + missedAnswers.value;

  useEffect(() => {
    if (isAtEnd) conversation.trim();
  }, [events.value, isAtEnd]);
  useEffect(() => {
    const row = isReady && linkedId !== null ? document.querySelector(".group.linked") : null;
    if (row === null) return;
    release();
    row.scrollIntoView({ block: "center" });
  }, [linkedId, isReady]);

  function newest() {
    if (linkedId !== null) onNewest();
    toEnd();
  }

  const hasNobody = system.roles.value?.primary === null;
  return (
    <>
      <div class="talk" ref={scroller} onScroll={onScroll}>
        <div class="column" aria-busy={!isReady}>
          {phase.value === "loading" && groups.value.length === 0 && <Skeleton />}
          {phase.value === "failed" && <LoadFailed />}
          {isReady && groups.value.length === 0 && !hasNobody && <Welcome />}
          {isReady && groups.value.length > 0 && (
            <p class="talk-start">{t(hasOlder.value ? "talk.older" : "talk.start")}</p>
          )}
          <Groups groups={groups.value} linkedId={linkedId} />
          {isReady && hasNobody && <FirstRun />}
        </div>
      </div>
      <div class="talk-foot">
        {isReady && (!isAtEnd || !atTail.value) && (
          <button type="button" class="newest" onClick={newest}>
            <ArrowDown size={14} aria-hidden />
            {newAnswers > 0 ? t("talk.newAnswers", { count: newAnswers }) : t("talk.toNewest")}
          </button>
        )}
        <Composer onSent={newest} />
      </div>
    </>
  );
}

/** Answers that arrived at the end while the reader was elsewhere. */
function useNewAnswers(isAtEnd: boolean): number {
  const { conversation: { events } } = useApp();
  const seenSeq = useRef(0);
  const newest = events.value.at(-1)?.seq ?? 0;
  if (isAtEnd || seenSeq.current === 0) seenSeq.current = newest;
  return events.value.filter(({ kind, seq }) => kind === "agent.reply" && seq > seenSeq.current).length;
}

function Groups({ groups, linkedId }: { groups: Group[]; linkedId: string | null }) {
  const latest = latestGroupByTask(groups);
  let day = "";
  return groups.map((group) => {
    const groupDay = new Date(group.ts).toDateString();
    const isNewDay = groupDay !== day;
    day = groupDay;
    return (
      <Fragment key={group.key}>
        {isNewDay && <Day ts={group.ts} />}
        <GroupView
          group={group}
          liveTasks={[...latest].filter(([, key]) => key === group.key).map(([id]) => id)}
          isLinked={linkedId !== null && isIn(group, linkedId)}
        />
      </Fragment>
    );
  });
}

function isIn(group: Group, eventId: string): boolean {
  return group.rootId === eventId || group.answers.some(({ id }) => id === eventId);
}

function Day({ ts }: { ts: string }) {
  const { i18n, clock } = useApp();
  const now = clock.halfMinutes.value;
  const ago = daysAgo(ts, now);
  const names = [i18n.t("talk.today"), i18n.t("talk.yesterday")];
  return <h2 class="day">{names[ago] ?? i18n.format.value.day(ts, now)}</h2>;
}

function LoadFailed() {
  const { i18n: { t }, conversation } = useApp();
  return (
    <Empty icon={TriangleAlert} title={t("failed.title")} text={t("failed.text")}>
      <Button onClick={conversation.retry}>{t("action.retry")}</Button>
    </Empty>
  );
}
