import { sha256, sha256WithEndings } from '../../core/digest.ts';
import { isRecord, own, setOwn } from '../../core/json.ts';
import { exactTextOf, mediaTypeOf } from '../../core/media-type.ts';
import { fileBytes } from '../../core/verification/contents.ts';
import { longestAddress } from './address.ts';
import { describeApproved } from './exposed-resources.ts';
import { text, type JsonObject } from './message.ts';
import type { ServedSkills } from './served-skill.ts';

/** What one going-through has to say: where something was taken out, for the audit. */
interface ContentRemoval {
  /** The URI that was named, or the skill whose text it was. */
  readonly uri: string;
}

export interface ContentFilter {
  readonly shelf: ServedSkills;
  readonly removed: (removal: ContentRemoval) => void;
}

export const notice = {
  type: 'text',
  text: '(Skillgate withheld a skill that wasn’t approved.)',
} as const;

/**
 * Goes through whatever a server says that may carry resources: results of tools, prompts and
 * reads, requests for sampling and elicitation. The attacker is a server that puts a link to a
 * withheld skill, or its text, where a client looks for resources, or its own words beside an
 * approved file; every object is looked at, at any depth. Values that carry nothing stay the same
 * objects. Depth is bounded where messages arrive.
 */
export function withholding<T>(value: T, sieve: ContentFilter): T {
  return walk(value, sieve) as T;
}

function walk(value: unknown, sieve: ContentFilter): unknown {
  if (Array.isArray(value)) {
    let changed = false;
    const next = value.map((item: unknown) => {
      if (typeof item === 'string' && isWithheldAddress(item, 'uri', sieve)) {
        sieve.removed({ uri: item });
        changed = true;
        return notice;
      }
      const kept = walk(item, sieve);
      changed ||= kept !== item;
      return kept;
    });
    return changed ? next : value;
  }
  if (!isRecord(value)) return value;
  const ruling = rulingOn(value, sieve);
  if (ruling.kind === 'withheld') {
    sieve.removed({ uri: ruling.uri });
    return notice;
  }
  if (ruling.kind === 'approved') return ruling.as;
  let next: Record<string, unknown> | null = null;
  for (const [key, item] of Object.entries(value)) {
    if (namesWithheld(key, item, sieve)) {
      sieve.removed({ uri: typeof item === 'string' ? item : key });
      next ??= { ...value };
      delete next[key];
      continue;
    }
    const kept = walk(item, sieve);
    if (kept === item) continue;
    next ??= { ...value };
    setOwn(next, key, kept);
  }
  return next ?? value;
}

/**
 * The attacker is a server that names a withheld skill in a field that only some hosts read, or as
 * a key. The text of a block stays: a model reads it, and no host follows it.
 */
const namesWithheld = (key: string, item: unknown, sieve: ContentFilter): boolean =>
  isWithheldAddress(key, 'uri', sieve) ||
  (typeof item === 'string' && key !== 'text' && isWithheldAddress(item, key, sieve));

/**
 * Whether a text as a whole is the address of a withheld skill. The bytes of files pass here, too:
 * what no host follows is none.
 */
function isWithheldAddress(value: string, field: string, { shelf }: ContentFilter): boolean {
  if (value.length > longestAddress) return false;
  const plain = value.replaceAll(space, '');
  if (!scheme.test(plain)) return false;
  // An address of the web stays where a tool found it: no host reads it from this server.
  if (/^https?:/i.test(plain) && !/uri/i.test(field)) return false;
  return shelf.whereabouts(value.trim()).kind === 'withheld';
}

/** What becomes of an object of a server's. */
type Ruling =
  /** It holds nothing of a skill; what is inside it is checked separately. */
  | { readonly kind: 'other' }
  | { readonly kind: 'withheld'; readonly uri: string }
  /** It stands for something approved, and this is all that a host gets of it. */
  | { readonly kind: 'approved'; readonly as: JsonObject };

const other: Ruling = { kind: 'other' };
const withheld = (uri: string | null): Ruling => ({ kind: 'withheld', uri: uri ?? '' });

