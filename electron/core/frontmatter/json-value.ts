import type { Document } from 'yaml';
import { isRecord, setOwn } from '../json.ts';
import { limits } from '../limits.ts';
import { ok, type Result } from '../../../shared/result.ts';
import { refuse, type FrontmatterRefusal } from './refusal.ts';

/**
 * The document as an object whose fields are own properties, whatever their names.
 * `limits.frontmatterDepth` and the number of aliases bound the recursion.
 */
export function jsonObjectOf(
  document: Document.Parsed,
): Result<Record<string, unknown>, FrontmatterRefusal> {
  const plain = expanded(document);
  if (!plain.ok) return plain;
  try {
    const value = jsonOf(plain.value);
    if (!isRecord(value)) throw new Error('invariant: a mapping did not become an object');
    return ok(value);
  } catch (error) {
    if (error instanceof NotJson) return refuse('not-json', error.message);
    throw error;
  }
}

/** Replaces aliases by their values. Nested aliases multiply, so the library counts them. */
function expanded(document: Document.Parsed): Result<unknown, FrontmatterRefusal> {
  try {
    // The library also counts the value that the aliases stand for.
    const maxAliasCount = limits.frontmatterAliases + 1;
    return ok(document.toJS({ mapAsMap: true, maxAliasCount }));
  } catch (error) {
    if (error instanceof ReferenceError)
      return refuse('too-many-anchors', 'The aliases in the frontmatter expand too much.');
    throw error;
  }
}

class NotJson extends Error {}

function jsonOf(value: unknown): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    if (!Number.isFinite(value))
      throw new NotJson(`The frontmatter has the number ${value}, which JSON cannot represent.`);
    return value;
  }
  if (Array.isArray(value)) return value.map(jsonOf);
  if (!(value instanceof Map))
    throw new NotJson('The frontmatter has a value that JSON cannot represent.');
  const object: Record<string, unknown> = {};
  for (const [key, field] of value as ReadonlyMap<unknown, unknown>)
    setOwn(object, String(key), jsonOf(field));
  return object;
}
