import { version } from "../internal/kernel/assets.ts";

export function run(): number {
  console.log(`newpi ${version}`);
  return 0;
}
