import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { z } from 'zod';
import { isIdentity } from '../../../shared/host/identity.ts';
import { digestSchema, type Identity } from '../../../shared/model/approval.ts';
import { identityKey } from '../../core/decisions/identity.ts';
import { nameTwice } from '../../core/json-text.ts';
import { setDigest } from '../../core/decisions/set-digest.ts';
import { readBounded } from '../../storage/disk/bounded-read.ts';
import { CommandError } from '../call/command.ts';
import { textIn } from '../call/text-in.ts';

/** Far more than 10,000 skills need. */
const mostBytes = 64 * 1024 * 1024;

/** One approval in a lock file. */
export interface LockedSkill {
  readonly server: string;
  readonly identity: Identity;
  readonly uri: string;
  readonly setDigest: string;
  readonly metadataDigest: string;
  readonly expiresAt: string | null;
  readonly allowedTools: readonly string[];
}

const lockSchema = z.strictObject({
  format: z.literal('skillgate/lock@1'),
  skills: z.array(
    z.strictObject({
      server: z.string(),
      identity: z.custom<Identity>(isIdentity, 'no identity'),
      uri: z.string(),
      setDigest: digestSchema,
      metadataDigest: digestSchema,
      expiresAt: z.iso.datetime().nullable(),
      allowedTools: z.array(z.string()),
      resources: z.record(z.string(), digestSchema),
    }),
  ),
});

/**
 * Reads what `export --as lock` wrote. Throws a CommandError for a file that isn't a lock file,
 * contradicts itself or names one skill twice: there is no telling which set would count.
 */
export async function readLock(name: string, cwd: string): Promise<readonly LockedSkill[]> {
  const path = resolve(cwd, name);
  // The person named that file, so following a link is fine.
  const file = await readBounded(await realpath(path).catch(() => path), mostBytes, { own: false });
  if (!file.ok) throw new CommandError(file.error.message, 'bad-input');
  const bad = (why: string): CommandError =>
    new CommandError(`${path} is not a lock file: ${why}`, 'bad-input');
  const text = textIn(file.value.bytes, path);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw bad('it is not JSON');
  }
  // A reviewer may have read the first of two equal names, while parsing keeps the last.
  const twice = nameTwice(text);
  if (twice !== null) throw bad(`${JSON.stringify(twice)} appears twice in one object`);
  const lock = lockSchema.safeParse(value);
  if (!lock.success) {
    const [issue] = lock.error.issues;
    throw bad(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
  }
  const seen = new Set<string>();
  for (const { identity, uri, resources, setDigest: named } of lock.data.skills) {
    const key = JSON.stringify([identityKey(identity), uri]);
    if (seen.has(key)) throw bad(`it lists ${uri} twice`);
    seen.add(key);
    const files = Object.entries(resources).map(([file, digest]) => ({ uri: file, digest }));
    if (setDigest(files) !== named) throw bad(`the set digest of ${uri} doesn't match its files`);
  }
  return lock.data.skills;
}
