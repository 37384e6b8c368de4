import { grouped } from './group-digits.ts';

/**
 * A size for people, in powers of 1,024 like the specification's limits: `512 B`, `3.8 KiB`, `16
 * MiB`.
 */
export function sizeText(count: number): string {
  if (count < 1024) return `${count} B`;
  // Anything that would round to 1,024 KiB is a MiB.
  const [value, unit] = count < 1023.5 * 1024 ? [count / 1024, 'KiB'] : [count / 1024 ** 2, 'MiB'];
  return `${value < 10 ? value.toFixed(1).replace('.0', '') : grouped(Math.round(value))} ${unit}`;
}

/**
 * A size beside another size or a limit: for people, and exact if the unit rounds. `15 bytes`, `16
 * MiB`, `16 MiB (16,777,217 bytes)`.
 */
export function exactSize(count: number): string {
  if (count === 1) return '1 byte';
  if (count < 1024) return `${count} bytes`;
  const isWhole = count % (count < 1024 ** 2 ? 1024 : 1024 ** 2) === 0;
  return isWhole ? sizeText(count) : `${sizeText(count)} (${grouped(count)} bytes)`;
}
