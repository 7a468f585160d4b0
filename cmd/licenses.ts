/** `newpi licenses`: what newpi is made of, and under which terms. @module */
import { licensesText } from "../internal/kernel/assets.ts";
import { AppError } from "../internal/kernel/errors.ts";
import { command, parse } from "./_options.ts";

class NotBuiltError extends AppError {
  readonly kind = "unavailable";
  readonly code = "NOT_BUILT";
}

export async function run(args: string[]): Promise<number> {
  const parser = command("licenses", "Show the licences of everything that this program is made of");
  if (!parse(parser, args)) return 0;
  const text = await licensesText();
  if (text === undefined) {
    throw new NotBuiltError(
      "Cannot show licences before the first build, which gathers them: deno task build",
    );
  }
  console.log(text.trimEnd());
  return 0;
}
