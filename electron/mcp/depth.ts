/**
 * Deeper than any message has reason to be, and shallow enough for every recursive function that
 * sees it.
 */
export const deepestNesting = 256;

/**
 * Whether JSON is nested deeper than `levels`. The attacker controls the depth: this never goes
 * further than `levels`.
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
