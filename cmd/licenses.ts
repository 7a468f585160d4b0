/** `newpi licenses`: what newpi is made of and under which terms. @module */
import { licensesText } from "../internal/kernel/assets.ts";

export async function run(_args: string[]): Promise<number> {
  const text = await licensesText();
  if (text === undefined) {
    console.error("The licences are gathered by the build: run `deno task build` first.");
    return 6;
  }
  console.log(text);
  return 0;
}
