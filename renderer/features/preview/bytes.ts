/** A size for people: `512 B`, `3.8 kB`, `1.2 MB` (powers of 1,000). */
export function bytes(count: number): string {
  if (count < 1000) return `${count} B`;
  const [value, unit] = count < 1e6 ? [count / 1e3, 'kB'] : [count / 1e6, 'MB'];
  return `${value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en')} ${unit}`;
}
