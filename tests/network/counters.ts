/** What the kernel counted in this network namespace. @module */

export interface Counters {
  /** Attempts to reach an address to which no way leads: all but loopback, where there is nothing else. */
  noRoute: number;
  /** Datagrams, such as questions to a name server. */
  datagrams: number;
}

export function readCounters(): Counters {
  const v4 = pairs(Deno.readTextFileSync("/proc/net/snmp"));
  const v6 = single(Deno.readTextFileSync("/proc/net/snmp6"));
  return {
    noRoute: v4("Ip", "OutNoRoutes") + v6("Ip6OutNoRoutes"),
    datagrams: v4("Udp", "OutDatagrams") + v6("Udp6OutDatagrams"),
  };
}

/** Two lines each: names, then values. */
function pairs(text: string): (group: string, name: string) => number {
  const lines = text.trim().split("\n").map((line) => line.split(/\s+/));
  return (group, name) => {
    const [names = [], values = []] = lines.filter(([first]) => first === `${group}:`);
    const value = Number(values[names.indexOf(name)]);
    if (Number.isNaN(value)) throw new Error(`/proc/net/snmp does not count ${group} ${name}`);
    return value;
  };
}

function single(text: string): (name: string) => number {
  const values = new Map(text.trim().split("\n").map((line) => line.split(/\s+/) as [string, string]));
  return (name) => Number(values.get(name) ?? 0);
}
