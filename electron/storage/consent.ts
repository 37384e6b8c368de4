import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { err, ok, type Result } from '../../shared/result.ts';
import type { ConsentStore } from '../engine/ports/servers.ts';
import { readBounded } from './disk/bounded-read.ts';
import { rewriteFile } from './disk/json-file.ts';

const mostBytes = 4 * 1024 * 1024;
const fileSchema = z.looseObject({
  format: z.literal('skillgate/consents@1'),
  consents: z.record(z.string(), z.string()),
});

type Consents = readonly (readonly [label: string, fingerprint: string])[];

/**
 * Which command each label was allowed to start, in `consents.json`. A file that cannot be
 * read allows nothing: the person is asked again. `list` is the file of servers for one run whose
 * labels these are; null for the stored ones.
 */
export function openConsents(
  folder: string,
  now: () => number,
  list: string | null = null,
): ConsentStore {
  const path = join(folder, 'consents.json');
  // Another list may have the same label: what was allowed there stays, and allows nothing here.
  const named = (label: string): string => (list === null ? label : JSON.stringify([list, label]));
  const change = async (
    to: (consents: Consents) => Consents,
  ): Promise<Result<void, 'unwritable'>> => {
    const written = await rewriteFile(path, async (): Promise<Result<string, 'unwritable'>> => {
      const stored = await read(path);
      // A damaged file only costs repeated questions: set it aside and start over.
      if (!stored.ok && stored.error === 'corrupt')
        await rename(path, `${path}.corrupt-${new Date(now()).toISOString().replaceAll(':', '-')}`);
      if (!stored.ok && stored.error === 'unreadable') return err('unwritable');
      const consents = Object.fromEntries(to(stored.ok ? stored.value : []));
      return ok(`${JSON.stringify({ format: 'skillgate/consents@1', consents }, null, 2)}\n`);
    });
    return written.ok ? ok(undefined) : err('unwritable');
  };
  return {
    async state(label, fingerprint) {
      const stored = await read(path);
      const key = named(label);
      const allowed = stored.ok ? stored.value.find(([name]) => name === key)?.[1] : undefined;
      if (allowed === undefined) return 'new';
      return allowed === fingerprint ? 'allowed' : 'changed';
    },
    allow(label, fingerprint) {
      const key = named(label);
      return change((consents) => [
        ...consents.filter(([name]) => name !== key),
        [key, fingerprint],
      ]);
    },
    async forget(label) {
      const stored = await read(path);
      const key = named(label);
      // Nothing is written for nothing; a file that cannot be read allows nothing.
      if (!stored.ok || !stored.value.some(([name]) => name === key)) return ok(undefined);
      return change((consents) => consents.filter(([name]) => name !== key));
    },
  };
}

async function read(path: string): Promise<Result<Consents, 'corrupt' | 'unreadable'>> {
  const file = await readBounded(path, mostBytes);
  if (!file.ok) return file.error.reason === 'missing' ? ok([]) : err('unreadable');
  try {
    const value = JSON.parse(file.value.bytes.toString('utf8')) as z.infer<typeof fileSchema>;
    // The value itself, not the parsed copy, which leaves out a label such as `__proto__`.
    return fileSchema.safeParse(value).success
      ? ok(
          Object.entries(value.consents).filter(
            ([, fingerprint]) => typeof fingerprint === 'string',
          ),
        )
      : err('corrupt');
  } catch {
    return err('corrupt');
  }
}
