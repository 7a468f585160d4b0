/** Memory that the program no longer needs and the C library keeps for later. @module */

/** Gives it back to the system: after some work about 8 MB. Only glibc keeps so much and has a call for it. */
export function releaseFreedMemory(): void {
  if (Deno.build.os !== "linux") return;
  try {
    const libc = Deno.dlopen("libc.so.6", { malloc_trim: { parameters: ["usize"], result: "i32" } });
    libc.symbols.malloc_trim(0n);
    libc.close();
  } catch { /* another C library */ }
}
