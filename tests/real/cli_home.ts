/**
 * A home in which the real CLIs find the scripted model and nothing of the person's own. Whoever is given its
 * environment finds `claude`, `codex`, `pi` and `node` on the PATH, each with a provider set up for it.
 *
 * @module
 */
import { join } from "@std/path";
import { tempDir } from "../support/temp.ts";
import type { RealCli } from "../../scripts/real_clis.ts";

export interface CliHome extends AsyncDisposable {
  readonly path: string;
  /** An empty folder to work in. */
  readonly workspace: string;
  /** The whole environment; nothing else may reach a CLI. */
  readonly env: Record<string, string>;
  /** What every provider takes for its key; unlike any other text, so that it can be searched for. */
  readonly key: string;
}

export interface CliHomeOptions {
  modelUrl: string;
  /** What is found on the PATH; one version of each. */
  clis: RealCli[];
}

export const CODEX_MODEL = "gpt-5-codex";
export const PI_PROVIDER = "fake";
export const PI_MODEL = "fake-model";

export async function cliHome({ modelUrl, clis }: CliHomeOptions): Promise<CliHome> {
  const dir = await tempDir();
  const key = `key-${crypto.randomUUID()}`;
  for (const name of ["bin", "work", "tmp"]) await Deno.mkdir(dir.at(name));
  for (const { name, path } of clis) await Deno.symlink(path, dir.at("bin", name));
  await configureCodex(dir.at(".codex"), modelUrl);
  await configurePi(dir.at(".pi", "agent"), modelUrl);
  const env = {
    HOME: dir.path,
    PATH: `${dir.at("bin")}:/usr/bin:/bin`,
    TMPDIR: dir.at("tmp"),
    [KEY_VARIABLE]: key,
    ...claudeEnv(modelUrl, key),
    ...piEnv,
  };
  return {
    path: dir.path,
    workspace: dir.at("work"),
    env,
    key,
    [Symbol.asyncDispose]: dir[Symbol.asyncDispose],
  };
}

/** As newpi itself names the key of a provider that pi calls "fake". */
const KEY_VARIABLE = "FAKE_API_KEY";
/** Each CLI would else try for ten seconds to minutes. */
const RETRIES = 2;

function claudeEnv(modelUrl: string, key: string): Record<string, string> {
  return {
    ANTHROPIC_API_KEY: key,
    ANTHROPIC_BASE_URL: modelUrl,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    CLAUDE_CODE_MAX_RETRIES: String(RETRIES),
    DISABLE_AUTOUPDATER: "1",
    // Without it, claude refuses to skip permissions for root, who runs tests in a container.
    IS_SANDBOX: "1",
  };
}

async function configureCodex(folder: string, modelUrl: string): Promise<void> {
  await Deno.mkdir(folder);
  const config = `model_provider = "fake"
model = "${CODEX_MODEL}"
check_for_update_on_startup = false

[model_providers.fake]
name = "fake"
base_url = "${modelUrl}/v1"
wire_api = "responses"
env_key = "${KEY_VARIABLE}"
stream_max_retries = ${RETRIES}
request_max_retries = ${RETRIES}
`;
  await Deno.writeTextFile(join(folder, "config.toml"), config);
}

const piEnv = { PI_OFFLINE: "1" };

async function configurePi(folder: string, modelUrl: string): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  const model = {
    id: PI_MODEL,
    name: "Fake",
    reasoning: true,
    input: ["text", "image"],
    contextWindow: 100_000,
    maxTokens: 8000,
    cost: { input: 1, output: 2, cacheRead: 0.1, cacheWrite: 0 },
  };
  const provider = {
    baseUrl: `${modelUrl}/v1`,
    apiKey: `$${KEY_VARIABLE}`,
    api: "openai-completions",
    models: [model],
  };
  const write = (name: string, value: unknown) =>
    Deno.writeTextFile(join(folder, name), JSON.stringify(value, null, 2));
  await write("models.json", { providers: { [PI_PROVIDER]: provider } });
  const retry = { maxRetries: RETRIES, baseDelayMs: 200 };
  await write("settings.json", { defaultProvider: PI_PROVIDER, defaultModel: PI_MODEL, retry });
}
