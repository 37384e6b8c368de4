import { sha256 } from '../../core/digest.ts';
import { isRecord, own, setOwn } from '../../core/json.ts';
import { text, type Json } from './message.ts';
import type { Shelf } from './shelf.ts';

/** What one going-through has to say: where something was taken out, for the audit. */
export interface Removal {
  /** The URI that was named, or the skill whose text it was. */
  readonly uri: string;
}

export interface Sieve {
  readonly shelf: Shelf;
  readonly removed: (removal: Removal) => void;
}

export const notice = {
  type: 'text',
  text: '(A skill that was not approved was here. It is withheld by Skillgate.)',
} as const;

/**
 * Goes through whatever a server says that may carry resources: results of tools, prompts and
 * reads, requests for sampling and elicitation. The attacker is a server that puts a link to a
 * withheld skill, or its text, where a client looks for resources; every object is looked at,
 * at any depth. Values that carry nothing stay the same objects. Depth is bounded where messages
 * arrive.
 */
export function withholding<T>(value: T, sieve: Sieve): T {
  return walk(value, sieve) as T;
}

function walk(value: unknown, sieve: Sieve): unknown {
  if (Array.isArray(value)) {
    let changed = false;
    const next = value.map((item: unknown) => {
      const kept = walk(item, sieve);
      changed ||= kept !== item;
      return kept;
    });
    return changed ? next : value;
  }
  if (!isRecord(value)) return value;
  const uri = withheldIn(value, sieve);
  if (uri !== null) {
    sieve.removed({ uri });
    return notice;
  }
  let next: Record<string, unknown> | null = null;
  for (const [key, item] of Object.entries(value)) {
    const kept = walk(item, sieve);
    if (kept === item) continue;
    next ??= { ...value };
    setOwn(next, key, kept);
  }
  return next ?? value;
}

/** The URI for which this content block or resource has to go; null where it may stay. */
function withheldIn(value: Json, sieve: Sieve): string | null {
  const type = own(value, 'type');
  if (type === 'resource_link') return withheldUri(value, sieve);
  const resource = own(value, 'resource');
  if (type === 'resource' && isRecord(resource)) return withheldResource(resource, sieve);
  // A resource's contents wherever they stand, whatever the block around them is called.
  return isContents(value) ? withheldResource(value, sieve) : null;
}

const isContents = (value: Json): boolean =>
  typeof own(value, 'uri') === 'string' &&
  (typeof own(value, 'text') === 'string' || typeof own(value, 'blob') === 'string');

/**
 * The attacker is a server that gives a withheld skill's text under an innocent URI, or another
 * text under that of an approved file.
 */
function withheldResource(resource: Json, sieve: Sieve): string | null {
  const uri = withheldUri(resource, sieve);
  if (uri !== null) return uri;
  const digest = digestOf(resource);
  return digest !== null && sieve.shelf.withheldDigests.has(digest)
    ? (text(resource, 'uri') ?? '')
    : null;
}

/** Of the bytes of a resource's contents; null where it has none. */
function digestOf(contents: Json): string | null {
  const plain = text(contents, 'text');
  if (plain !== null) return sha256(plain);
  const blob = text(contents, 'blob');
  return blob === null ? null : sha256(Buffer.from(blob, 'base64'));
}

function withheldUri(value: Json, { shelf }: Sieve): string | null {
  const uri = text(value, 'uri');
  if (uri === null) return null;
  const at = shelf.whereabouts(uri);
  switch (at.kind) {
    case 'withheld':
      return uri;
    case 'file':
      return isContents(value) && digestOf(value) !== at.file.digest ? uri : null;
    case 'folder':
    case 'other':
      return null;
  }
}

/** Leaves out what of a list is withheld; `field` names the URI of an item. */
export function keptItems(
  items: readonly unknown[],
  field: 'uri' | 'uriTemplate',
  { shelf }: Sieve,
): readonly unknown[] {
  return items.filter((item) => {
    const uri = isRecord(item) ? text(item, field) : null;
    return uri !== null && shelf.whereabouts(uri).kind !== 'withheld';
  });
}
