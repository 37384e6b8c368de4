import { imitationAt } from '../../../../../shared/confusables/imitations.ts';
import type { FileEntry } from '../../../../../shared/model/skill.ts';

/** What a link of a skill's markdown may do. Nothing is ever followed without a person's act. */
export type SkillLink =
  /** Another file of the same skill, in its manifest. */
  | { readonly kind: 'file'; readonly uri: string; readonly path: string }
  /**
   * Shown with its address, asked about, then opened outside. `host` in ASCII: no look-alike
   * letters.
   */
  | { readonly kind: 'web'; readonly url: string; readonly host: string }
  /** Plain text, with the reason for a reader who wonders. */
  | { readonly kind: 'text'; readonly reason: string };

const scheme = /^[a-z][a-z0-9+.-]*:/i;

/**
 * Decides on the parsed scheme, never on a prefix. The server controls the address, the path
 * of the file it stands in, and every path in `files`.
 * @param from path of the file that the link stands in, relative to the skill's folder.
 */
export function classifyLink(href: string, from: string, files: readonly FileEntry[]): SkillLink {
  const address = asStored(href.trim());
  if (address === '' || address.startsWith('#'))
    return { kind: 'text', reason: 'Leads to a place on this page.' };
  const index = indexOf(files);
  const exact = index.byUri.get(address);
  if (exact) return { kind: 'file', uri: exact.uri, path: exact.path };
  if (scheme.test(address)) return webLink(address);
  if (address.startsWith('//') || address.includes('\\'))
    return { kind: 'text', reason: 'Not a file of this skill.' };
  const path = resolvePath(from, address);
  const file = path === null ? undefined : index.byPath.get(path);
  return file
    ? { kind: 'file', uri: file.uri, path: file.path }
    : { kind: 'text', reason: 'Not in this skill’s manifest.' };
}

/** As `revealInvisible` writes a character out, percent-encoded by the markdown parser or not. */
const writtenOut = /(?:\\|%5C)u(?:\{|%7B)([0-9A-F]{4,6})(?:\}|%7D)/gi;

/**
 * An imitation in an address is written out for the reader; what is opened is what is stored, and the
 * host is said in ASCII before. Hidden characters stays written out: no such link is opened.
 */
const asStored = (address: string): string =>
  address.replace(writtenOut, (written, hex: string) => {
    const point = Number.parseInt(hex, 16);
    return imitationAt(point) === null ? written : String.fromCodePoint(point);
  });

interface FileIndex {
  readonly byUri: ReadonlyMap<string, FileEntry>;
  readonly byPath: ReadonlyMap<string, FileEntry>;
}
const indexes = new WeakMap<readonly FileEntry[], FileIndex>();

/**
 * The first file under each URI and path, made once for a list: a server writes thousands of links
 * into one text, and hundreds of files.
 */
function indexOf(files: readonly FileEntry[]): FileIndex {
  const known = indexes.get(files);
  if (known !== undefined) return known;
  const backwards = files.toReversed();
  const index = {
    byUri: new Map(backwards.map((file) => [file.uri, file])),
    byPath: new Map(backwards.map((file) => [file.path, file])),
  };
  indexes.set(files, index);
  return index;
}

function webLink(address: string): SkillLink {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return { kind: 'text', reason: 'Not an address.' };
  }
  if (url.protocol !== 'https:')
    return { kind: 'text', reason: `Skillgate doesn’t open ${url.protocol} links.` };
  if (url.username !== '' || url.password !== '')
    return { kind: 'text', reason: 'Skillgate doesn’t open addresses that contain a user name.' };
  return { kind: 'web', url: url.href, host: url.host };
}

/** The path that a relative reference means, or null when it leaves the skill's folder. */
function resolvePath(from: string, reference: string): string | null {
  const bare = reference.replace(/[?#].*$/s, '');
  let decoded: string;
  try {
    decoded = decodeURIComponent(bare);
  } catch {
    return null;
  }
  const parts = decoded.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const step of decoded.replace(/^\//, '').split('/')) {
    if (step === '..') {
      if (parts.pop() === undefined) return null;
    } else if (step !== '.' && step !== '') parts.push(step);
  }
  return parts.join('/');
}
