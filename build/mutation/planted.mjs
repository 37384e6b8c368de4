import { readFileSync } from 'node:fs';

/** The faults in `planted.json`. `journeys`: the start of the names of those that may notice. */
export const plantedFaults = () =>
  JSON.parse(readFileSync(new URL('planted.json', import.meta.url), 'utf8'));

/** The text with the fault in it. Throws if the text has its place never, or more than once. */
export function withFault(text, { id, find, replace }) {
  const [before, after, ...more] = text.split(find);
  if (after === undefined || more.length > 0)
    throw new Error(`${id}: its place is in the file ${after === undefined ? 'never' : 'twice'}`);
  return `${before}${replace}${after}`;
}
