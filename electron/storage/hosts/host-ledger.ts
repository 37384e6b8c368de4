import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { hostIds } from '../../../shared/model/plain.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { HostFiles, HostLedger, LedgerLine } from '../../engine/ports/hosts.ts';
import { writeAtomic } from '../disk/atomic-file.ts';
import { readBounded, readJson } from '../disk/bounded-read.ts';
import { codeOf } from '../disk/data-folder.ts';
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
 * What stood in the files of hosts before (0600: entries hold secrets): in `hosts.json` of the data
 * folder, and beside each host's file, so that there's a way back without the data folder. A file
 * that can't be read is never written over.
 */
export function openHostLedger(folder: string, files: HostFiles['files'] = []): HostLedger {
  const main = join(folder, 'hosts.json');

  const list = async (): Promise<Result<readonly LedgerLine[], string>> => {
    const kept = await read(main);
    if (!kept.ok) return kept;
    const beside = await Promise.all(files.map(linesBeside));
    // One damaged copy must not keep the entries of other apps from being restored.
    const others = beside.flatMap((lines) => (lines.ok ? lines.value : []));
    return ok([
      ...kept.value,
      ...others.filter((line) => !kept.value.some((one) => isSame(one, line))),
    ]);
  };

  const change = async (
    to: (lines: readonly LedgerLine[]) => readonly LedgerLine[],
  ): Promise<Result<void, string>> => {
    let why = `${main} can’t be written`;
    const written = await rewriteFile(main, async (): Promise<Result<string, 'unwritable'>> => {
      const lines = await list();
      const fresh = lines.ok ? to(lines.value) : [];
      const beside = lines.ok ? await writeBeside(files, lines.value, fresh) : lines;
      if (!beside.ok) {
        why = beside.error;
        return err('unwritable');
      }
      return ok(textOf(fresh));
    });
    return written.ok ? ok(undefined) : err(why);
  };

  return {
    async where() {
      const paths = [main, ...files.map(({ path }) => besidePath(path))];
      const found = await Promise.all(paths.map((path) => readBounded(path, mostBytes)));
      return paths.filter((_, at) => found[at]?.ok === true);
    },
    list,
    async unreadBeside(file) {
      const lines = await read(besidePath(file));
      return lines.ok ? null : lines.error;
    },
    put: (fresh) =>
      change((lines) => [
        ...lines.filter((line) => !fresh.some((one) => isSame(one, line))),
        ...fresh,
      ]),
    drop: (gone) =>
      change((lines) => lines.filter((line) => !gone.some((one) => isSame(one, line)))),
  };
}

/** No app reads a file of that name. */
const besidePath = (path: string): string => `${path}.skillgate-undo`;

const textOf = (entries: readonly LedgerLine[]): string =>
  `${JSON.stringify({ format, entries }, null, 2)}\n`;

const read = (path: string): Promise<Result<readonly LedgerLine[], string>> =>
  readJson<readonly LedgerLine[]>(path, mostBytes, {
    missing: [],
    take: (json) => fileSchema.safeParse(json).data?.entries ?? null,
  });

/** Lines about other files than the one they lie beside are somebody else's. */
async function linesBeside({
  id,
  path,
}: HostFiles['files'][number]): Promise<Result<readonly LedgerLine[], string>> {
  const lines = await read(besidePath(path));
  return lines.ok
    ? ok(lines.value.filter(({ host, file }) => host === id && file === path))
    : lines;
}

/** Writes what changed beside the files of hosts. */
async function writeBeside(
  files: HostFiles['files'],
  before: readonly LedgerLine[],
  after: readonly LedgerLine[],
): Promise<Result<void, string>> {
  for (const { id, path } of files) {
    const its = (lines: readonly LedgerLine[]): readonly LedgerLine[] =>
      lines.filter(({ host, file }) => host === id && file === path);
    const lines = its(after);
    if (JSON.stringify(lines) === JSON.stringify(its(before))) continue;
    const beside = besidePath(path);
    const there = await read(beside);
    if (!there.ok) return err(`${there.error}. Move it away, then try again`);
    try {
      if (lines.length === 0) await rm(beside, { force: true });
      else await writeAtomic(beside, [Buffer.from(textOf(lines))]);
    } catch (error) {
      const code = codeOf(error);
      if (code === '') throw error;
      // Where the app's own folder is gone, so is what could be undone.
      if (lines.length > 0 || code !== 'ENOENT') return err(`${beside} can’t be written (${code})`);
    }
  }
  return ok(undefined);
}

type Place = Pick<LedgerLine, 'host' | 'file' | 'path'>;
const isSame = (a: Place, b: Place): boolean =>
  a.host === b.host && a.file === b.file && JSON.stringify(a.path) === JSON.stringify(b.path);
