import type { StartText } from '../../../shared/model/start.ts';
import { credential, namesCredential, parts, secretHeader, type Part } from './credential.ts';
import { decodeText, isCredential } from '../import/mask.ts';
import { namesProgram, runner } from './program.ts';

const option = /^--?([\w-]+)$/;
const optionWithValue = /^(--?([\w-]+)=)(.+)$/s;
const headerOption = /^(?:-H|--?(?:\w+-)*headers?)$/;
/** What follows is code, or names it, for most programs that know the option. */
const takesCode =
  /^(?:-[a-z]*[cepr]|--(?:eval|print|exec|execute|command|call|run|require|import|loader|script)|[-/](?:c|k|command|encodedcommand|file))$/i;

/** One argument as a person is shown it before the command starts. */
export const shownArgument = (command: string, args: readonly string[], at: number): StartText =>
  argumentParts(command, args, at).map(({ text, hidden }) =>
    hidden ? { masked: [...text].length } : { text },
  );

/**
 * An argument in pieces, of which some are credentials. The attacker writes the arguments and would
 * have code taken for one: `token: ` is a label of JavaScript, and `auth: ; evil` runs in a shell.
 * So what is hidden is one word without any sign that code needs, where it can be nothing else: in
 * an address, after an option such as `--auth-token`, or in a header after the option for headers;
 * never after `-e` and its like, and after a runner such as `npx` only behind its program's name.
 */
export function argumentParts(
  command: string,
  args: readonly string[],
  at: number,
): readonly Part[] {
  const arg = args[at] ?? '';
  const before = args[at - 1] ?? '';
  const whole = parts([arg, false]);
  if (takesCode.test(before)) return whole;
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(arg)) return addressParts(arg);
  const [, start = '', name = '', value = ''] = optionWithValue.exec(arg) ?? [];
  if (value !== '') {
    if (namesCredential(name)) return [...parts([start, false]), ...credential(value)];
    const inside = headerOption.test(start.slice(0, -1)) ? secretHeader(value) : null;
    return inside === null ? whole : [...parts([start, false]), ...inside];
  }
  if (runner.test(command) && !namesProgram(args.slice(0, Math.max(0, at - 1)))) return whole;
  if (headerOption.test(before)) return secretHeader(arg) ?? whole;
  return namesCredential(option.exec(before)?.[1] ?? '') ? credential(arg) : whole;
}

/** The address with its password and the parameters that are credentials hidden. */
function addressParts(address: string): readonly Part[] {
  const found: (readonly [text: string, hidden: boolean])[] = [];
  let from = 0;
  const hide = (start: number, end: number): void => {
    // A line break or a bracket is no part of an address: it ends a comment of the code after it.
    if (/[\s"'`;|&$(){}<>\\]/.test(address.slice(start, end))) return;
    found.push([address.slice(from, start), false], [address.slice(start, end), true]);
    from = end;
  };
  const scheme = address.indexOf('//') + 2;
  const authority = /^[^/?#\\]*/.exec(address.slice(scheme))?.[0] ?? '';
  const user = authority.lastIndexOf('@');
  const colon = authority.indexOf(':');
  // The user's name stays: `https://github.com:x@evil.example` must not look like another host.
  if (colon >= 0 && colon + 1 < user) hide(scheme + colon + 1, scheme + user);
  for (const match of address.matchAll(/[?&]([^=&#]*)=([^&#]+)/g)) {
    const [whole, name = '', value = ''] = match;
    const end = match.index + whole.length;
    if (isCredential(decodeText(name), decodeText(value))) hide(end - value.length, end);
  }
  return parts(...found, [address.slice(from), false]);
}
