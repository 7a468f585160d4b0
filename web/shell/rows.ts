/** `j` and `k`: the focus goes from row to row of the list on the page. @module */

export function focusRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>("main [data-row]")];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const start = step === 1 ? -1 : rows.length;
  rows[Math.max(0, Math.min((at === -1 ? start : at) + step, rows.length - 1))]?.focus();
}
