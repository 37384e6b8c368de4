import { err, ok, type Result } from '../../../shared/result.ts';
import { readBounded } from '../disk/bounded-read.ts';
import type { FileSystem } from '../disk/disk.ts';
import type { FileStamp } from '../disk/file-stamp.ts';
import { rewriteFile } from '../disk/json-file.ts';
import { nothing, parseContents, type VaultContents } from './contents.ts';
import { parseEnvelope, seal, unseal, type SealedFile, type VaultKey } from './envelope.ts';
import { vaultProblem, type VaultProblem } from './problem.ts';

const mostBytes = 4 * 1024 * 1024;

/** The encrypted file, which is replaced whole and under its lock. */
export interface VaultFile {
  readonly path: string;
  /** Null where there is none. */
  read(): Promise<Result<SealedFile | null, VaultProblem>>;
  opened(envelope: SealedFile, key: VaultKey): Result<VaultContents, VaultProblem>;
  /**
   * Changes what the file under `from` (null: no file) holds, and puts it under `to`. 'moved': it is
   * under another key meanwhile. The stamp is null where there was nothing to write.
   */
  replace(
    from: VaultKey | null,
    to: VaultKey,
    edit: (contents: VaultContents) => VaultContents,
  ): Promise<Result<FileStamp | null, VaultProblem | 'moved'>>;
}

export function vaultFileAt(path: string, disk: FileSystem): VaultFile {
  const problem = (said: Parameters<typeof vaultProblem>[0]): { ok: false; error: VaultProblem } =>
    err(vaultProblem(said, path));

  const read = async (): Promise<Result<SealedFile | null, VaultProblem>> => {
    const file = await readBounded(path, mostBytes, { disk });
    if (!file.ok)
      return file.error.reason === 'missing'
        ? ok(null)
        : err({ reason: 'unreadable', message: `${file.error.message}.` });
    const envelope = parseEnvelope(file.value.bytes.toString('utf8'));
    return envelope.ok ? envelope : problem(envelope.error);
  };

  const opened = (envelope: SealedFile, key: VaultKey): Result<VaultContents, VaultProblem> => {
    const text = unseal(envelope, key);
    const contents = text === null ? err('damaged' as const) : parseContents(text);
    return contents.ok ? contents : problem(contents.error);
  };

  return {
    path,
    read,
    opened,
    async replace(from, to, edit) {
      const written = await rewriteFile<VaultProblem | 'moved' | 'same'>(
        path,
        async () => {
          const now = await read();
          if (!now.ok) return now;
          if ((now.value?.keyId ?? null) !== (from?.id ?? null)) return err('moved');
          const contents =
            now.value === null || from === null ? ok(nothing) : opened(now.value, from);
          if (!contents.ok) return contents;
          const edited = edit(contents.value);
          if (edited === contents.value && (from === null || to.id === from.id)) return err('same');
          const text = seal(JSON.stringify(edited), to);
          return Buffer.byteLength(text) > mostBytes ? problem('unwritable') : ok(text);
        },
        disk,
      );
      if (written.ok) return written;
      if (written.error === 'same') return ok(null);
      return written.error === 'unwritable' ? problem('unwritable') : err(written.error);
    },
  };
}
