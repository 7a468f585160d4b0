/** Everything the demo agent says of itself. @module */
import type { Instruction } from "./instructions.ts";
import type { Language } from "./language.ts";

const EXAMPLES = [
  "WRITE hello.txt: hi",
  "READ: hello.txt",
  "RUN: date",
  "WAIT: 5",
  "SAY: done",
  "ASK: Shall I go on?",
]
  .map((line) => `- \`${line}\``).join("\n");

export interface Sentences {
  introduction: string;
  notUnderstood: string;
  /** It cannot see them. */
  shown(images: number): string;
  nothingToDo: string;
  notFollowed(text: string): string;
  wrote(path: string, bytes: number): string;
  read(path: string, content: string): string;
  ran(command: string, output: string): string;
  waited(seconds: number): string;
  runFailed(command: string, code: number, output: string): string;
  outside(path: string): string;
  cannot(path: string, reason: string): string;
  badWait: string;
  didNotWork(reason: string): string;
  cancelled: string;
  lost: string;
  answered(text: string): string;
  steps: string;
  /** Of a title; the object follows. */
  verbs: Record<Instruction["verb"], string>;
  yes: string;
  no: string;
  expectFile(path: string): string;
  expectCommand(command: string): string;
  expectAnswer: string;
}

/** As a block of code, so that it keeps its lines where Markdown is shown; the fence is longer than any inside. */
function withOutput(sentence: string, output: string): string {
  if (output === "") return sentence;
  const fence = "`".repeat(Math.max(3, ...(output.match(/`+/g) ?? []).map((run) => run.length + 1)));
  return `${sentence}\n\n${fence}\n${output}\n${fence}`;
}

const en: Sentences = {
  introduction:
    "Hello! I am newpi's demo agent. There is no model behind me: I follow plain instructions, one a line, " +
    `and need no account. Try one of these:\n\n${EXAMPLES}`,
  notUnderstood:
    "I am only the demo agent and found no instruction in this. I understand lines such as these:\n\n" +
    EXAMPLES,
  shown: (images) => `I was given ${images} ${images === 1 ? "image" : "images"}, and cannot see.`,
  nothingToDo: "There was no instruction that I understand, so I did nothing.",
  notFollowed: (text) => `I found no instruction in "${text}".`,
  wrote: (path, bytes) => `Wrote ${path} (${bytes} ${bytes === 1 ? "byte" : "bytes"}).`,
  read: (path, content) => withOutput(`${path} says:`, content),
  ran: (command, output) => withOutput(`Ran \`${command}\`.`, output),
  waited: (seconds) => `Waited ${seconds} s.`,
  runFailed: (command, code, output) => withOutput(`\`${command}\` failed with exit code ${code}.`, output),
  outside: (path) => `${path} is outside the task's directory, so I left it alone.`,
  cannot: (path, reason) => `Cannot use ${path}: ${reason}`,
  badWait: "WAIT needs a number of seconds from 0 to 600.",
  didNotWork: (reason) => `That did not work. ${reason}`,
  cancelled: "The run was cancelled.",
  lost: "The run broke off before it was done. Send the instruction again to repeat it.",
  answered: (text) => `Understood: ${text}`,
  steps: "Steps:",
  verbs: { write: "Write", read: "Read", run: "Run", wait: "Wait", say: "Say", ask: "Ask", fail: "Fail:" },
  yes: "Yes",
  no: "No",
  expectFile: (path) => `${path} holds the given text`,
  expectCommand: (command) => `\`${command}\` ends with exit code 0`,
  expectAnswer: "the answer says what was done",
};

const fr: Sentences = {
  introduction:
    "Bonjour ! Je suis l'agent de démonstration de newpi. Aucun modèle derrière moi : je suis des " +
    `instructions simples, une par ligne, sans compte. Essayez l'une de celles-ci :\n\n${EXAMPLES}`,
  notUnderstood:
    "Je ne suis que l'agent de démonstration et je ne trouve pas d'instruction ici. Je comprends des " +
    `lignes comme celles-ci :\n\n${EXAMPLES}`,
  shown: (images) => `J'ai reçu ${images} ${images < 2 ? "image" : "images"}, mais je ne vois pas.`,
  nothingToDo: "Il n'y avait aucune instruction que je comprenne, je n'ai donc rien fait.",
  notFollowed: (text) => `Je ne trouve pas d'instruction dans « ${text} ».`,
  wrote: (path, bytes) => `${path} est écrit (${bytes} ${bytes < 2 ? "octet" : "octets"}).`,
  read: (path, content) => withOutput(`Contenu de ${path} :`, content),
  ran: (command, output) => withOutput(`Commande \`${command}\` exécutée.`, output),
  waited: (seconds) => `Attente de ${seconds} s terminée.`,
  runFailed: (command, code, output) =>
    withOutput(`La commande \`${command}\` a échoué avec le code ${code}.`, output),
  outside: (path) => `${path} est hors du dossier de la tâche, je n'y ai pas touché.`,
  cannot: (path, reason) => `Impossible d'utiliser ${path} : ${reason}`,
  badWait: "WAIT demande un nombre de secondes de 0 à 600.",
  didNotWork: (reason) => `Cela n'a pas marché. ${reason}`,
  cancelled: "L'exécution a été annulée.",
  lost: "L'exécution s'est interrompue avant la fin. Renvoyez l'instruction pour la répéter.",
  answered: (text) => `Compris : ${text}`,
  steps: "Étapes :",
  verbs: {
    write: "Écrire",
    read: "Lire",
    run: "Exécuter",
    wait: "Attendre",
    say: "Dire",
    ask: "Demander",
    fail: "Échouer :",
  },
  yes: "Oui",
  no: "Non",
  expectFile: (path) => `${path} contient le texte donné`,
  expectCommand: (command) => `\`${command}\` se termine avec le code 0`,
  expectAnswer: "la réponse dit ce qui a été fait",
};

const zh: Sentences = {
  introduction:
    `你好！我是 newpi 的演示智能体。我背后没有模型，只按简单指令行事，每行一条，不需要账号。试试这些：\n\n${EXAMPLES}`,
  notUnderstood: `我只是演示智能体，在这里没有找到指令。我能理解这样的行：\n\n${EXAMPLES}`,
  shown: (images) => `我收到了 ${images} 张图片，但我看不见。`,
  nothingToDo: "没有我能理解的指令，所以我什么也没做。",
  notFollowed: (text) => `我在“${text}”里没有找到指令。`,
  wrote: (path, bytes) => `已写入 ${path}（${bytes} 字节）。`,
  read: (path, content) => withOutput(`${path} 的内容：`, content),
  ran: (command, output) => withOutput(`已运行 \`${command}\`。`, output),
  waited: (seconds) => `已等待 ${seconds} 秒。`,
  runFailed: (command, code, output) => withOutput(`\`${command}\` 失败，退出码 ${code}。`, output),
  outside: (path) => `${path} 在任务目录之外，我没有动它。`,
  cannot: (path, reason) => `无法使用 ${path}：${reason}`,
  badWait: "WAIT 需要 0 到 600 之间的秒数。",
  didNotWork: (reason) => `没有成功。${reason}`,
  cancelled: "执行已取消。",
  lost: "执行在完成之前中断了。请再次发送指令以重试。",
  answered: (text) => `明白：${text}`,
  steps: "步骤：",
  verbs: { write: "写入", read: "读取", run: "运行", wait: "等待", say: "说", ask: "询问", fail: "失败：" },
  yes: "是",
  no: "否",
  expectFile: (path) => `${path} 包含给定的文字`,
  expectCommand: (command) => `\`${command}\` 以退出码 0 结束`,
  expectAnswer: "回答说明做了什么",
};

export const sentences: Record<Language, Sentences> = { en, fr, zh };
