/** Stands in for what loads, but only after 300 ms. */
export function Skeleton() {
  return (
    <div class="skeleton" aria-hidden="true">{Array.from({ length: 6 }, (_, line) => <i key={line} />)}</div>
  );
}
