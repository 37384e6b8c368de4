/**
 * A size for people, in powers of 1,024 as the specification's limits are: `512 B`, `3.8 KiB`, `16
 * MiB`.
 */
export function sizeText(count: number): string {
  if (count < 1024) return `${count} B`;
  // What would round to 1,024 KiB is a MiB.
  const [value, unit] = count < 1023.5 * 1024 ? [count / 1024, 'KiB'] : [count / 1024 ** 2, 'MiB'];
  return `${value < 10 ? value.toFixed(1).replace('.0', '') : Math.round(value).toLocaleString('en')} ${unit}`;
}
