/** A morning's use of newpi with the demo agent, in each language: what the pictures show. @module */
import type { ChatAccepted, ChatRequest } from "../../internal/contract/conversation.ts";
import type { EventPage } from "../../internal/contract/log.ts";
import type { Status } from "../../internal/contract/system.ts";
import type { WorkItem } from "../../internal/contract/work.ts";
import type { Newpi } from "../../tests/browser/support/newpi.ts";

export interface Story {
  ask: string;
  /** Done and marked done. */
  file: string;
  /** Several steps with output. */
  steps: string;
  fails: string;
  /** Says Markdown with a table and code. */
  report: string;
  waits: string;
  /** Only a title. */
  noted: string;
  /** Comes with an image. */
  sees: string;
  /** Is hidden again. */
  secret: string;
  /** Longer than every box, with words that do not wrap. */
  long: string;
  /** Name of a provider that the person runs. */
  provider: string;
  runs: string;
}

const CODE = '```ts\nexport const fixture = once(() => openDatabase(":memory:"));\n```';
const STEPS = "RUN: ls -l notes && seq 1 12\nREAD: notes/plan.md\nRUN: wc -l notes/plan.md";
const RUNS = "RUN: sleep 1\nWAIT: 600\nSAY: ok";

const LONG_PATH = `minutes/${"of-the-meeting-about-the-meeting-".repeat(4)}2026.md`;
const longOf = (title: string, line: string) =>
  `WRITE ${LONG_PATH}: # ${title}\n${`- ${line}\n`.repeat(32)}SAY: ${LONG_PATH.repeat(2)}`;

export const STORIES: Record<"en" | "fr" | "zh", Story> = {
  en: {
    ask: "What can you do?",
    file: "WRITE hello.txt: Hello from newpi",
    steps: `WRITE notes/plan.md: # Plan\n\n- collect the numbers\n- draw the chart\n${STEPS}`,
    fails: "RUN: cat numbers.csv",
    report: "SAY: The three slowest tests share one fixture, and each of them builds it **again**:\n\n" +
      "| test | before | after |\n| --- | ---: | ---: |\n" +
      `| upload retry | 4.2 s | 0.6 s |\n| export names | 2.9 s | 0.4 s |\n\nThe fix is small:\n\n${CODE}\n\n` +
      "- [x] fixture shared\n- [ ] old helper removed",
    waits: "WRITE draft.md: Dear all\nASK: Shall I send the draft to the whole team?",
    noted: "Read the log of last night's backup",
    sees: "What do you see here?",
    secret: "The door code is 4711, right?",
    long: longOf("Minutes of a long meeting", "somebody said something that nobody wrote down in time"),
    provider: "Server of the team",
    runs: `WRITE report.md: # Report\n${RUNS}`,
  },
  fr: {
    ask: "Que sais-tu faire ?",
    file: "WRITE bonjour.txt: Bonjour de newpi",
    steps: `WRITE notes/plan.md: # Plan\n\n- réunir les chiffres\n- tracer le graphique\n${STEPS}`,
    fails: "RUN: cat chiffres.csv",
    report:
      "SAY: Les trois tests les plus lents partagent une fixture que chacun reconstruit **à neuf** :\n\n| test | avant " +
      "| après |\n" +
      "| --- | ---: | ---: |\n| reprise d’envoi | 4,2 s | 0,6 s |\n| noms d’export | 2,9 s | 0,4 s |\n\n" +
      `La correction est courte :\n\n${CODE}\n\n- [x] fixture partagée\n- [ ] ancien utilitaire retiré`,
    waits: "WRITE brouillon.md: Bonjour à tous\nASK: Dois-je envoyer le brouillon à toute l’équipe ?",
    noted: "Lire le journal de la sauvegarde de cette nuit",
    sees: "Que vois-tu ici ?",
    secret: "Le code de la porte est bien le 4711 ?",
    long: longOf("Compte rendu d’une longue réunion", "quelqu’un a dit quelque chose que personne n’a noté"),
    provider: "Serveur de l’équipe",
    runs: `WRITE rapport.md: # Rapport\n${RUNS}`,
  },
  zh: {
    ask: "你能做什么？",
    file: "WRITE hello.txt: 来自 newpi 的问候",
    steps: `WRITE notes/plan.md: # 计划\n\n- 收集数据\n- 画图表\n${STEPS}`,
    fails: "RUN: cat 数据.csv",
    report: "SAY: 最慢的三个测试共用同一个夹具，而其中每一个都会把它从头再建立一遍，所以大部分时间" +
      "都花在重复的准备工作上，其实只要建立一次就**足够了**：\n\n| 测试 | 之前 | 之后 |\n| --- | ---: | ---: |\n" +
      `| 上传重试 | 4.2 秒 | 0.6 秒 |\n| 导出字段名 | 2.9 秒 | 0.4 秒 |\n\n修改很小：\n\n${CODE}\n\n` +
      "- [x] 已共用夹具\n- [ ] 移除旧的辅助函数",
    waits: "WRITE draft.md: 大家好\nASK: 要把草稿发给整个团队吗？",
    noted: "查看昨晚备份的日志",
    sees: "这里能看到什么？",
    secret: "门的密码是 4711，对吗？",
    long: longOf("一次很长的会议的纪要", "有人说了些什么，但谁都没来得及记下来，因为会议实在开得太久了"),
    provider: "团队服务器",
    runs: `WRITE report.md: # 报告\n${RUNS}`,
  },
};

