import { imitationAt } from '../../../../../shared/confusables/imitations.ts';
import type { FileEntry } from '../../../../../shared/model/skill.ts';

/** What a link in a skill's Markdown may do. Nothing is ever followed unless a person acts. */
export type SkillLink =
  /** Another file in the same skill's manifest. */
  | { readonly kind: 'file'; readonly uri: string; readonly path: string }
  /**
   * Shown with its address and confirmed before it opens outside. `host` is ASCII, so it has no
   * look-alike letters.
   */
  | { readonly kind: 'web'; readonly url: string; readonly host: string }
  /** Plain text, with the reason as a tooltip. */
  | { readonly kind: 'text'; readonly reason: string };

const scheme = /^[a-z][a-z0-9+.-]*:/i;

/**
 * Decides by the parsed scheme, never by a prefix. The server controls the address, the path of the
 * file that contains it, and every path in `files`.
 * @param from path of the file that contains the link, relative to the skill's folder.
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

/**
 * A character as `revealInvisible` writes it out, whether or not the Markdown parser
 * percent-encoded it.
 */
const writtenOut = /(?:\\|%5C)u(?:\{|%7B)([0-9A-F]{4,6})(?:\}|%7D)/gi;

/**
 * Look-alikes in an address are written out for the reader; the stored address opens, after its
 * host was shown in ASCII. Hidden characters stay written out: such a link never opens.
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
 * The first file for each URI and path, built once per list: a server can write thousands of links
 * and hundreds of files.
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

/** The path of a relative reference; null if it leaves the skill's folder. */
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
