import { join } from 'node:path';
import { z } from 'zod';
import { hostIds } from '../../../shared/model/plain.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { HostLedger, LedgerLine } from '../../engine/ports/hosts.ts';
import { readBounded } from '../disk/bounded-read.ts';
import { rewriteFile } from '../disk/json-file.ts';

const mostBytes = 16 * 1024 * 1024;
const format = 'skillgate/hosts@1';
const fileSchema = z.object({
  format: z.literal(format),
  entries: z.array(
    z.object({
      host: z.enum(hostIds),
      file: z.string(),
      path: z.array(z.string()).min(1),
      server: z.string(),
      before: z.string(),
      after: z.string(),
      at: z.string(),
    }),
  ),
});

/**
 * What stood in the files of hosts before, in `hosts.json` (0600: entries hold secrets). A file
 * that cannot be read is never written: it is the only way back.
 */
export function openHostLedger(folder: string): HostLedger {
  const path = join(folder, 'hosts.json');

  const read = async (): Promise<Result<readonly LedgerLine[], string>> => {
    const file = await readBounded(path, mostBytes);
    if (!file.ok) return file.error.reason === 'missing' ? ok([]) : err(file.error.message);
    try {
      const parsed = fileSchema.safeParse(JSON.parse(file.value.bytes.toString('utf8')));
      return parsed.success ? ok(parsed.data.entries) : err(`${path} is damaged`);
    } catch {
      return err(`${path} is damaged`);
    }
  };

  const change = async (
    to: (lines: readonly LedgerLine[]) => readonly LedgerLine[],
  ): Promise<Result<void, string>> => {
    let why = `${path} can’t be written`;
    const written = await rewriteFile(path, async (): Promise<Result<string, 'unwritable'>> => {
      const lines = await read();
      if (!lines.ok) {
        why = lines.error;
        return err('unwritable');
      }
      return ok(`${JSON.stringify({ format, entries: to(lines.value) }, null, 2)}\n`);
    });
    return written.ok ? ok(undefined) : err(why);
  };

  return {
    where: async () => path,
    list: read,
    put: (fresh) =>
      change((lines) => [
        ...lines.filter((line) => !fresh.some((one) => isSame(one, line))),
        ...fresh,
      ]),
    drop: (gone) =>
      change((lines) => lines.filter((line) => !gone.some((one) => isSame(one, line)))),
  };
}

type Place = Pick<LedgerLine, 'host' | 'file' | 'path'>;
const isSame = (a: Place, b: Place): boolean =>
  a.host === b.host && a.file === b.file && JSON.stringify(a.path) === JSON.stringify(b.path);
