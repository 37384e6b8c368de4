import { addressParts, isAddress } from './address.ts';
import {
  mayTakeCredential,
  namesCredential,
  takesCredential,
  namesKey,
  credential,
  hasScheme,
  parts,
  secretHeader,
  type MaskedPart,
  isLoneValue,
} from './credential.ts';
import { inlineCodeAt, namedBy, takesCode } from './inline-code.ts';
import { isLongWord, isMarkedToken, isMixedWord, isToken, isHostLike } from './command-review.ts';
import { containers, placesOf, type ArgumentContext, isSenseless } from './program.ts';
import type { ServerConfig } from '../server-config.ts';
import { loadsCode } from './loader-variables.ts';

const headerOption = /^(?:-H|--(?:\w+-)*headers?)$/;
const takesVariable = /^(?:-e|--env)$/;
/** Programs that take variables as words before their program. */
const setters = new Set(['env', 'sudo', 'doas', 'cross-env', 'cross-env-shell']);
/** Programs to which `-H` is a header before any of their own words. */
const sendsHeaders = new Set(['curl', 'http', 'https', 'httpie', 'xh', 'websocat', 'grpcurl']);

/** What applies to all arguments of a line. */
interface Line {
  readonly isNamed: (variable: string) => boolean;
  /** Code appears inline somewhere, or in an argument before this one. */
  readonly isInline: boolean;
  readonly isBehind: boolean;
}

/**
 * Every argument in parts, some of which are credentials. The attacker writes the arguments and
 * wants a program, its code or its host to pass for one, so only these are hidden:
 * - the password and credential parameters of an address, wherever it is;
 * - the value after `--NAME=` if NAME names a credential, and of a header after its option;
 * - the word after an option that takes one, once the program is certain;
 * - `NAME=value` if it can only be a variable that nothing mentions; JSON texts whose key names
 *   a credential; and words shaped like a token, also in the path of an address.
 * A value with any sign of a path, option, host or code is always shown, and so is everything that
 * a runner may take for its program. One dash hides nothing: `-sig evil` is five switches. Next to
 * inline code, which may treat any word as a program, only a variable's argument is hidden.
 */
export function argumentsParts(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): readonly (readonly MaskedPart[])[] {
  const places = placesOf(command, args);
  const isNamed = namedBy(args, env);
  const codeAt = inlineCodeAt(command, args, env);
  return args.map((arg, at) => {
    const [behind, here] = [places[Math.max(0, at - 1)], places[at]];
    return behind === undefined || here === undefined
      ? parts([arg, false])
      : partsOf(arg, args[at - 1] ?? '', behind, here, {
          isNamed,
          isInline: codeAt < Number.POSITIVE_INFINITY,
          isBehind: at > codeAt,
        });
  });
}

/** `behind`: the position of the previous argument, which may be its option. */
function partsOf(
  arg: string,
  before: string,
  behind: ArgumentContext,
  here: ArgumentContext,
  line: Line,
): readonly MaskedPart[] {
  const whole = parts([arg, false]);
  const { tool, kind, isNamed } = here;
  if (line.isBehind) return whole;
  const mayBeProgram = kind === 'runs' && !isNamed;
  const [, start = '', name = '', value = ''] =
    /^((?:--|-e)?([A-Za-z_][\w.-]*)=)(.+)$/s.exec(arg) ?? [];
  if (containers.has(tool) && !isNamed) {
    if (takesVariable.test(before)) return assigned(arg, line) ?? whole;
    if (start.startsWith('-e')) return behindStart('-e', assigned(arg.slice(2), line));
    if (start === '--env=') return behindStart(start, assigned(value, line) ?? toPlainPart(value));
  }
  if (start === `${name}=` && setters.has(tool) && !isNamed && !takesCode.test(before))
    return assigned(arg, line) ?? whole;
  if (line.isInline || takesCode.test(before)) return whole;
  if (isAddress(arg))
    return addressParts(arg, {
      parameters: !mayBeProgram || before.startsWith('-'),
      path: !mayBeProgram,
    });
  if (value !== '' && isAddress(value))
    return behindStart(start, addressParts(value, { parameters: true, path: !mayBeProgram }));
  if (mayBeProgram) return whole;
  if (start.startsWith('--'))
    return behindStart(
      start,
      isNamed && isLoneToken(value, here) ? parts([value, true]) : ofOption(name, value),
    );
  if (start === `${name}=`) return isNamed ? (assigned(arg, line) ?? whole) : whole;
  if (headerOption.test(before)) return (isHeader(before, behind) && secretHeader(arg)) || whole;
  if (kind === 'contacts' || (kind === 'wraps' && !isNamed)) return whole;
  const json = jsonParts(arg);
  if (json !== null) return json;
  if (isNamed && isLoneToken(arg, here)) return parts([arg, true]);
  if (before.startsWith('--')) return afterOption(arg, before.slice(2), behind);
  return isLoneToken(arg, here) ? parts([arg, true]) : whole;
}

/**
 * Words that no name precedes. A registry allows any name, so the first word of all must also look
 * random.
 */
const isLoneToken = (arg: string, { kind, isNamed }: ArgumentContext): boolean =>
  kind === 'unknown' && !isNamed
    ? isToken(arg) && isSenseless(arg)
    : isNamed && kind !== 'wraps' && (isToken(arg) || isMarkedToken(arg));

