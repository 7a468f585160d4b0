/** Variables by which a coding CLI recognises that it runs inside an agent: a nested one may hang or refuse. */
const NESTED_AGENT = /^(?:CLAUDECODE$|CLAUDE_CODE_|CLAUDE_AGENT_SDK_VERSION$|CODEX_THREAD_ID$|CODEX_SANDBOX)/;

/** Of the same family, but set by a person: how to log in, what the machine needs, how long to try. */
const CHOSEN =
  /^CLAUDE_CODE_(?:OAUTH_TOKEN$|USE_|SKIP_|DISABLE_|CLIENT_|MAX_|API_KEY_HELPER_|GIT_BASH_PATH$)/;

/** The runtime's own variables, its bearer token among them; a `newpi` that an agent calls has to find this home. */
const RUNTIME = /^NEWPI_(?!HOME$)/;

/** The environment a coding CLI starts from: that of newpi without marks of an outer agent and of the runtime. */
export function environment(base: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(base).filter(([name]) => isPassedOn(name)));
}

function isPassedOn(name: string): boolean {
  return !RUNTIME.test(name) && (!NESTED_AGENT.test(name) || CHOSEN.test(name));
}
