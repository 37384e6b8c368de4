import type { SecretInput, ServerInput, ServerTarget } from '../../../shared/model/server.ts';

/** A secret row of the form. `kept`: a stored value that was not typed again. */
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
  readonly url: string;
  readonly secrets: readonly SecretRow[];
}

export const emptyForm: ServerForm = {
  label: '',
  type: 'stdio',
  command: '',
  args: '',
  cwd: '',
  url: '',
  secrets: [],
};

/** The form of a server that exists: secret values stay on the main side and are only named. */
export function formOf(label: string, target: ServerTarget): ServerForm {
  const names = target.type === 'stdio' ? target.envNames : target.headerNames;
  const secrets = names.map((name, id) => ({ id, name, value: '', kept: true }));
  if (target.type === 'stdio')
    return {
      ...emptyForm,
      label,
      type: 'stdio',
      command: target.command,
      args: target.args.join('\n'),
      cwd: target.cwd ?? '',
      secrets,
    };
  return { ...emptyForm, label, type: target.type, url: target.url, secrets };
}

export type FormErrors = Partial<Record<'label' | 'command' | 'url' | 'secrets', string>>;

/** What keeps the form from being sent, by field. `taken`: labels of other servers. */
export function formErrors(form: ServerForm, taken: ReadonlySet<string>): FormErrors {
  const errors: FormErrors = {};
  const label = form.label.trim();
  if (label === '') errors.label = 'Give it a label: it is how you will know it.';
  else if (taken.has(label)) errors.label = 'Another server has this label.';
  if (form.type === 'stdio') {
    if (form.command.trim() === '') errors.command = 'Name the program to run.';
  } else if (!/^https?:$/.test(schemeOf(form.url)))
    errors.url = 'An address starts with https:// or http://.';
  const names = form.secrets.map((row) => row.name.trim()).filter((name) => name !== '');
  if (new Set(names).size !== names.length) errors.secrets = 'A name occurs twice.';
  return errors;
}

function schemeOf(url: string): string {
  try {
    return new URL(url.trim()).protocol;
  } catch {
    return '';
  }
}

/** The server as the contract wants it. Rows without a name are left out. */
export function inputOf(form: ServerForm): ServerInput {
  const secrets: Record<string, SecretInput> = {};
  for (const row of form.secrets)
    if (row.name.trim() !== '')
      secrets[row.name.trim()] = row.kept ? { kept: true } : { set: row.value };
  if (form.type !== 'stdio')
    return {
      type: form.type,
      url: form.url.trim(),
      headers: form.type === 'well-known' ? {} : secrets,
    };
  const args = form.args === '' ? [] : form.args.split('\n');
  const cwd = form.cwd.trim();
  return {
    type: 'stdio',
    command: form.command.trim(),
    args,
    env: secrets,
    ...(cwd === '' ? {} : { cwd }),
  };
}
