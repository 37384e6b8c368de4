import { isSenseless, turnsIn } from './program.ts';

/**
 * Shapes that credentials have and no program, package, host or path has. A configuration's author
 * may want one of those hidden: npm names are lower-case, host names have dots and paths have
 * slashes, so each shape requires what these can't have.
 */

/** Prefixes of tokens from known issuers. */
const unmistakable =
  'gh[opusr]_|github_pat_|gl(?:pat|rt|dt|cbt|ptt|soat)-|xox[abceprs]-|sk-(?:ant|proj)-|' +
  String.raw`shp(?:at|ss|ca|pa)_|AIza|ya29\.|dckr_pat_|dop_v1_|nvapi-|lin_api_|apify_api_|figd_`;
/** Prefixes that ordinary words share: `sk-learn`, `npm_config`. */
const others =
  'sk-|sk_|rk_|pk_live_|xapp-|npm_|pypi-|hf_|ntn_|1//0|gsk_|xai-|sbp_|tvly-|pplx-|whsec_';
const prefix = new RegExp(`^(?:${unmistakable}|${others})(?=[\\w-]{16,}$)`);
const shortPrefix = new RegExp(`^(?:(${unmistakable})|${others}|SG\\.|hvs\\.)([\\w.-]{6,})$`);
const knownPattern = new RegExp(
  [
    String.raw`^A(?:KIA|SIA)[A-Z\d]{16}$`,
    // Every Atlassian token ends with a checksum.
    String.raw`^ATATT3[\w-]{20,}=[\dA-F]{8}$`,
  ].join('|'),
);
export const longest = 4_096;

export const hasAllKinds = (text: string): boolean =>
  [/[a-z]/, /[A-Z]/, /\d/].every((kind) => kind.test(text));
/** Both cases and digits in one stretch without dots, slashes or dashes. */
const isMixed = (text: string): boolean => (text.match(/[A-Za-z\d]{10,}/g) ?? []).some(hasAllKinds);

/** Shapes that are almost certainly credentials under any name. */
export function isToken(text: string): boolean {
  if (text.length > longest) return false;
  const start = prefix.exec(text)?.[0];
  return (
    (start !== undefined && isMixed(text.slice(start.length))) ||
    knownPattern.test(text) ||
    isJwt(text)
  );
}

function isJwt(text: string): boolean {
  const [, head] = /^(eyJ[\w-]{8,})\.[\w-]{8,}\.[\w-]{32,}$/.exec(text) ?? [];
  if (head === undefined) return false;
  try {
    const read: unknown = JSON.parse(Buffer.from(head, 'base64url').toString());
    return typeof read === 'object' && read !== null && 'alg' in read;
  } catch {
    return false;
  }
}

/** Possible tokens that could also be package names: for what no log may contain. */
export const mayBeToken = (text: string): boolean =>
  isToken(text) || isLongWord(text) || (text.length <= longest && prefix.test(text));

/**
 * The same for a lone argument without a name: also short ones, and any part of a JWT. If an
 * ordinary word may have the prefix, the rest must not be one.
 */
export function mayBeLoneToken(text: string): boolean {
  if (text.length > longest) return false;
  if (mayBeToken(text) || /^eyJ[\w-]{8,}/.test(text)) return true;
  const [start, isSure, rest = ''] = shortPrefix.exec(text) ?? [];
  return start !== undefined && (isSure !== undefined || isSenseless(rest) || turnsIn(rest) > 1);
}

/**
 * Whether a word that isn't a program's starts like a token and continues like nothing that has a
 * name: `sk-` plus hexadecimal. `sk-evil-mcp-server-tool` could be a package and doesn't count.
 */
export function isMarkedToken(text: string): boolean {
  if (text.length > longest) return false;
  const start = prefix.exec(text)?.[0];
  return start !== undefined && isSenseless(text.slice(start.length));
}

/** One word with all three kinds of characters: neither an npm name nor a host. */
export const isMixedWord = (text: string): boolean =>
  text.length <= longest && /^[A-Za-z\d][\w-]{15,}$/.test(text) && isMixed(text);

/**
 * A long word of letters and digits that could be a package: a credential only with a telling name.
 */
export const isLongWord = (text: string): boolean =>
  text.length <= longest &&
  /^[A-Za-z\d][\w-]{15,}={0,2}$/.test(text) &&
  (text.match(/\d+/g)?.length ?? 0) > 2;

/**
 * A path segment that only its recipient knows: a token, an id of random digits and letters, or a
 * long word without a separator. Tenant names and dates don't count.
 */
export const isPathToken = (text: string): boolean =>
  text.length >= 16 &&
  text.length <= longest &&
  (isToken(text) ||
    isMixedWord(text) ||
    /^[A-Za-z]{32,}$/.test(text) ||
    (/^[\w~.:=@!+-]+$/.test(text) &&
      (text.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0) > 2));

/**
 * A key in base64. With a slash it may be a path or repository, unless it has a character that
 * neither has.
 */
export const isBase64 = (text: string, mayHaveSlash: boolean): boolean =>
  text.length <= longest * 4 &&
  /^[A-Za-z\d+][A-Za-z\d+/]{31,}={0,2}$/.test(text) &&
  hasAllKinds(text) &&
  (mayHaveSlash || !text.includes('/') || /[+=]/.test(text));

/** `host.example`, with or without a port or path. */
export const isHostLike = (text: string): boolean =>
  /^[^\s/]*\.(?:[a-z]{2,24}|xn--[a-z\d-]+)\.?(?:[:/].*)?$/is.test(text);

/** Dot-separated parts whose last one isn't a domain, a file extension or a number. */
export const isDotted = (text: string): boolean =>
  text.length <= longest &&
  /^[\w-]+(?:\.[\w-]+)+$/.test(text) &&
  /\.(?!xn--)(?=[\w-]*[A-Za-z])(?=[\w-]*\d)[\w-]{16,}$/i.test(text);

const azure = /^[\w~.-]{3}\dQ~[\w~.-]{31,34}$/;
const ofTelegram = /^\d{6,12}:(?=[\w-]*[A-Za-z])[\w-]{10,}$/;
const pem =
  /^-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[A-Za-z\d+/=\s\\]*-----END [A-Z ]{0,40}-----\s*$/;

/** What a variable with a credential's name may hold, although it's more than a word. */
export const isKnownForm = (text: string): boolean =>
  isDotted(text) || azure.test(text) || ofTelegram.test(text) || pem.test(text);
