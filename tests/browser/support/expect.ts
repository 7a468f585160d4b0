/** Playwright's assertions, which wait until they hold. @module */
import { expect as playwrightExpect } from "playwright/test";

/** A busy machine may take this long; a page that is right takes milliseconds. */
export const PATIENCE_MS = 15_000;

export const expect = playwrightExpect.configure({ timeout: PATIENCE_MS });
