import { isVariableName, variableNameWords } from '../../core/import/server-entry.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { RequestError } from '../../../shared/contract.ts';
import { isStartSeconds, startSecondsRange } from '../../../shared/model/plain.ts';
import type { SecretInput, ServerInput } from '../../../shared/model/server.ts';
import { masked } from '../../core/import/mask.ts';
import { maskUrl, maskedTarget } from '../../core/import/masked-target.ts';
import { variablesParts } from '../../core/start/argument.ts';
import { elsewhere, addressTarget } from '../../core/start/edit/other-targets.ts';
import { isAbsolutePath } from '../../core/start/start-folder.ts';
import { addressAsCommand, addressProblem } from '../../../shared/url.ts';
import { fault } from '../options.ts';
import type { ServerConfig } from '../ports/servers.ts';

/**
 * The configuration that a form stands for. `before` is the stored one it was opened on: a secret
 * that the form doesn't set keeps its value, which no window ever has, but only for the same
 * command or host. Another one never gets it unasked.
 */
export function configOf(
  input: ServerInput,
  before: ServerConfig | null,
): Result<ServerConfig, RequestError> {
  const config = targetOf(input, before);
  const { startTimeout } = input;
  if (!config.ok || startTimeout === undefined) return config;
  if (!isStartSeconds(startTimeout))
    return err(fault('bad-input', `The start timeout is ${startSecondsRange}.`));
  return ok({ ...config.value, startTimeout });
}

function targetOf(
  input: ServerInput,
  before: ServerConfig | null,
): Result<ServerConfig, RequestError> {
  if (input.type === 'stdio') return commandOf(input, before?.type === 'stdio' ? before : null);
  const stored = before !== null && before.type !== 'stdio' ? before : null;
  const url = keptAddress(input.url, stored);
  if (url.includes(masked)) return err(fault('bad-input', `The address ${hiddenPart}`));
  const problem = addressProblem(url);
  if (problem !== null) return err(fault('bad-input', `The address ${problem}.`));
  if (input.type === 'well-known' && Object.keys(input.headers).length > 0)
    return err(fault('bad-input', 'Skillgate sends no headers to a well-known address.'));
  const isSame = stored !== null && isSameHost(stored.url, url);
  const kept = keptName(input.headers);
  if (kept !== null && stored !== null && !isSame)
    return err(fault('bad-input', writeAgain(kept, 'the host is different')));
  const headers = secrets(input.headers, stored?.headers ?? {});
  if (!headers.ok) return headers;
  // No window edits it; another host would name somebody else to give the secret to.
  const oauth = isSame && stored.oauth !== undefined ? { oauth: stored.oauth } : {};
  // No form shows that the type was left out, so one that changes nothing about it keeps that.
  const isTypeImplied =
    input.type === 'http' && (input.isTypeImplied ?? (isSame && stored.isTypeImplied)) === true;
  const implied = isTypeImplied ? ({ isTypeImplied } as const) : {};
  return ok({ type: input.type, url, headers: headers.value, ...oauth, ...implied });
}

/** Whether two addresses have one host, and tell it of no other one to hand on to. */
const isSameHost = (one: string, other: string): boolean =>
  JSON.stringify(addressTarget(one)) === JSON.stringify(addressTarget(other));

type Command = Extract<ServerConfig, { readonly type: 'stdio' }>;

function commandOf(
  input: Extract<ServerInput, { readonly type: 'stdio' }>,
  before: Command | null,
): Result<ServerConfig, RequestError> {
  const command = tidied(input.command, before?.command);
  const args = keptArguments(input.args, before);
  if (args === null) return err(fault('bad-input', `An argument ${hiddenPart}`));
  if (!Object.keys(input.env).every(isVariableName))
    return err(fault('bad-input', `Nothing was changed: ${variableNameWords}.`));
  const env = secrets(input.env, before?.env ?? {});
  if (!env.ok) return env;
  const cwd = tidied(input.cwd ?? '', before?.cwd);
  const startIn = tidied(input.startIn ?? '', before?.startIn);
  if (startIn !== '' && !isAbsolutePath(startIn))
    return err(fault('bad-input', 'The folder to start in must be a full path.'));
  const config: Command = {
    type: 'stdio',
    command,
    args: [...args.args],
    env: env.value,
    ...(cwd === '' ? {} : { cwd }),
    ...(startIn === '' ? {} : { startIn }),
  };
  const isAlone = config.args.length === 0 && cwd === '' && startIn === '';
  const address = command === before?.command ? null : addressAsCommand(command, { isAlone });
  if (address !== null) return err(fault('bad-input', address));
  if (before === null) return ok(config);
  const kept = args.hides ? anArgument : keptName(input.env);
  const cause = kept === null ? null : elsewhere(before, config);
  if (kept !== null && cause !== null) return err(fault('bad-input', writeAgain(kept, cause)));
  const bare = nowShown(config, before, input.env);
  return bare === undefined
    ? ok(config)
    : err(fault('bad-input', writeAgain(valueOf(bare), 'another field uses it')));
}

/** A kept value that was hidden and would be on screen now: `sh -c '$TOKEN'` has it shown. */
const nowShown = (
  config: Command,
  before: Command,
  input: Readonly<Record<string, SecretInput>>,
): string | undefined => {
  const was = new Map(variablesParts(before).map(({ name, value }) => [name, value]));
  return variablesParts(config).find(({ name, value }) => {
    const given = Object.hasOwn(input, name) ? input[name] : undefined;
    return (
      given !== undefined &&
      'kept' in given &&
      JSON.stringify(was.get(name)) !== JSON.stringify(value)
    );
  })?.name;
};

