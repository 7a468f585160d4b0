import { ArrowDown, TriangleAlert } from "lucide-preact";
import { Fragment, type VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useLocation, useSearchParams } from "wouter-preact";
import { useApp } from "../../app_context.ts";
import { daysAgo } from "../../i18n/format.ts";
import { PageBar } from "../../shell/page_bar.tsx";
import { type Group, tasksByGroup } from "../../state/grouping.ts";
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
        <div class="column" aria-busy={phase.value === "loading"}>
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
        {isReady && groups.value.length > 0 && (!isAtEnd || !atTail.value) && (
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

interface DrawnGroup {
  group: Group;
  liveTasks: readonly string[];
  isLinked: boolean;
  view: VNode;
}

/** A group that shows the same keeps its element, which is then not looked at again: an event costs one group. */
function Groups({ groups, linkedId }: { groups: readonly Group[]; linkedId: string | null }) {
  const drawn = useRef(new Map<string, DrawnGroup>());
  const latest = tasksByGroup(groups);
  const next = new Map<string, DrawnGroup>();
  for (const group of groups) {
    const liveTasks = latest.get(group.key) ?? [];
    const isLinked = linkedId !== null && isIn(group, linkedId);
    const before = drawn.current.get(group.key);
    const isSame = before?.group === group && before.isLinked === isLinked &&
      before.liveTasks.join() === liveTasks.join();
    const view = <GroupView key={group.key} group={group} liveTasks={liveTasks} isLinked={isLinked} />;
    next.set(group.key, isSame ? before : { group, liveTasks, isLinked, view });
  }
  drawn.current = next;

  let day = "";
  return [...next.values()].map(({ group: { key, ts }, view }) => {
    const groupDay = new Date(ts).toDateString();
    const isNewDay = groupDay !== day;
    day = groupDay;
    return (
      <Fragment key={key}>
        {isNewDay && <Day ts={ts} />}
        {view}
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
