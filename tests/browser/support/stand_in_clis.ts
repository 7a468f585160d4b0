/** Programs under the names of coding CLIs that can say their version and their models, and nothing else. @module */
import { join } from "@std/path";
import { tempDir } from "../../support/temp.ts";

export type Cli = "claude" | "codex" | "pi";

export interface StandIns extends AsyncDisposable {
  readonly folder: string;
  path(cli: Cli): string;
  /** Writes one, as somebody installs a CLI while newpi runs; another `name` is another place. */
  install(cli: Cli, name?: string): Promise<string>;
}

const CODEX_MODELS = JSON.stringify({
  models: [
    {
      slug: "gpt-6.2-sol",
      supported_reasoning_levels: [{ effort: "low" }, { effort: "medium" }, { effort: "high" }],
    },
    { slug: "gpt-6-luna", supported_reasoning_levels: [{ effort: "low" }, { effort: "high" }] },
  ],
});

/** What the first argument asks for, and what is answered. */
const ANSWERS: Readonly<Record<Cli, Record<string, string>>> = {
  claude: { "--version": "2.1.332 (Claude Code)" },
  codex: { "--version": "codex-cli 0.171.0", "debug": CODEX_MODELS },
  pi: { "--version": "1.6.0", "--list-models": "provider  model\nopenai    gpt-6-luna\nzai       glm-9" },
};

export async function standInClis(wanted: readonly Cli[]): Promise<StandIns> {
  const dir = await tempDir();
  async function install(cli: Cli, name: string = cli): Promise<string> {
    const cases = Object.entries(ANSWERS[cli]).map(([asked, answer]) =>
      `${asked}) printf '%s\\n' '${answer}' ;;`
    );
    const text = `#!/bin/sh\ncase "$1" in\n${
      cases.join("\n")
    }\n*) echo "not signed in" >&2; exit 1 ;;\nesac\n`;
    const file = join(dir.path, name);
    await Deno.writeTextFile(file, text, { mode: 0o755 });
    return file;
  }
  for (const cli of wanted) await install(cli);
  return {
    folder: dir.path,
    path: (cli) => dir.at(cli),
    install,
    [Symbol.asyncDispose]: () => dir[Symbol.asyncDispose](),
  };
}
