/** The environment, read in one place; what each variable of newpi means is in `settings/environment.ts`. @module */

export function variables(): Record<string, string> {
  return Deno.env.toObject();
}

/**
 * A runtime must not look like a part of the run that started it: that run's end would end it.
 *
 * @returns What it starts from.
 */
export function leaveRun(): Record<string, string> {
  Deno.env.delete("NEWPI_RUN_ID");
  return variables();
}
