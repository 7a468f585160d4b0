/** What the operating system says about running processes. @module */

export interface ProcessEntry {
  pid: number;
  ppid: number;
  /** Number of its process group. */
  group: number;
  /** Wall clock, exact to about two seconds. */
  startedAtMs: number;
  /** Together with the pid it names one process for ever: pids are used again. */
  identity: string;
}

export interface ProcessTable {
  list(): Promise<ProcessEntry[]>;
  /** Whether the process was started with `NAME=value` in its environment; false where that cannot be read. */
  carries(entry: ProcessEntry, variable: string): Promise<boolean>;
  /**
   * Still the same process, and not one that ended and waits to be collected. Synchronous, so that nothing comes
   * between this look and the signal that follows it.
   */
  isRunning(entry: ProcessEntry): boolean;
}

/** USER_HZ, the unit of start times in /proc; 100 on every architecture Deno runs on. */
const TICKS_PER_SECOND = 100;
const READS_AT_ONCE = 32;
/** States of a process that is no more: zombie, dead. */
const ENDED = ["", "Z", "X"];

export const linuxTable: ProcessTable = {
  async list() {
    const pids: string[] = [];
    for await (const { name } of Deno.readDir("/proc")) if (/^\d+$/.test(name)) pids.push(name);
    // osUptime() counts as /proc does, also in a container whose /proc/uptime is its own.
    const bootedAtMs = Date.now() - Deno.osUptime() * 1000;
    const entries: ProcessEntry[] = [];
    for (let at = 0; at < pids.length; at += READS_AT_ONCE) {
      const texts = await Promise.all(
        pids.slice(at, at + READS_AT_ONCE).map((pid) => read(`/proc/${pid}/stat`)),
      );
      for (const text of texts) {
        const entry = parseStat(text, bootedAtMs);
        if (entry !== null) entries.push(entry);
      }
    }
    return entries;
  },
  async carries({ pid }, variable) {
    return `\0${await read(`/proc/${pid}/environ`)}`.includes(`\0${variable}\0`);
  },
  isRunning({ pid, identity }) {
    try {
      return parseStat(Deno.readTextFileSync(`/proc/${pid}/stat`), 0)?.identity === identity;
    } catch {
      return false; // Ended: /proc has no such file.
    }
  },
};

/** A process may end at any moment and others are not ours to read: both are an empty file. */
async function read(path: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch {
    return "";
  }
}

/**
 * @param text A line of /proc/PID/stat; the program's name in it may hold spaces and brackets.
 * @returns `null` also for a process that ended and is not collected yet.
 */
export function parseStat(text: string, bootedAtMs: number): ProcessEntry | null {
  const [state = "", ...fields] = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [pid, ppid, group, ticks] = [
    parseInt(text, 10),
    Number(fields[0]),
    Number(fields[1]),
    Number(fields[18]),
  ];
  if (ENDED.includes(state) || ![pid, ppid, group, ticks].every(Number.isInteger)) return null;
  return {
    pid,
    ppid,
    group,
    identity: String(ticks),
    startedAtMs: bootedAtMs + ticks * 1000 / TICKS_PER_SECOND,
  };
}

/**
 * macOS has no /proc; `ps -E` prints the environment of one's own processes behind their arguments. The two
 * cannot be told apart there, which is harmless: a run's id is random.
 */
export function macTable(): ProcessTable {
  let commands = new Map<number, string>();
  return {
    async list() {
      const rows = parsePs(await ps(["-axwwE", "-o", COLUMNS]));
      commands = new Map(rows.map(({ entry, command }) => [entry.pid, command]));
      return rows.map(({ entry }) => entry);
    },
    carries: ({ pid }, variable) => Promise.resolve(` ${commands.get(pid) ?? ""} `.includes(` ${variable} `)),
    isRunning({ pid, identity }) {
      const { stdout } = new Deno.Command("/bin/ps", psOptions(["-o", COLUMNS, "-p", String(pid)]))
        .outputSync();
      return parsePs(new TextDecoder().decode(stdout)).some(({ entry }) => entry.identity === identity);
    },
  };
}

const COLUMNS = "pid=,ppid=,pgid=,stat=,lstart=,command=";

const psOptions = (args: string[]): Deno.CommandOptions => ({
  args,
  env: { LC_ALL: "C" },
  stdin: "null",
  stdout: "piped",
  stderr: "null",
});

async function ps(args: string[]): Promise<string> {
  const { stdout } = await new Deno.Command("/bin/ps", psOptions(args)).output();
  return new TextDecoder().decode(stdout);
}

const PS_ROW = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+([^\sZ]\S*)\s+(\w{3}\s+\w{3}\s+\d+\s+[\d:]{8}\s+\d{4})\s+(.*)$/gm;

/** Rows such as ` 412   1 412 S+ Mon Nov 30 09:00:00 2026 /bin/zsh -l HOME=/Users/ada`; zombies are left out. */
export function parsePs(text: string): { entry: ProcessEntry; command: string }[] {
  return [...text.matchAll(PS_ROW)].map(([, pid, ppid, group, , started = "", command = ""]) => ({
    entry: {
      pid: Number(pid),
      ppid: Number(ppid),
      group: Number(group),
      identity: started,
      startedAtMs: Date.parse(started),
    },
    command,
  }));
}
