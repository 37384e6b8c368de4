import type { SkillLink } from './links.ts';

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
