import type { Document } from 'yaml';
import { isRecord, setOwn } from '../json.ts';
import { limits } from '../limits.ts';
import { ok, type Result } from '../../../shared/result.ts';
import { refuse, type FrontmatterRefusal } from './refusal.ts';

/**
 * The document as an object whose fields are own properties, whatever they are called. Recursion
 * is bounded by `limits.frontmatterDepth` and the number of aliases.
 */
export function jsonObjectOf(
  document: Document.Parsed,
): Result<Record<string, unknown>, FrontmatterRefusal> {
  const plain = expanded(document);
  if (!plain.ok) return plain;
  try {
    const value = jsonOf(plain.value);
    if (!isRecord(value)) throw new Error('a mapping became something else');
    return ok(value);
  } catch (error) {
    if (error instanceof NotJson) return refuse('not-json', error.message);
    throw error;
  }
}

/** Aliases replaced by what they stand for. One of another multiplies: the library counts. */
function expanded(document: Document.Parsed): Result<unknown, FrontmatterRefusal> {
  try {
    // The library counts what the aliases stand for, too.
    const maxAliasCount = limits.frontmatterAliases + 1;
    return ok(document.toJS({ mapAsMap: true, maxAliasCount }));
  } catch (error) {
    if (error instanceof ReferenceError)
      return refuse('too-many-anchors', 'The aliases of the frontmatter multiply too often.');
    throw error;
  }
}

class NotJson extends Error {}

function jsonOf(value: unknown): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    if (!Number.isFinite(value))
      throw new NotJson(`The frontmatter has the number ${value}, which JSON cannot carry.`);
    return value;
  }
  if (Array.isArray(value)) return value.map(jsonOf);
  if (!(value instanceof Map))
    throw new NotJson('The frontmatter has a value that JSON cannot carry.');
  const object: Record<string, unknown> = {};
  for (const [key, field] of value as ReadonlyMap<unknown, unknown>)
    setOwn(object, String(key), jsonOf(field));
  return object;
}
