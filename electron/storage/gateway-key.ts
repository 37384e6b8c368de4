import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { err, ok, type Result } from '../../shared/result.ts';
import { readBounded } from './disk/bounded-read.ts';
import { rewriteFile } from './disk/json-file.ts';

/**
 * The key of the gateway's port, in `gateway-key` of the data folder (0600): made on first use,
 * the same for every gateway of this person. The error is one line for people.
 */
export async function gatewayKey(
  folder: string,
): Promise<Result<{ readonly key: string; readonly path: string }, string>> {
  const path = join(folder, 'gateway-key');
  const read = async (): Promise<Result<string | null, string>> => {
    const file = await readBounded(path, 1_024);
    if (!file.ok) return file.error.reason === 'missing' ? ok(null) : err(file.error.message);
    const key = file.value.bytes.toString('utf8').trim();
    // A short one, or an empty file, would let others in.
    return /^[\w-]{43,}$/.test(key) ? ok(key) : err(`${path} holds no key; remove it`);
  };
  const known = await read();
  if (!known.ok) return known;
  if (known.value !== null) return ok({ key: known.value, path });
  await rewriteFile<'there'>(path, async () => {
    const now = await read();
    return now.ok && now.value === null
      ? ok(`${randomBytes(32).toString('base64url')}\n`)
      : err('there');
  });
  const made = await read();
  if (!made.ok) return made;
  return made.value === null ? err(`${path} can not be written`) : ok({ key: made.value, path });
}
