import { err, ok, type Result } from '../../../shared/result.ts';
import { isRecord } from '../../core/json.ts';
import { readBounded, type FileStamp } from '../disk/bounded-read.ts';
import type { FileSystem } from '../disk/data-folder.ts';
import { rewriteFile } from '../disk/json-file.ts';
import { parseEnvelope, seal, unseal, type SealedFile, type VaultKey } from './envelope.ts';

const mostBytes = 4 * 1024 * 1024;

/** The encrypted file, which is replaced whole and under its lock. */
export interface VaultFile {
  readonly path: string;
  /** Null where there is none. */
  read(): Promise<Result<SealedFile | null, VaultProblem>>;
  opened(envelope: SealedFile, key: VaultKey): Result<VaultContents, VaultProblem>;
  /**
   * Changes what the file under `from` (null: no file) holds, and puts it under `to`. 'moved': it
   * is under another key meanwhile. The stamp is null where there was nothing to write.
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

/** A value that stood in `servers.json`, and what it may be used for. */
export interface KeptSecret {
  readonly value: string;
  /** The one target and field that it is given to; another one never gets it. */
  readonly use: string;
}

/** What the encrypted file holds. What a later version has beside it stays. */
export interface VaultContents {
  /** Of signing in, newest first; whoever keeps them knows their shape. */
  readonly grants: readonly Readonly<Record<string, unknown>>[];
  readonly secrets: Readonly<Record<string, KeptSecret>>;
  /** Secrets that are on their way into `servers.json` or out of it: that file decides. */
  readonly unsettled: readonly string[];
}

export const nothing: VaultContents = { grants: [], secrets: {}, unsettled: [] };

const isSecret = (value: unknown): value is KeptSecret =>
  isRecord(value) && typeof value['value'] === 'string' && typeof value['use'] === 'string';

/**
 * Nobody else can have written it: what is not understood is a fault of ours, or of a later one.
 */
export function parseContents(text: string): Result<VaultContents, 'damaged'> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return err('damaged');
  }
  if (!isRecord(value)) return err('damaged');
  const { grants, secrets, unsettled } = value;
  if (!Array.isArray(grants) || !grants.every(isRecord)) return err('damaged');
  if (!isRecord(secrets) || !Object.values(secrets).every(isSecret)) return err('damaged');
  if (!Array.isArray(unsettled) || !unsettled.every((id) => typeof id === 'string'))
    return err('damaged');
  return ok(value as unknown as VaultContents);
}

/** What protects what is kept: the system's keychain, or nothing but the mode of a key's file. */
export type VaultProtection = 'keychain' | 'session' | 'file';

/** 'session': nothing here can protect a file, so there is none. */
export type VaultReason = 'locked' | 'wrong-key' | 'unreadable' | 'unwritable' | 'session';

export interface VaultProblem {
  readonly reason: VaultReason;
  /** One sentence for people, with what they can do. */
  readonly message: string;
}

const reasons = {
  locked: 'locked',
  busy: 'locked',
  'no-new-key': 'locked',
  'no-keychain': 'locked',
  'wrong-key': 'wrong-key',
  damaged: 'unreadable',
  newer: 'unreadable',
  unwritable: 'unwritable',
  session: 'session',
} as const satisfies Readonly<Record<string, VaultReason>>;
type Said = keyof typeof reasons;

/** The problem of the file at `path`, in words. */
export function vaultProblem(said: Said, path: string): VaultProblem {
  return { reason: reasons[said], message: words[said](path) };
}

const startOver = 'move it away, then sign in and enter your secrets again';

const words: Readonly<Record<Said, (path: string) => string>> = {
  locked: (path) =>
    `The system’s keychain didn’t release the key of ${path}: ` +
    'unlock it (it may be asking you), then try again.',
  busy: (path) =>
    `Another Skillgate is using the key of ${path} ` +
    "(the system's keychain may be asking you): try again.",
  'no-new-key': (path) =>
    `The system’s keychain can’t store the key for ${path}: ` +
    'unlock it (it may be asking you) and try again, or keep the key in a ' +
    'file that nothing but its mode protects (`skillgate keychain --use-file`).',
  'no-keychain': (path) =>
    `The key of ${path} is in the system's keychain, which isn’t available here. ` +
    'Use your desktop session.',
  'wrong-key': (path) =>
    `The system’s keychain no longer has the key for ${path}: ` +
    `restore the keychain, or ${startOver}.`,
  damaged: (path) => `${path} is damaged: restore a copy, or ${startOver}.`,
  newer: (path) => `${path} was written by a newer version of Skillgate. Use that version.`,
  unwritable: (path) =>
    `${path} can’t be written. Check that you own its folder and the disk has space.`,
  session: () =>
    'This machine has no keychain that Skillgate can use. Run `skillgate keychain ' +
    '--use-file` to keep secrets in a file protected only by its permissions.',
};
