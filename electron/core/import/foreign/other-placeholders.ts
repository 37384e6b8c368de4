import type { ProgramId } from './program.ts';

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

/** The text with these spelled as `asksOf` knows them. */
export function withOtherPlaceholders(
  text: string,
  isAddress: boolean,
  program: ProgramId | null,
): string {
  let made = program === null ? text.replace(ofGemini, (_, name: string) => `\${${name}}`) : text;
  for (const [spelling, nameOf] of spellings)
    made = made.replace(spelling, (_, name: string) => `\${${nameOf(name)}}`);
  return isAddress ? made : made.replace(ofWindows, (_, name: string) => `\${${name}}`);
}
