/** In a new network namespace even loopback is down; this is what `ip link set lo up` does, without that program. @module */

const AF_INET = 2;
const SOCK_DGRAM = 2;
const SIOCGIFFLAGS = 0x8913n;
const SIOCSIFFLAGS = 0x8914n;
const IFF_UP = 1;
/** `struct ifreq`: the name, then the flags. */
const REQUEST_BYTES = 40;
const FLAGS_AT = 16;

export function loopbackUp(): void {
  const libc = Deno.dlopen("libc.so.6", {
    socket: { parameters: ["i32", "i32", "i32"], result: "i32" },
    ioctl: { parameters: ["i32", "u64", "buffer"], result: "i32" },
    close: { parameters: ["i32"], result: "i32" },
  });
  const request = new Uint8Array(REQUEST_BYTES);
  request.set(new TextEncoder().encode("lo"));
  const flags = new DataView(request.buffer);
  const socket = libc.symbols.socket(AF_INET, SOCK_DGRAM, 0);
  const got = libc.symbols.ioctl(socket, SIOCGIFFLAGS, request);
  flags.setUint16(FLAGS_AT, flags.getUint16(FLAGS_AT, true) | IFF_UP, true);
  const set = libc.symbols.ioctl(socket, SIOCSIFFLAGS, request);
  libc.symbols.close(socket);
  libc.close();
  if (got !== 0 || set !== 0) throw new Error("Cannot bring loopback up");
}