function rulingOn(value: JsonObject, sieve: ContentFilter): Ruling {
  const type = own(value, 'type');
  // A link whatever its type is called: hosts differ in what they follow.
  const linked = withheldLink(value, sieve);
  if (linked !== null) return withheld(linked);
  if (type === 'resource_link') return rulingOnLink(value, sieve);
  const resource = own(value, 'resource');
  const isEmbedding = type === 'resource' && isRecord(resource) && isResource(resource);
  // A resource's contents wherever they stand, whatever the block around them is called.
  const around = isContents(value) ? rulingOnContents(value, sieve) : other;
  if (around.kind === 'other' && !isEmbedding) return rulingOnNamed(value, sieve);
  if (around.kind === 'withheld' || !isEmbedding)
    return around.kind === 'approved' && type !== undefined
      ? { kind: 'approved', as: { type, ...around.as } }
      : around;
  const inside = rulingOnContents(resource, sieve);
  return inside.kind === 'approved'
    ? { kind: 'approved', as: { type, resource: inside.as } }
    : inside;
}

/** Some client makes a text of an address that is none, and follows it. */
function rulingOnLink(value: JsonObject, { shelf }: ContentFilter): Ruling {
  const uri = text(value, 'uri');
  if (uri === null) return withheld(uri);
  const at = shelf.whereabouts(uri);
  switch (at.kind) {
    case 'withheld':
      return withheld(uri);
    case 'file':
    case 'folder':
      return { kind: 'approved', as: { type: 'resource_link', ...describeApproved(uri, at) } };
    case 'other':
      return borneBy(value, shelf).some((borne) => isWithheldText(borne, shelf))
        ? withheld(uri)
        : other;
  }
}

/** Fields in which clients look for an address, in small letters. */
const addressFields: ReadonlySet<string> = new Set(['uri', 'url', 'href', 'uritemplate']);

/**
 * The attacker is a server that names a withheld skill in a link of another type, or in another
 * field, than the specification has. An address of the web that is called one stays: what a tool
 * found is full of them, and no host reads them from this server.
 */
function withheldLink(value: JsonObject, sieve: ContentFilter): string | null {
  const type = own(value, 'type');
  const isResource = typeof type === 'string' && /resource/i.test(type);
  for (const [key, at] of Object.entries(value)) {
    if (typeof at !== 'string' || !isAddressField(key)) continue;
    if (isWithheldAddress(at, isResource ? 'uri' : key, sieve)) return at;
  }
  return null;
}

/**
 * An object that names something approved and says more about it. The attacker is a server that
 * sets its own words beside an approved address, in whatever shape: a host gets the record's words,
 * or the address alone.
 */
function rulingOnNamed(value: JsonObject, { shelf }: ContentFilter): Ruling {
  const type = own(value, 'type');
  const kind = type === undefined ? {} : { type };
  const says = Object.keys(value).some((key) => key !== 'type' && !isAddressField(key));
  for (const [key, at] of Object.entries(value)) {
    if (typeof at !== 'string' || !isAddressField(key) || !scheme.test(at.trim())) continue;
    const found = shelf.whereabouts(at.trim());
    if (!says || (found.kind !== 'file' && found.kind !== 'folder')) continue;
    if (key === 'uri') return { kind: 'approved', as: { ...kind, ...describeApproved(at, found) } };
    return { kind: 'approved', as: { ...kind, [key]: at } };
  }
  return other;
}

const isAddressField = (key: string): boolean => addressFields.has(key.toLowerCase());

/** Some client takes what says no address for the contents of what it asked for. */
const isContents = (value: JsonObject): boolean =>
  (typeof own(value, 'uri') === 'string' || own(value, 'type') === undefined) && bears(value);

/** Has what only the contents of a resource have; other objects are called `resource`, too. */
const isResource = (value: JsonObject): boolean => own(value, 'uri') !== undefined || bears(value);

const bears = (value: JsonObject): boolean =>
  typeof own(value, 'text') === 'string' || typeof own(value, 'blob') === 'string';

/**
 * The attacker is a server that gives a withheld skill's text under an innocent URI, or another
 * text under that of an approved file.
 */
function rulingOnContents(contents: JsonObject, { shelf }: ContentFilter): Ruling {
  const given = own(contents, 'uri');
  if (given !== undefined && typeof given !== 'string') return withheld(null);
  const uri = given ?? null;
  const at = uri === null ? ({ kind: 'other' } as const) : shelf.whereabouts(uri);
  switch (at.kind) {
    case 'withheld':
    // A folder has no contents: this is the server's text under an address that is a skill's.
    case 'folder':
      return withheld(uri);
    case 'file': {
      // Only bytes with the approved digest leave here, written in one way.
      const read = fileBytes({ contents: [contents] }, at.file.uri, 'any', at.file);
      return read.ok && sha256(read.value.bytes) === at.file.digest
        ? { kind: 'approved', as: fileContent(at.file.uri, read.value.bytes) }
        : withheld(uri);
    }
    case 'other':
      return borneBy(contents, shelf).some((one) => isWithheldText(one, shelf))
        ? withheld(uri)
        : other;
  }
}

