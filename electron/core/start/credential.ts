import { secretName } from '../import/mask.ts';

/** A piece of an argument, and whether it is kept off the screen. */
export interface Part {
  readonly text: string;
  readonly hidden: boolean;
}

/** Pieces that are there; one empty piece where nothing is. */
export function parts(
  ...pieces: readonly (readonly [text: string, hidden: boolean])[]
): readonly Part[] {
  const found = pieces.filter(([text]) => text !== '').map(([text, hidden]) => ({ text, hidden }));
  return found.length > 0 ? found : [{ text: '', hidden: false }];
}

/** The last word of an option says what its value is: `--auth-command` takes a program. */
const credentialName =
  /(?:token|secret|passw(?:or)?d|passphrase|(?:api|access|secret|private|auth|license)[-_]?key|auth|authorization|credential|signature|^key|^sig|^pat)s?(?:[-_](?:id|value|code))?[-_]?\d*$/i;
/** Switches: what follows them is no value of theirs. */
const isSwitch = /^(?:no|skip|without|disable|enable|require)-/i;

export const namesCredential = (option: string): boolean =>
  credentialName.test(option) && !isSwitch.test(option);

const program =
  /\.(?:[cm]?[jt]sx?|py[cw]?|rb|pl|php|lua|ba?sh|ps1|bat|cmd|exe|com|so|dylib|dll|node|jar|wasm|json|toml|ya?ml|zip|whl|tgz|gz)$/i;
/** One word, with no sign that a path, an address or code has. */
const noCredential = /[\s"'`;|&$(){}<>%\\]|^[-~.@/]/;
const scheme = /^(?:Bearer|Basic|Token|ApiKey|Bot)[ \t]+/i;

/** The value of a secret option: hidden where it has the look of a credential, else shown. */
export function credential(value: string): readonly Part[] {
  const before = scheme.exec(value)?.[0] ?? '';
  const rest = value.slice(before.length);
  const isShown = noCredential.test(rest) || /\/|^[a-z][\w+.-]+:/i.test(rest) || program.test(rest);
  return isShown ? parts([value, false]) : parts([before, false], [rest, rest !== '']);
}

/** `Authorization: Bearer abc` with what is secret of it; null for what is no such header. */
export function secretHeader(text: string): readonly Part[] | null {
  const [, start = '', name = '', value = ''] = /^(([\w-]+):[ \t]*)(.+)$/s.exec(text) ?? [];
  if (value === '' || !secretName.test(name)) return null;
  const before = scheme.exec(value)?.[0] ?? '';
  const rest = value.slice(before.length);
  return noCredential.test(rest) || rest.includes('://') || program.test(rest)
    ? null
    : parts([start + before, false], [rest, true]);
}
