/** Flags of a command by commander, with newpi's own errors and exit codes. @module */
import { Command, CommanderError } from "commander";
import { InvalidError } from "../internal/kernel/errors.ts";

/** A command that neither exits by itself nor prints its own errors. */
export function command(name: string, description: string): Command {
  return new Command(`newpi ${name}`).description(description).exitOverride().configureOutput({
    writeErr: () => {},
    writeOut: (text) => console.log(text.trimEnd()),
  });
}

/**
 * @returns False when help was asked for and shown.
 * @throws {InvalidError} For flags that do not exist or lack their value.
 */
export function parse(parser: Command, args: string[]): boolean {
  try {
    parser.parse(args, { from: "user" });
    return true;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === "commander.helpDisplayed") return false;
    throw new InvalidError(error.message.replace(/^error: /, ""), "USAGE");
  }
}

/** For an option's value: a whole number in a range. */
export function wholeNumber(least: number, most: number) {
  return (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidError(`"${text}" is not a whole number from ${least} to ${most}`, "USAGE");
  };
}
