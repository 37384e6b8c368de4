import { grouped } from './group-digits.ts';

/** A number with its noun, singular for one: `1 page`, `2,000 pages`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${grouped(count)} ${count === 1 ? one : many}`;
