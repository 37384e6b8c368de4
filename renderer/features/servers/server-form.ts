import { isStartSeconds, startSecondsRange } from '../../../shared/model/plain.ts';
import { addressAsCommand, addressProblem } from '../../../shared/url.ts';
import type { SecretInput, ServerInput, ServerTarget } from '../../../shared/model/server.ts';

/** A secret row of the form. `kept`: a stored value that wasn't retyped. */
export interface SecretRow {
  readonly id: number;
  readonly name: string;
  readonly value: string;
  readonly kept: boolean;
}
export interface ServerForm {
  readonly label: string;
  readonly type: 'stdio' | 'http' | 'sse' | 'well-known';
  readonly command: string;
  /** One argument per line. */
  readonly args: string;
  readonly cwd: string;
  readonly startIn: string;
  readonly url: string;
  readonly secrets: readonly SecretRow[];
  /** Seconds as typed; empty for the default. */
  readonly startTimeout: string;
}

export const emptyForm: ServerForm = {
  label: '',
  type: 'stdio',
  command: '',
  args: '',
  cwd: '',
  startIn: '',
  url: '',
  secrets: [],
  startTimeout: '',
};

/**
 * The form for an existing server: secret values stay in the main process and only their names are
 * shown.
 */
export function formOf(label: string, target: ServerTarget): ServerForm {
  const names = target.type === 'stdio' ? target.envNames : target.headerNames;
  const startTimeout = target.startTimeout === undefined ? '' : String(target.startTimeout);
  const secrets = names.map((name, id) => ({ id, name, value: '', kept: true }));
  if (target.type === 'stdio')
    return {
      ...emptyForm,
      label,
      type: 'stdio',
      command: target.command,
      args: target.args.join('\n'),
      cwd: target.cwd ?? '',
      startIn: target.startIn ?? '',
      secrets,
      startTimeout,
    };
  return { ...emptyForm, label, type: target.type, url: target.url, secrets, startTimeout };
}

export type FormErrors = Partial<
  Record<'label' | 'command' | 'url' | 'secrets' | 'startTimeout', string>
>;

/** What keeps the form from being saved, by field. `taken`: labels of other servers. */
export function formErrors(form: ServerForm, taken: ReadonlySet<string>): FormErrors {
  const errors: FormErrors = {};
  const label = form.label.trim();
  if (label === '') errors.label = 'Enter a label.';
  else if (taken.has(label)) errors.label = 'Another server already has this label.';
  if (form.type === 'stdio') {
    const command = form.command.trim();
    const isAlone = [form.args, form.cwd, form.startIn].every((text) => text.trim() === '');
    const address = addressAsCommand(command, { isAlone });
    if (command === '') errors.command = 'Enter the program to run.';
    else if (address !== null) errors.command = address;
  } else {
    const problem = addressProblem(form.url.trim());
    if (problem !== null)
      errors.url = form.url.includes('://')
        ? `The address ${problem}.`
        : 'Start the address with https:// or http://.';
  }
  if (form.type !== 'well-known' && secondsOf(form) === null)
    errors.startTimeout = `Enter ${startSecondsRange}, or leave this empty.`;
  const names = form.secrets.map((row) => row.name.trim()).filter((name) => name !== '');
  if (names.includes('__proto__'))
    errors.secrets = 'You can’t set the name __proto__ here. Change it in the file.';
  if (new Set(names).size !== names.length) errors.secrets = 'Two rows have the same name.';
  return errors;
}

/** The seconds typed; undefined if none, null if not a valid number. */
function secondsOf({ startTimeout }: ServerForm): number | null | undefined {
  const typed = startTimeout.trim();
  if (typed === '') return undefined;
  const seconds = /^\d{1,4}$/.test(typed) ? Number(typed) : null;
  return isStartSeconds(seconds) ? seconds : null;
}

/**
 * The server as the contract expects it, including blanks: the main process, which knows the stored
 * values, decides which count. Unnamed rows are left out unless stored that way.
 */
export function inputOf(form: ServerForm): ServerInput {
  const secrets = Object.fromEntries(
    form.secrets
      .filter((row) => row.kept || row.name.trim() !== '')
      .map((row): [string, SecretInput] => [
        row.name,
        row.kept ? { kept: true } : { set: row.value },
      ]),
  );
  const seconds = form.type === 'well-known' ? undefined : secondsOf(form);
  const start = typeof seconds === 'number' ? { startTimeout: seconds } : {};
  if (form.type !== 'stdio')
    return {
      type: form.type,
      url: form.url.trim(),
      headers: form.type === 'well-known' ? {} : secrets,
      ...start,
    };
  return {
    type: 'stdio',
    command: form.command,
    // A text field turns every line break into one character.
    args: form.args === '' ? [] : form.args.split(/\r\n|\r|\n/),
    env: secrets,
    ...(form.cwd === '' ? {} : { cwd: form.cwd }),
    ...(form.startIn === '' ? {} : { startIn: form.startIn }),
    ...start,
  };
}
