import type { HostId } from '../../../../shared/model/plain.ts';
import type { ServerConfig } from '../../server-config.ts';
import { fieldsOf } from '../placeholder.ts';

/**
 * References of other programs, and placeholders for a person: no app fills them in where they are,
 * so the server would receive their text. Each becomes a value to enter.
 */
const spellings: readonly (readonly [RegExp, (name: string) => string])[] = [
  // GitHub Actions: `${{ secrets.TOKEN }}`.
  [/\$\{\{\s*([A-Za-z_][\w.-]{0,99})\s*\}\}/g, (name) => name],
  // Templates: `{{USER_ID}}`.
  [/(?<![{$])\{\{\s*([A-Za-z_][\w.-]{0,99})\s*\}\}(?!\})/g, (name) => name],
  // For a person: `<YOUR_TOKEN>`, `<your token>`.
  [/(?<!\w)<([A-Z][A-Z\d_-]{2,99}|(?:your|my|insert)[\w -]{1,99})>(?!\w)/g, (name) => name.trim()],
  // A shell: `$(op read op://vault/item)`.
  [/(?<=^|^Bearer )\$\(([^(){}]{1,150})\)$/g, (command) => `output of ${command.trim()}`],
];
/** `$TOKEN`, in settings of Gemini CLI whose path doesn't say so. Other apps pass it on. */
const ofGemini = /(?<=^|^Bearer )\$([A-Z_][A-Z\d_]{2,99})$/g;
/** In an address, `%` may begin percent-encoding. */
const ofWindows = /%([A-Za-z_]\w{2,99}(?:\(\w{1,20}\))?)%/g;

const spellingsOf = (isAddress: boolean, program: HostId | null) => [
  ...(program === null ? [[ofGemini, (name: string) => name] as const] : []),
  ...spellings,
  ...(isAddress ? [] : [[ofWindows, (name: string) => name] as const]),
];

/** The text with these spelled as `asksOf` knows them. */
export function withOtherPlaceholders(
  text: string,
  isAddress: boolean,
  program: HostId | null,
): string {
  let made = text;
  for (const [spelling, nameOf] of spellingsOf(isAddress, program))
    made = made.replace(spelling, (_, name: string) => `\${${nameOf(name)}}`);
  return made;
}

/** The first of these in a configuration that is used as it's written, with its field, or null. */
export function otherPlaceholderIn(
  config: ServerConfig,
): { readonly field: string; readonly text: string } | null {
  for (const [field, value] of fieldsOf(config))
    for (const [spelling] of spellingsOf(field === 'url', null)) {
      const [text] = value.match(spelling) ?? [];
      if (text !== undefined) return { field, text: text.replace(/^Bearer /, '') };
    }
  return null;
}
