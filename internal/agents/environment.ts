/** Variables by which a coding CLI recognises that it runs inside an agent: a nested one may hang or refuse. */
const NESTED_AGENT = /^(CLAUDECODE$|CLAUDE_CODE_|CLAUDE_AGENT_SDK_VERSION$|CODEX_THREAD_ID$|CODEX_SANDBOX)/;

/** The runtime's own variables: none of them is a child's business, the driver sets what a child needs. */
const OWN = /^NEWPI_/;

/** The environment a coding CLI starts from: that of newpi without marks of an outer agent and of newpi itself. */
export function environment(base: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(base).filter(([name]) => !NESTED_AGENT.test(name) && !OWN.test(name)),
  );
}