/** `-H` is a header to some programs and something else to others (`sudo`, `docker`, `rsync`). */
const isHeader = (option: string, { tool, kind, isNamed }: ArgumentContext): boolean =>
  option !== '-H' || sendsHeaders.has(tool) || (isNamed && (kind === 'runs' || kind === 'unknown'));

function ofOption(name: string, value: string): readonly MaskedPart[] {
  if (headerOption.test(`--${name}`))
    return secretHeader(value) ?? jsonParts(value) ?? toPlainPart(value);
  const json = jsonParts(value);
  if (json !== null) return json;
  return namesCredential(name) ? credential(value) : toPlainPart(value);
}

/** What may be an option's value, or the program if the option is unknown. */
function afterOption(
  arg: string,
  option: string,
  { kind, isNamed }: ArgumentContext,
): readonly MaskedPart[] {
  if (isNamed && takesCredential(option)) return credential(arg);
  if (!mayTakeCredential(option)) return toPlainPart(arg);
  if (hasScheme(arg)) return isNamed || kind === 'unknown' ? credential(arg) : toPlainPart(arg);
  const isSure = isToken(arg) || isMixedWord(arg);
  if (kind === 'runs' && isNamed)
    return isSure || isLongWord(arg) ? credential(arg) : toPlainPart(arg);
  return isSure && (isNamed || kind === 'unknown') ? credential(arg) : toPlainPart(arg);
}

/** `NAME=value` as an environment entry; null for anything else. */
function assigned(text: string, { isNamed, isInline }: Line): readonly MaskedPart[] | null {
  const [, start, name = '', value = ''] = /^(([A-Za-z_]\w*)=)(.+)$/s.exec(text) ?? [];
  return start === undefined
    ? null
    : behindStart(start, variableParts(name, value, { isNamed: isNamed(name), isInline }));
}

const toPlainPart = (text: string): readonly MaskedPart[] => parts([text, false]);

const behindStart = (start: string, rest: readonly MaskedPart[] | null): readonly MaskedPart[] =>
  parts([start, false], ...(rest ?? []).map(({ text, hidden }) => [text, hidden] as const));

type Command = Extract<ServerConfig, { readonly type: 'stdio' }>;

/** The variables that a command receives, each value in parts. */
export function variablesParts({
  command,
  args,
  env,
}: Command): readonly { readonly name: string; readonly value: readonly MaskedPart[] }[] {
  const isNamed = namedBy(args, env);
  const isInline = inlineCodeAt(command, args, env) < Number.POSITIVE_INFINITY;
  return Object.entries(env).map(([name, value]) => ({
    name,
    value: variableParts(name, value, { isNamed: isNamed(name), isInline }),
  }));
}

/**
 * One variable's value, wherever it's set. The attacker also chooses its name, and `sh -c '$TOKEN'`
 * runs the variable's content. So a value is hidden only if the name names a credential, it's a
 * single word and nothing in the command mentions the variable, or if it's shaped like a token.
 * Next to inline code (`isInline`) it needs both name and shape.
 */
function variableParts(
  name: string,
  value: string,
  { isNamed, isInline }: { readonly isNamed: boolean; readonly isInline: boolean },
): readonly MaskedPart[] {
  const whole = parts([value, false]);
  if (loadsCode(name) && !(isAddress(value) && /proxy$/i.test(name))) return whole;
  if (isInline)
    return namesCredential(name) && !isNamed && isToken(value) ? parts([value, true]) : whole;
  if (isAddress(value)) return addressParts(value, { parameters: true, path: !isNamed });
  if (isToken(value)) return parts([value, true]);
  if (isNamed) return whole;
  const json = jsonParts(value);
  if (json !== null) return json;
  if (namesCredential(name)) return credential(value, isLoneValue);
  return namesKey(name) && isLongWord(value) ? parts([value, true]) : whole;
}

/**
 * JSON in parts, with texts hidden if their key names a credential and they look like one. The rest
 * is shown: an account's JSON names the program that signs in and whom it contacts. Null if it
 * isn't JSON.
 */
function jsonParts(text: string): readonly MaskedPart[] | null {
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  const pieces: MaskedPart[] = [];
  const add = (piece: string, hidden: boolean): void => {
    const last = pieces.at(-1);
    if (piece === '') return;
    if (last?.hidden === hidden) pieces[pieces.length - 1] = { text: last.text + piece, hidden };
    else pieces.push({ text: piece, hidden });
  };
  let from = 0;
  let key = '';
  for (const { 0: written, index } of text.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?/g)) {
    if (written.endsWith(':')) {
      key = String(JSON.parse(written.slice(0, -1)));
      continue;
    }
    const isOfKey = /:\s*$/.test(text.slice(Math.max(0, index - 20), index));
    if (!isOfKey || !namesCredential(key)) continue;
    add(text.slice(from, index + 1), false);
    for (const piece of valueParts(written)) add(piece.text, piece.hidden);
    from = index + written.length - 1;
  }
  add(text.slice(from), false);
  return pieces;
}

/** For a text in quotes, which stay visible. */
function valueParts(written: string): readonly MaskedPart[] {
  const inner = written.slice(1, -1);
  const value = String(JSON.parse(written));
  const shown = [{ text: inner, hidden: false }];
  if (value === inner) return isHostLike(value) ? shown : credential(value, isLoneValue);
  return isLoneValue(value) ? [{ text: inner, hidden: true }] : shown;
}