const anArgument = `The hidden part (${masked}) of an argument`;
const valueOf = (name: string): string => `The value of ${name}`;
const writeAgain = (what: string, cause: string): string =>
  `${what} was stored for something else (${cause}). Enter it again.`;

/** The name of the first value that the form doesn't change. */
function keptName(input: Readonly<Record<string, SecretInput>>): string | null {
  const name = Object.keys(input).find((one) => 'kept' in (input[one] ?? {}));
  return name === undefined ? null : valueOf(name);
}

/** Without the blanks around it, unless it was stored with them: they may be part of a name. */
const tidied = (given: string, stored: string | undefined): string =>
  given === stored ? given : given.trim();

const hiddenPart =
  `has a hidden part (${masked}), and it or the setting it belongs to changed. ` +
  'Enter it in full, or leave the other settings unchanged.';

/** The stored address where the form gives it as it got it, with what is secret hidden. */
const keptAddress = (url: string, before: { readonly url: string } | null): string =>
  before !== null && url.trim() === maskUrl(before.url).trim() ? before.url : url.trim();

function secrets(
  input: Readonly<Record<string, SecretInput>>,
  before: Readonly<Record<string, string>>,
): Result<Record<string, string>, RequestError> {
  const values: [string, string][] = [];
  for (const [given, value] of Object.entries(input)) {
    const name = Object.hasOwn(before, given) ? given : given.trim();
    if ('set' in value) values.push([name, value.set]);
    else if (!Object.hasOwn(before, name))
      return err(fault('bad-input', `There’s no stored value for ${name}.`));
    else values.push([name, before[name] ?? '']);
  }
  return ok(Object.fromEntries(values));
}

/** A line break as a text field gives it: it makes one sign of each. */
const lineBreak = /\r\n|\r|\n/;

/**
 * The arguments that a form means. The form got those of `before` with their secrets hidden, one a
 * line. Lines that didn't change at both ends keep exactly what is stored. Null where a hidden
 * value is among the changed lines, or would end up behind another option. `hides` tells whether
 * any of them has a part that the form doesn't show.
 */
function keptArguments(
  given: readonly string[],
  before: Command | null,
): { readonly args: readonly string[]; readonly hides: boolean } | null {
  const shown = before === null ? [] : shownOf(before);
  if (shown.flatMap(({ lines }) => lines).join('\n') === given.join('\n'))
    return { args: before === null ? given : before.args, hides: shown.some(isHidden) };
  const first = sameAt(given, shown);
  const rest = given.slice(first.lines);
  const last = sameAtEnd(rest, shown.slice(first.arguments));
  const added = rest.slice(0, rest.length - last.lines);
  const removed = shown.slice(first.arguments, shown.length - last.arguments);
  const kept = [...shown.slice(0, first.arguments), ...shown.slice(shown.length - last.arguments)];
  if (added.some((line) => line.includes(masked))) return null;
  if (kept.some(isHidden)) {
    const behind = shown[shown.length - last.arguments];
    if (behind !== undefined && isHidden(behind) && !behind.stored.startsWith('-')) return null;
    // Of two that look alike nobody can tell which was taken away.
    if (removed.some((one) => isHidden(one) && kept.some((other) => looksAs(one, other))))
      return null;
  }
  const args = [
    ...shown.slice(0, first.arguments).map(({ stored }) => stored),
    ...added,
    ...shown.slice(shown.length - last.arguments).map(({ stored }) => stored),
  ];
  // What is hidden because of its neighbours must not be shown for want of them.
  const after = before === null ? [] : shownOf({ ...before, args });
  const again = [...after.slice(0, first.arguments), ...after.slice(args.length - last.arguments)];
  return kept.every(({ lines }, at) => lines.join('\n') === again[at]?.lines.join('\n'))
    ? { args, hides: kept.some(isHidden) }
    : null;
}

interface Shown {
  readonly stored: string;
  /** The lines that it fills in the form. */
  readonly lines: readonly string[];
}

const isHidden = ({ stored, lines }: Shown): boolean =>
  lines.some((line) => line.includes(masked)) && !stored.includes(masked);
const looksAs = (one: Shown, other: Shown): boolean =>
  one.stored !== other.stored && one.lines.join('\n') === other.lines.join('\n');

function shownOf(before: Command): Shown[] {
  const target = maskedTarget(before);
  const texts = target.type === 'stdio' ? target.args : [];
  return before.args.map((stored, at) => ({
    stored,
    lines: (texts[at] ?? stored).split(lineBreak),
  }));
}

/** How many arguments, and lines of them, stand at the start as they were. */
function sameAt(given: readonly string[], shown: readonly Shown[]) {
  let lines = 0;
  let count = 0;
  for (const { lines: own } of shown) {
    const start = lines;
    if (!own.every((line, by) => given[start + by] === line)) break;
    lines += own.length;
    count += 1;
  }
  return { arguments: count, lines };
}

/** The same of the end. */
function sameAtEnd(given: readonly string[], shown: readonly Shown[]) {
  const turned = shown.map((one) => ({ ...one, lines: one.lines.toReversed() })).toReversed();
  return sameAt(given.toReversed(), turned);
}
