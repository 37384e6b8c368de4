/** Deeper than any message needs, and shallow enough for every recursive function that sees it. */
export const deepestNesting = 256;

/**
 * Whether JSON is nested deeper than `levels`. The attacker controls the depth, so this never goes
 * beyond `levels`.
 */
export function isNestedDeeper(json: unknown, levels: number): boolean {
  if (typeof json !== 'object' || json === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(json)) {
    for (const item of json) if (isNestedDeeper(item, levels - 1)) return true;
    return false;
  }
  const record = json as Record<string, unknown>;
  for (const key in record) if (isNestedDeeper(record[key], levels - 1)) return true;
  return false;
}

/**
 * Maximum nesting of JSON in a file that is rewritten, or in a bundle: a message's depth, plus the
 * same again for what surrounds it.
 */
const deepestKept = 2 * deepestNesting;

/**
 * The value of a JSON text shallow enough to write again: reading it needs no stack, but
 * `JSON.stringify` does. Throws a SyntaxError for everything else.
 */
export function parsedJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (isNestedDeeper(value, deepestKept)) throw new SyntaxError('nested too deeply');
  return value;
}
