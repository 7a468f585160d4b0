/** The whale whose spout is a π, in the colour of the text around it. */
export function Mark({ size }: { size: number }) {
  return (
    <svg class="mark" width={size} height={size} viewBox="2 2 60 60" fill="currentColor" aria-hidden="true">
      <path d="M4 41.5C4 31.3 12.6 25 24.5 25c9.2 0 15.3 4.100 18.900 9.200 1.900 2.700 4.900 3.600 7.200 2 1.200-.9 1.600-2.200 1.400-4-3.400-.4-6.300-2.500-7.400-6.100-.2-.7.4-1.300 1.100-1.100 3.200.8 6 2.300 8 4.500 2-2.200 4.300-3.700 7.300-4.500.7-.2 1.300.4 1.100 1.100-1 3.400-3.400 5.600-6.600 6.300.9 6.500-.6 12.700-4.700 17.400C46.600 55.900 38.500 60 28 60 13.500 60 4 52 4 41.500z" />
      <circle class="mark-cut" cx="15.5" cy="40.5" r="2.5" stroke="none" />
      <path
        class="mark-cut"
        d="M8 49c5.500 4 12.500 5.800 20 5.200"
        fill="none"
        stroke-width="2.6"
        stroke-linecap="round"
      />
      <g fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round" stroke-linejoin="round">
        <path d="M10.500 9.500c1.400-2.600 3.300-3.800 6-3.800h17.500" />
        <path d="M18 6.500v12.800M28 6.500v9.300c0 2.500 1.300 3.800 3.600 3.600" />
      </g>
    </svg>
  );
}
