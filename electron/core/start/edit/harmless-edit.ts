import { namesPlace } from '../address.ts';
import type { MaskedPart } from '../credential.ts';
import { takesCode } from '../inline-code.ts';
import { loadsCode } from '../loader-variables.ts';
import { containers, type ArgumentContext } from '../program.ts';

/** The words of a command, those between `from` and `to` changed. */
export interface EditedWords {
  readonly args: readonly string[];
  readonly places: readonly ArgumentContext[];
  readonly pieces: readonly (readonly MaskedPart[])[];
  readonly from: number;
  readonly to: number;
}

/** Values that no program reads as a host, path or program. A longer number may be a host. */
const plainValue =
  /^(?:\d{1,5}|true|false|on|off|yes|no|none|null|trace|debug|info|notice|warn|warning|error|silent|json|text|stdio)?$/i;

/** Without certificate checks, an interceptor receives everything. */
const weakens = /verif|check|ssl|tls|cert|secur|trust|safe|auth|sandbox/i;

/** Whether the value of a variable or option with this name can't redirect anything. */
export const isHarmlessValue = (name: string, value: string): boolean =>
  plainValue.test(value) &&
  !namesPlace(name) &&
  !weakens.test(name) &&
  !takesCode.test(`--${name}`);

/** Runner options before the program that don't affect which program it is. */
const switches: Readonly<Record<string, RegExp>> = {
  npx: /^(?:-y|--yes|-q|--quiet|--prefer-(?:online|offline))$/,
  npm: /^(?:-y|--yes|-q|--quiet|-s|--silent|--prefer-(?:online|offline))$/,
  uvx: /^(?:-q|--quiet|--isolated|--offline|--refresh|--no-cache)$/,
  uv: /^(?:-q|--quiet|--isolated|--offline|--refresh|--no-cache)$/,
  python: /^-[uBq]$/,
  docker: /^(?:-i|-t|-it|--rm|--init|--interactive|--tty|--pull=(?:always|missing|never))$/,
  podman: /^(?:-i|-t|-it|--rm|--init|--interactive|--tty|--pull=(?:always|missing|never))$/,
};
/** Switches that take a value in no program. */
const aloneAnywhere = /^--(?:verbose|debug|quiet|silent|yes|read-?only|stdio|no-[\w-]+)$/;
const takesPackage = new Set(['npx', 'npm', 'pnpm', 'pnpx', 'bunx', 'uvx', 'uv', 'pipx']);

/**
 * Whether a word may be added, removed or changed while a secret stays. `others` are the other
 * side's words, of which it may be another version.
 */
export function isHarmlessWord(words: EditedWords, at: number, others: EditedWords): boolean {
  const { args, places, pieces, to } = words;
  const place = places[at];
  const word = args[at] ?? '';
  const before = args[at - 1] ?? '';
  if (place === undefined) return false;
  const { tool, kind, isNamed } = place;
  if (isSecret(words, at)) return true;
  const isOwnValue = at + 1 < to;
  if (isOwnValue && /^--?[\w.-]+$/.test(word) && isSecret(words, at + 1)) return true;
  if (!isNamed && kind !== 'unknown') {
    if (Object.hasOwn(switches, tool) && switches[tool]?.test(word) === true) return true;
    if (containers.has(tool) && /^(?:-e|--env)$/.test(word))
      return isOwnValue && isHanded(args[at + 1] ?? '');
    if (containers.has(tool) && /^(?:-e|--env)$/.test(before)) return isHanded(word);
    return isOtherVersion(word, place, others);
  }
  if (kind === 'contacts') return false;
  if (aloneAnywhere.test(word)) return !weakens.test(word);
  const option = /^--([\w.-]+)(?:=(.*))?$/s.exec(word);
  if (option !== null) {
    const [, name = '', value] = option;
    if (value !== undefined) return isHarmlessValue(name, value);
    // It must not take the unchanged word after it as its value.
    const next = args[at + 1];
    return (
      isHarmlessValue(name, '') &&
      (next === undefined ||
        (isOwnValue && plainValue.test(next)) ||
        (next.startsWith('-') && !isHidden(pieces[at + 1]) && !isHidden(pieces[at + 2])))
    );
  }
  if (before.startsWith('-') && !before.includes('=')) {
    const name = /^(?:--([\w.-]+)|-([a-gi-z]))$/.exec(before)?.slice(1).join('');
    return word !== '' && name !== undefined && isHarmlessValue(name, word);
  }
  return isNamed && isFolder(word);
}

const isHidden = (pieces: readonly MaskedPart[] | undefined): boolean =>
  pieces?.some(({ hidden }) => hidden) === true;
const isSecret = ({ pieces }: EditedWords, at: number): boolean => isCredential(pieces[at]);
/**
 * A credential of its own, after its name and scheme: not an address, and not JSON that contains
 * one.
 */
export const isCredential = (pieces: readonly MaskedPart[] | undefined): boolean =>
  pieces?.at(-1)?.hidden === true &&
  pieces.length <= 2 &&
  !/[{[]|\/\//.test(pieces.length === 2 ? (pieces[0]?.text ?? '') : '');

/** `NAME` that is passed on to a container, or `NAME=value`. */
function isHanded(text: string): boolean {
  const [, name, value = ''] = /^([A-Za-z_]\w*)(?:=(.*))?$/s.exec(text) ?? [];
  return name !== undefined && !loadsCode(name) && isHarmlessValue(name, value);
}

/** A local file or folder after the program's name that isn't an option. */
const isFolder = (word: string): boolean =>
  /^(?:\/|~\/|\.{1,2}\/|[A-Za-z]:[\\/])(?![\\/])(?:[\p{L}\p{N} ._+()-]|[\\/](?![\\/]))*$/u.test(
    word,
  ) && !/\.sock(?:et)?$/i.test(word);

/** The same package or image in another version, if a runner takes it as its program. */
function isOtherVersion(word: string, { tool }: ArgumentContext, others: EditedWords): boolean {
  const name = unversioned(tool, word);
  if (name === null) return false;
  for (let at = others.from; at < others.to; at += 1) {
    const place = others.places[at];
    if (place?.tool === tool && !place.isNamed && unversioned(tool, others.args[at] ?? '') === name)
      return true;
  }
  return false;
}

function unversioned(tool: string, word: string): string | null {
  if (containers.has(tool))
    return /^([a-z\d][\w.-]*(?::\d+(?=\/))?(?:\/[\w.-]+)*?)(?::[\w.-]+)?$/.exec(word)?.[1] ?? null;
  return takesPackage.has(tool)
    ? (/^((?:@[\w.-]+\/)?[A-Za-z\d][\w.-]*)(?:(?:@|==)[\^~]?[\w.+-]+)?$/.exec(word)?.[1] ?? null)
    : null;
}
