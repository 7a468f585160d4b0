export function Kbd({ children }: { children: string }) {
  return <kbd class="kbd">{children}</kbd>;
}
