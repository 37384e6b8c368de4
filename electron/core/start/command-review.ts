import { isSenseless, turnsIn } from './sense.ts';

/**
 * Looks that a credential has and that no program, package, host or path has. Who writes a
 * configuration would have one of those hidden: names at npm are lower-case, those of hosts have
 * dots, and paths have slashes, so each look wants what these cannot have.
 */

/** What those who hand out tokens begin them with. */
const unmistakable =
  'gh[opusr]_|github_pat_|gl(?:pat|rt|dt|cbt|ptt|soat)-|xox[abceprs]-|sk-(?:ant|proj)-|' +
  String.raw`shp(?:at|ss|ca|pa)_|AIza|ya29\.|dckr_pat_|dop_v1_|nvapi-|lin_api_|apify_api_|figd_`;
/** Words begin so, too: `sk-learn`, `npm_config`. */
const others =
  'sk-|sk_|rk_|pk_live_|xapp-|npm_|pypi-|hf_|ntn_|1//0|gsk_|xai-|sbp_|tvly-|pplx-|whsec_';
const prefix = new RegExp(`^(?:${unmistakable}|${others})(?=[\\w-]{16,}$)`);
const shortPrefix = new RegExp(`^(?:(${unmistakable})|${others}|SG\\.|hvs\\.)([\\w.-]{6,})$`);
const known = new RegExp(
  [
    String.raw`^A(?:KIA|SIA)[A-Z\d]{16}$`,
    // Every token of Atlassian ends with a sum.
    String.raw`^ATATT3[\w-]{20,}=[\dA-F]{8}$`,
  ].join('|'),
);
export const longest = 4_096;

export const hasAllKinds = (text: string): boolean =>
  [/[a-z]/, /[A-Z]/, /\d/].every((kind) => kind.test(text));
/** Capitals, small letters and digits, in one stretch without dots, slashes or dashes. */
const isMixed = (text: string): boolean => (text.match(/[A-Za-z\d]{10,}/g) ?? []).some(hasAllKinds);

/** What can hardly be anything else, whatever it is called. */
export function isToken(text: string): boolean {
  if (text.length > longest) return false;
  const start = prefix.exec(text)?.[0];
  return (
    (start !== undefined && isMixed(text.slice(start.length))) || known.test(text) || isJwt(text)
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

/** What may be a token, though a package could be called so: for what no log must have. */
export const mayBeToken = (text: string): boolean =>
  isToken(text) || isLongWord(text) || (text.length <= longest && prefix.test(text));

/**
 * The same of a lone argument, which no name stands before: also a short one, and any part of a JWT. Where an
 * ordinary word may begin so, what follows must be none.
 */
export function mayBeLoneToken(text: string): boolean {
  if (text.length > longest) return false;
  if (mayBeToken(text) || /^eyJ[\w-]{8,}/.test(text)) return true;
  const [start, isSure, rest = ''] = shortPrefix.exec(text) ?? [];
  return start !== undefined && (isSure !== undefined || isSenseless(rest) || turnsIn(rest) > 1);
}

/**
 * Whether a word that is no program's begins as tokens do, and goes on as nothing does that has a name:
 * `sk-` and hexadecimal. A package could be called so, `sk-evil-mcp-server-tool` is none.
 */
export function isMarkedToken(text: string): boolean {
  if (text.length > longest) return false;
  const start = prefix.exec(text)?.[0];
  return start !== undefined && isSenseless(text.slice(start.length));
}

/** One word of all three kinds of sign: no name at npm, no host of the net. */
export const isMixedWord = (text: string): boolean =>
  text.length <= longest && /^[A-Za-z\d][\w-]{15,}$/.test(text) && isMixed(text);

/** A long word of letters and digits, which a package might be called: only with a name as proof. */
export const isLongWord = (text: string): boolean =>
  text.length <= longest &&
  /^[A-Za-z\d][\w-]{15,}={0,2}$/.test(text) &&
  (text.match(/\d+/g)?.length ?? 0) > 2;

/**
 * A segment of an address's path that only whoever was given it knows: a token, an id of random digits
 * and letters, or a long word without a joint. Names of tenants and dates are none.
 */
export const isPathToken = (text: string): boolean =>
  text.length >= 16 &&
  text.length <= longest &&
  (isToken(text) ||
    isMixedWord(text) ||
    /^[A-Za-z]{32,}$/.test(text) ||
    (/^[\w~.:=@!+-]+$/.test(text) &&
      (text.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0) > 2));

/** Base64 of a key. With a slash it may be a path, or a repository, unless a sign of it is neither's. */
export const isBase64 = (text: string, mayHaveSlash: boolean): boolean =>
  text.length <= longest * 4 &&
  /^[A-Za-z\d+][A-Za-z\d+/]{31,}={0,2}$/.test(text) &&
  hasAllKinds(text) &&
  (mayHaveSlash || !text.includes('/') || /[+=]/.test(text));

/** `host.example`, with a port or a path behind it or not. */
export const isHostLike = (text: string): boolean =>
  /^[^\s/]*\.(?:[a-z]{2,24}|xn--[a-z\d-]+)\.?(?:[:/].*)?$/is.test(text);

/** Parts with dots between them of which the last is no domain, no ending and no number. */
export const isDotted = (text: string): boolean =>
  text.length <= longest &&
  /^[\w-]+(?:\.[\w-]+)+$/.test(text) &&
  /\.(?!xn--)(?=[\w-]*[A-Za-z])(?=[\w-]*\d)[\w-]{16,}$/i.test(text);

const azure = /^[\w~.-]{3}\dQ~[\w~.-]{31,34}$/;
const ofTelegram = /^\d{6,12}:(?=[\w-]*[A-Za-z])[\w-]{10,}$/;
const pem =
  /^-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[A-Za-z\d+/=\s\\]*-----END [A-Z ]{0,40}-----\s*$/;

/** What a variable can have under a name that says credential, though it is more than a word. */
export const isKnownForm = (text: string): boolean =>
  isDotted(text) || azure.test(text) || ofTelegram.test(text) || pem.test(text);
