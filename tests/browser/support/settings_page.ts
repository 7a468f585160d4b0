/** The settings page as a person reads it. @module */
import type { Locator, Page } from "playwright";
import type { SettingsView } from "../../../internal/contract/settings.ts";
import type { Newpi } from "./newpi.ts";

/** Each provider of these tests has it at first; its last four characters may be shown. */
export const KEY = "sk-never-shown-again-7f3a";

export function settingsOf(newpi: Newpi): Promise<SettingsView> {
  return newpi.call("GET", "/api/settings");
}

/** What belongs to a role or an agent, by its name. */
export function settingsCard(page: Page, name: string): Locator {
  return page.getByRole("region", { name, exact: true });
}

export function providerRow(page: Page, name: string): Locator {
  return page.getByRole("listitem").filter({ hasText: name });
}

export async function addProvider(
  newpi: Newpi,
  id: string,
  members: Record<string, unknown> = {},
): Promise<void> {
  const anthropicBaseUrl = `http://127.0.0.1:1/${id}`;
  await newpi.call("POST", "/api/providers", { id, label: id, anthropicBaseUrl, apiKey: KEY, ...members });
}