const DEMO = { agent: "demo" };
export const DEMO_ROLES = { primary: DEMO, manager: DEMO, worker: DEMO };
const POLL_MS = 100;
const PATIENCE_MS = 60_000;

/** Tells the story to its end; the last run is still going. @returns The tasks that came from it. */
export async function tell(newpi: Newpi, story: Story, image: string) {
  // A stand-in of it is installed, and not signed in.
  await newpi.call("PUT", "/api/settings/roles", { roles: { ...DEMO_ROLES, primary: { agent: "claude" } } });
  await say(newpi, { text: story.ask });
  await newpi.call("PUT", "/api/settings/roles", { roles: DEMO_ROLES });
  const { messageId } = await say(newpi, { text: story.secret });
  await newpi.call("POST", `/api/messages/${messageId}/redact`, {});
  const { task: long } = await say(newpi, { text: story.long });
  await say(newpi, { text: story.sees, images: [{ mimeType: "image/png", data: image }] });
  await say(newpi, { text: story.ask });
  const { task: file } = await say(newpi, { text: story.file });
  const { task: steps } = await say(newpi, { text: story.steps });
  const { task: failed } = await say(newpi, { text: story.fails });
  await say(newpi, { text: story.report });
  const { task: waiting } = await say(newpi, { text: story.waits });
  const noted = await newpi.call<{ item: WorkItem }>("POST", "/api/work-items", { title: story.noted });
  await newpi.call("PATCH", `/api/work-items/${file}`, { status: "done" });
  const { task: running } = await say(newpi, { text: story.runs }, ({ runs }) => runs.running === 1);
  return { long, steps, failed, waiting, noted: noted.item.id, running };
}
export type Told = Partial<Awaited<ReturnType<typeof tell>>>;

/** Afterwards: providers with keys, a role that uses one, a program at a path that is gone. */
export async function choose(newpi: Newpi, { provider }: Story): Promise<void> {
  await newpi.call("POST", "/api/providers", {
    id: "deepseek",
    label: "DeepSeek",
    anthropicBaseUrl: "https://api.deepseek.com/anthropic",
    piProvider: "deepseek",
    apiKey: "sk-not-a-real-key-4f9a",
    models: ["deepseek-chat", "deepseek-reasoner"],
  });
  await newpi.call("POST", "/api/providers", {
    id: "team",
    label: provider,
    openaiBaseUrl: "http://127.0.0.1:8080/v1",
  });
  await newpi.call("PUT", "/api/settings/roles", {
    roles: {
      primary: { agent: "claude", model: "sonnet", effort: "low" },
      manager: { agent: "codex", model: "gpt-6.2-sol", effort: "medium" },
      worker: { agent: "claude", provider: "deepseek", model: "deepseek-chat" },
    },
  });
}

/** What the guide shows: a short morning, nothing that goes wrong. @returns The tasks that came from it. */
export async function tellGuide(newpi: Newpi, image: string) {
  const story = STORIES.en;
  await newpi.call("PUT", "/api/settings/roles", { roles: DEMO_ROLES });
  await say(newpi, { text: story.sees, images: [{ mimeType: "image/png", data: image }] });
  const { task: file } = await say(newpi, { text: story.file });
  await newpi.call("PATCH", `/api/work-items/${file}`, { status: "done" });
  const { task: steps } = await say(newpi, { text: story.steps });
  await newpi.call("POST", "/api/work-items", { title: story.noted });
  await say(newpi, { text: story.waits });
  await say(newpi, { text: story.runs }, ({ runs }) => runs.running === 1);
  return { steps };
}

/** @returns The message, and the task that it went to; none when it was only answered. */
async function say(newpi: Newpi, message: ChatRequest, isSettled = isQuiet) {
  const { messageId } = await newpi.call<ChatAccepted>("POST", "/api/chat", message);
  for (let waited = 0; !isSettled(await newpi.call<Status>("GET", "/api/status")); waited += POLL_MS) {
    if (waited > PATIENCE_MS) throw new Error(`"${message.text}" did not come to its end`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  const { events } = await newpi.call<EventPage>("GET", "/api/events?kind=message.attributed&limit=200");
  const id = events.find(({ payload }) => payload.of === messageId)?.payload.workItemId;
  return { messageId, task: typeof id === "string" ? id : undefined };
}

function isQuiet({ activeTurns, pendingMessages, runs }: Status): boolean {
  return activeTurns + pendingMessages + runs.running + runs.queued === 0;
}
