import { err, ok, type Result } from '../../../shared/result.ts';
import type { RequestError } from '../../../shared/contract.ts';
import type { SecretInput, ServerInput } from '../../../shared/model/server.ts';
import { isAddress } from '../../core/import/address.ts';
import { fault } from '../errors.ts';
import type { ServerConfig } from '../ports/servers.ts';

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
    const cwd = input.cwd?.trim() ?? '';
    return ok({
      type: 'stdio',
      command: input.command.trim(),
      args: input.args,
      env: env.value,
      ...(cwd === '' ? {} : { cwd }),
    });
  }
  if (!isAddress(input.url.trim()))
    return err(fault('bad-input', 'The address must be a complete http:// or https:// URL.'));
  if (input.type === 'well-known' && Object.keys(input.headers).length > 0)
    return err(fault('bad-input', 'No headers are sent to a well-known address.'));
  const headers = secrets(
    input.headers,
    before !== null && before.type !== 'stdio' ? before.headers : {},
  );
  return headers.ok
    ? ok({ type: input.type, url: input.url.trim(), headers: headers.value })
    : headers;
}

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
