import { namesCredential } from './credential-name.ts';
import { isBase64, isKnownForm, isToken } from './command-review.ts';

/** Part of a text, and whether it's hidden on screen. */
export interface MaskedPart {
  readonly text: string;
  readonly hidden: boolean;
}

/** The non-empty parts; one empty part if there are none. */
export function parts(
  ...pieces: readonly (readonly [text: string, hidden: boolean])[]
): readonly MaskedPart[] {
  const found = pieces.filter(([text]) => text !== '').map(([text, hidden]) => ({ text, hidden }));
  return found.length > 0 ? found : [{ text: '', hidden: false }];
}

/** A word that isn't a path, option, address, host or code, though it may be a program. */
const word = /^[\p{L}\p{N}_][\p{L}\p{N}_!#*+^~?-]*={0,2}$/u;
/** The same for a variable's value, which no program reads as its next argument. */
const loneValue = /^[\p{L}\p{N}_!#*+^?@][\p{L}\p{N}_!#*+^~?@%,-]*={0,2}$/u;

const isWord = (text: string): boolean => word.test(text) || isToken(text) || isBase64(text, false);
export const isLoneValue = (text: string): boolean =>
  loneValue.test(text) || isToken(text) || isBase64(text, true) || isKnownForm(text);

const scheme = /^(?:Bearer|Basic|Token|ApiKey|Bot)[ \t]+/i;

/** `Bearer abc`, which is neither a program's name nor code. */
export const hasScheme = (text: string): boolean => scheme.test(text);

/** The value under a credential's name: hidden if it looks like one, else shown. */
export function credential(value: string, isPlain = isWord): readonly MaskedPart[] {
  const before = scheme.exec(value)?.[0] ?? '';
  const rest = value.slice(before.length);
  return isPlain(rest) ? parts([before, false], [rest, true]) : parts([value, false]);
}

const inHeader = /^[\w+=!#*^~?-][\w.+/=!#*^~?:-]*$/;
const inCookie = /^[\w.-]+=[\w.%+=-]+(?:; ?[\w.-]+=[\w.%+=-]+)*$/;
const file =
  /\.(?:[cm]?[jt]sx?|py[cw]?|rb|pl|php|lua|ba?sh|ps1|bat|cmd|exe|com|so|dylib|dll|node|jar|wasm)$/i;

/** `Authorization: Bearer abc` with its secret part; null if it isn't such a header. */
export function secretHeader(text: string): readonly MaskedPart[] | null {
  const [, start = '', name = '', value = ''] = /^(([\w-]+):[ \t]*)(.+)$/s.exec(text) ?? [];
  if (value === '' || !namesCredential(name)) return null;
  if (/^cookies?$/i.test(name))
    return inCookie.test(value) ? parts([start, false], [value, true]) : null;
  const before = scheme.exec(value)?.[0] ?? '';
  const rest = value.slice(before.length);
  if (/^[-~]|^\d{1,5}$|\/\//.test(rest) || file.test(rest)) return null;
  // A lone value may be a path, a host or a repository to a program that reads the option
  // differently.
  if (before === '' && /[/:]/.test(rest) && !isLoneValue(rest)) return null;
  return inHeader.test(rest) ? parts([start + before, false], [rest, true]) : null;
}