interface Borne {
  readonly bytes: Uint8Array;
  readonly digest: string;
}

/**
 * All that a resource's contents bear, where it may be something withheld: which of text and blob a
 * host takes is the host's.
 */
function borneBy(
  contents: JsonObject,
  { withheldDigests }: Pick<ServedSkills, 'withheldDigests'>,
): readonly Borne[] {
  const plain = text(contents, 'text');
  const blob = text(contents, 'blob');
  if (withheldDigests.size === 0) return [];
  return [
    ...(plain === null ? [] : [borneAs(Buffer.from(plain))]),
    ...(blob === null ? [] : [borneAs(Buffer.from(blob, 'base64'))]),
  ];
}

const borneAs = (bytes: Uint8Array): Borne => ({ bytes, digest: sha256(bytes) });

const space = /[\s\p{C}\p{Z}]+/gu;
const scheme = /^[a-z][a-z0-9+.-]*:/i;

/**
 * Whether a value is a withheld address or holds one: unchanged, without its white space, and word
 * by word. The attacker is a server that writes a space, a quote or a bracket around one.
 */
export const holdsWithheld = (value: string, { shelf }: Pick<ContentFilter, 'shelf'>): boolean =>
  [value, value.replaceAll(space, ''), ...value.split(/[\s\p{C}\p{Z}'"`<>()[\],;]+/u)].some(
    (part) => scheme.test(part) && shelf.whereabouts(part).kind === 'withheld',
  );

/** Approved bytes pass whatever they resemble: a withheld file may differ from them in its end. */
function isWithheldText(
  { bytes, digest }: Borne,
  { approvedDigests, withheldDigests }: ServedSkills,
): boolean {
  if (approvedDigests.has(digest)) return false;
  return (
    withheldDigests.has(digest) || similarDigests(bytes).some((like) => withheldDigests.has(like))
  );
}

/**
 * The resources of a server's list, without what is withheld and with an approved file's own words
 * alone.
 */
export function keptResources(
  items: readonly unknown[],
  { shelf }: ContentFilter,
): readonly unknown[] {
  return items.flatMap((item) => {
    const uri = isRecord(item) ? text(item, 'uri') : null;
    const at = uri === null ? ({ kind: 'withheld' } as const) : shelf.whereabouts(uri);
    switch (at.kind) {
      case 'withheld':
        return [];
      case 'file':
      case 'folder':
        return uri === null ? [] : [describeApproved(uri, at)];
      case 'other':
        return [item];
    }
  });
}

/**
 * The templates of a server's list that lead to no skill: one that is a file's address describes
 * it.
 */
export function keptTemplates(
  items: readonly unknown[],
  { shelf }: ContentFilter,
): readonly unknown[] {
  return items.filter((item) => {
    const template = isRecord(item) ? text(item, 'uriTemplate') : null;
    return template !== null && shelf.whereabouts(template).kind === 'other';
  });
}

/**
 * `contents` of a file whose bytes have the approved digest. Its type comes from the name that was
 * approved, else from the bytes, not from what the server calls it; the bytes are never rewritten.
 */
export function fileContent(uri: string, bytes: Uint8Array): JsonObject {
  const text = exactTextOf(bytes);
  const mimeType = mediaTypeOf(uri, bytes);
  return text === null
    ? { uri, mimeType, blob: Buffer.from(bytes).toString('base64') }
    : { uri, mimeType, text };
}

const byteOrderMark = new Uint8Array([0xef, 0xbb, 0xbf]);
const noBytes = new Uint8Array();
const endings = ['', '\n', '\r\n', '\r', '\n\n', '\r\n\r\n', '\n\n\n'] as const;

/**
 * Digests of the same text with another end and with or without a byte order mark; none for a text
 * that is nothing else. The attacker is a server that adds or drops a final line end so that a
 * withheld file has another digest and a model reads the same instructions.
 */
function similarDigests(bytes: Uint8Array): string[] {
  const isMarked = byteOrderMark.every((byte, at) => bytes[at] === byte);
  let end = bytes.byteLength;
  while (end > 0 && isLineEnd(bytes[end - 1])) end -= 1;
  const text = bytes.subarray(isMarked ? byteOrderMark.byteLength : 0, end);
  if (text.byteLength === 0) return [];
  return [noBytes, byteOrderMark].flatMap((mark) =>
    sha256WithEndings(Buffer.concat([mark, text]), endings),
  );
}

const isLineEnd = (byte: number | undefined): boolean => byte === 0x0a || byte === 0x0d;
