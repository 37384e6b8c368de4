import { readFileSync } from 'node:fs';

/**
 * The faults in `planted.json`. `tests` and `journeys` (the start of their names) are where each is looked
 * for first, which saves time alone.
 */
export const plantedFaults = () =>
  JSON.parse(readFileSync(new URL('planted.json', import.meta.url), 'utf8'));

/** The text with the fault in it. Throws if the text has its place never, or more than once. */
export function withFault(text, { id, find, replace }) {
  const [before, after, ...more] = text.split(find);
  if (after === undefined || more.length > 0)
    throw new Error(`${id}: its place is in the file ${after === undefined ? 'never' : 'twice'}`);
  return `${before}${replace}${after}`;
}
