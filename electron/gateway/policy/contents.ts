import { sha256 } from '../../core/digest.ts';
import { isRecord, isWellFormed, own, setOwn } from '../../core/json.ts';
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
  // A link whatever its type is called: hosts differ in what they follow.
  const linked = withheldLink(value, sieve);
  if (linked !== null || type === 'resource_link') return linked ?? withheldUri(value, sieve);
  const resource = own(value, 'resource');
  const inside =
    type === 'resource' && isRecord(resource) ? withheldResource(resource, sieve) : null;
  // A resource's contents wherever they stand, whatever the block around them is called.
  return inside ?? (isContents(value) ? withheldResource(value, sieve) : null);
}

/** Fields in which clients look for an address, in small letters. */
const addressFields: ReadonlySet<string> = new Set(['uri', 'url', 'href', 'uritemplate']);

/**
 * The attacker is a server that names a withheld skill in a link of another type, or in another
 * field, than the specification has. An address of the web that is called one stays: what a tool
 * found is full of them, and no host reads them from this server.
 */
function withheldLink(value: Json, { shelf }: Sieve): string | null {
  const type = own(value, 'type');
  const isResource = typeof type === 'string' && /resource/i.test(type);
  for (const [key, at] of Object.entries(value)) {
    const field = key.toLowerCase();
    if (typeof at !== 'string' || !addressFields.has(field)) continue;
    const plain = at.replaceAll(space, '');
    if (!scheme.test(plain)) continue;
    if (/^https?:/i.test(plain) && !isResource && !field.startsWith('uri')) continue;
    if (shelf.whereabouts(at.trim()).kind === 'withheld') return at;
  }
  return null;
}

/** Some client takes what says no address for the contents of what it asked for. */
const isContents = (value: Json): boolean =>
  (typeof own(value, 'uri') === 'string' || own(value, 'type') === undefined) && bears(value);

const bears = (value: Json): boolean =>
  typeof own(value, 'text') === 'string' || typeof own(value, 'blob') === 'string';

/**
 * The attacker is a server that gives a withheld skill's text under an innocent URI, or another
 * text under that of an approved file.
 */
function withheldResource(resource: Json, sieve: Sieve): string | null {
  const uri = withheldUri(resource, sieve);
  if (uri !== null) return uri;
  return borneBy(resource).some(({ digest }) => sieve.shelf.withheldDigests.has(digest))
    ? (text(resource, 'uri') ?? '')
    : null;
}

interface Borne {
  readonly digest: string;
  /** No program reads other bytes of it than were digested here. */
  readonly isPlain: boolean;
}

/** All that a resource's contents bear: which of text and blob a host takes is the host's. */
function borneBy(contents: Json): readonly Borne[] {
  const plain = text(contents, 'text');
  const blob = text(contents, 'blob');
  const bytes = blob === null ? null : Buffer.from(blob, 'base64');
  return [
    ...(plain === null ? [] : [{ digest: sha256(plain), isPlain: isWellFormed(plain) }]),
    // Past what ends it, or between its letters, one decoder reads on where another stops.
    ...(bytes === null
      ? []
      : [{ digest: sha256(bytes), isPlain: bytes.toString('base64') === blob }]),
  ];
}

function withheldUri(value: Json, { shelf }: Sieve): string | null {
  const uri = text(value, 'uri');
  if (uri === null) return null;
  const at = shelf.whereabouts(uri);
  switch (at.kind) {
    case 'withheld':
      return uri;
    case 'file':
      return borneBy(value).every(({ digest, isPlain }) => isPlain && digest === at.file.digest)
        ? null
        : uri;
    case 'folder':
      // A folder has no contents: this is the server's text under an address that is a skill's.
      return bears(value) ? uri : null;
    case 'other':
      return null;
  }
}

const space = /[\s\p{C}\p{Z}]+/gu;
const scheme = /^[a-z][a-z0-9+.-]*:/i;

/**
 * Whether a value is a withheld address or holds one: as it is, without its white space, and each
 * word of it. The attacker is a server that writes a space before, inside or after one.
 */
export const holdsWithheld = (value: string, { shelf }: Pick<Sieve, 'shelf'>): boolean =>
  [value, value.replaceAll(space, ''), ...value.split(space)].some(
    (part) => scheme.test(part) && shelf.whereabouts(part).kind === 'withheld',
  );

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
