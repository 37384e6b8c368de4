import { err, ok, type Result } from '../../../shared/result.ts';
import type { RequestError } from '../../../shared/contract.ts';
import type { SecretInput, ServerInput } from '../../../shared/model/server.ts';
import { isAddress } from '../../core/import/address.ts';
import { masked } from '../../core/import/mask.ts';
import { maskUrl } from '../../core/import/masked-target.ts';
import { fault } from '../errors.ts';
import type { ServerConfig } from '../ports/servers.ts';
import { keptArguments } from './kept-arguments.ts';

/**
 * What a form says of a server, as it is stored. `before` is what is stored now: a secret that the
 * form does not set keeps its value, which no window ever has.
 */
export function configOf(
  input: ServerInput,
  before: ServerConfig | null,
): Result<ServerConfig, RequestError> {
  if (input.type === 'stdio') {
    const env = secrets(input.env, before?.type === 'stdio' ? before.env : {});
    if (!env.ok) return env;
    const args = keptArguments(input.args, before?.type === 'stdio' ? before : null);
    if (args === null) return err(fault('bad-input', `An argument ${hiddenPart}`));
    const cwd = input.cwd?.trim() ?? '';
    return ok({
      type: 'stdio',
      command: input.command.trim(),
      args: [...args],
      env: env.value,
      ...(cwd === '' ? {} : { cwd }),
    });
  }
  const url = keptAddress(input.url.trim(), before);
  if (url.includes(masked)) return err(fault('bad-input', `The address ${hiddenPart}`));
  if (!isAddress(url))
    return err(fault('bad-input', 'The address must be a complete http:// or https:// URL.'));
  if (input.type === 'well-known' && Object.keys(input.headers).length > 0)
    return err(fault('bad-input', 'No headers are sent to a well-known address.'));
  const headers = secrets(
    input.headers,
    before !== null && before.type !== 'stdio' ? before.headers : {},
  );
  return headers.ok ? ok({ type: input.type, url, headers: headers.value }) : headers;
}

const hiddenPart = `has a hidden part (${masked}) and was changed: write it whole, or leave it as it was.`;

/** The stored address where the form gives it as it got it, with what is secret hidden. */
const keptAddress = (url: string, before: ServerConfig | null): string =>
  before !== null && before.type !== 'stdio' && url === maskUrl(before.url) ? before.url : url;

function secrets(
  input: Readonly<Record<string, SecretInput>>,
  before: Readonly<Record<string, string>>,
): Result<Record<string, string>, RequestError> {
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(input)) {
    if ('set' in value) values[name] = value.set;
    else if (Object.hasOwn(before, name)) values[name] = before[name] ?? '';
    else return err(fault('bad-input', `No value is stored for ${name}.`));
  }
  return ok(values);
}
