import { grouped } from './group-digits.ts';

/** A figure with its word, in the singular where it is one: `1 page`, `2,000 pages`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${grouped(count)} ${count === 1 ? one : many}`;
