/** Every event kind there is, from the domains' own contracts. @module */
import { conversationEvents } from "../contract/conversation.ts";
import { guardEvents } from "../contract/guard.ts";
import { runEvents } from "../contract/runs.ts";
import { settingsEvents } from "../contract/settings.ts";
import { workEvents } from "../contract/work.ts";
import type { Catalogue } from "../log/mod.ts";

export const catalogue: Catalogue = new Map(
  Object.entries({ ...conversationEvents, ...workEvents, ...runEvents, ...guardEvents, ...settingsEvents }),
);
