import { createContext } from 'react';
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

/** Characters that readers take for a dot or a slash; a name may contain any of them. */
const dots =
  /[\u00b7\u0387\u0660\u06d4\u0701\u0702\u2022\u2024\u2027\u2219\u22c5\u3002\u30fb\ua4f8\ua60e\ufe52\uff0e\uff61\uff65]/g;
const slashes = /[\u2044\u2215\u29f8\u29f6\uff0f\u2571\u27cb]/g;
const shown = /\\u\{([0-9A-F]{4,6})\}/g;

/** An address anywhere in a text: `scheme://host` or `host.tld`, whatever precedes it. */
const addresses =
  /(?:([a-z][a-z0-9+.-]{0,20}):\/\/[\s/]*(?:[^\s/?#@]{0,200}@)?)?((?:[\p{L}\p{M}\p{N}-]{1,63}\.){1,10}\p{L}{2,24})(?![\p{L}\p{N}_-])/giu;
/** Endings that are usually file names, not domains. */
const fileLike =
  /\.(?:md|py|sh|js|ts|json|ya?ml|txt|html?|css|rs|go|rb|pl|toml|csv|png|svg|jpe?g|pdf|xml|lock|ini|cfg)$/i;

/**
 * The text as a hurried reader takes it: look-alike dots as dots and written-out characters
 * decoded.
 */
function asRead(text: string): string {
  return text
    .slice(0, 2000)
    .replace(shown, (_, hex: string) => {
      const point = Number.parseInt(hex, 16);
      return point > 0x10ffff || (point >= 0xd800 && point < 0xe000)
        ? ''
        : String.fromCodePoint(point);
    })
    .replace(dots, '.')
    .replace(slashes, '/')
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(dots, '.');
}

/** A host name in the form that a browser sends. */
function asciiHost(name: string): string {
  try {
    return new URL(`https://${name}/`).hostname;
  } catch {
    return name.toLowerCase();
  }
}

/** True if the text is the address itself, in any spelling. */
function isAddress(text: string, url: string): boolean {
  try {
    return new URL(text).href === url;
  } catch {
    return false;
  }
}

const normalizeHost = (host: string): string => host.replace(/:\d+$/, '').replace(/^www\./, '');

/**
 * True if a link's text names another address than its target. The server chooses both: the address
 * may follow other words, a user name or a path, and its dots may be look-alikes.
 */
export function isMisleading(text: string, link: SkillLink): boolean {
  if (link.kind === 'text') return false;
  const read = asRead(text);
  if (link.kind === 'file' && (read.trim() === link.uri || read.trim() === link.path)) return false;
  if (link.kind === 'web' && isAddress(read.trim(), link.url)) return false;
  for (const [, scheme, name = ''] of read.matchAll(addresses)) {
    const named = scheme !== undefined || /^www\./i.test(name) || !fileLike.test(name);
    if (!named) continue;
    if (link.kind === 'file') {
      if (!link.path.toLowerCase().endsWith(name.toLowerCase())) return true;
    } else if (normalizeHost(asciiHost(name)) !== normalizeHost(link.host)) return true;
  }
  return false;
}

/** What's needed to judge a link in a skill's text. */
export interface LinkContext {
  /** The skill. */
  readonly server: string;
  readonly uri: string;
  /** Path of the file that contains the link. */
  readonly from: string;
  /** The files of the skill. */
  readonly files: readonly FileEntry[];
  readonly onOpen: (uri: string) => void;
}

export const AroundLinks = createContext<LinkContext>({
  server: '',
  uri: '',
  from: '',
  files: [],
  onOpen: () => {},
});
