import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { err, ok, type Result } from '../../../shared/result.ts';
import { readBounded } from '../disk/bounded-read.ts';
import { codeOf, nodeDisk, type FileSystem } from '../disk/data-folder.ts';
import { rewriteFile } from '../disk/json-file.ts';

/** The key of one credentials file, and the name that the file calls it by. */
export interface VaultKey {
  /** 32 hexadecimal characters, made from the key: another key cannot have the same. */
  readonly id: string;
  /** 32 bytes. */
  readonly bytes: Buffer;
}

const format = 'skillgate/credentials@1';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

export const newKey = (): VaultKey => makeVaultKey(randomBytes(keyBytes));

/** A key from its stored base64url text; null where the text is no key. */
export function keyFrom(text: string): VaultKey | null {
  return /^[\w-]{43}$/.test(text) ? makeVaultKey(Buffer.from(text, 'base64url')) : null;
}

export const keyText = ({ bytes }: VaultKey): string => bytes.toString('base64url');

/** Whoever reads the file learns which key it is, and nothing of it. */
function makeVaultKey(bytes: Buffer): VaultKey {
  const digest = createHash('sha256').update('skillgate/credentials key\n').update(bytes);
  return { id: digest.digest('hex').slice(0, 32), bytes };
}

/** An encrypted file, taken apart. */
export interface SealedFile {
  readonly keyId: string;
  readonly nonce: Buffer;
  readonly tag: Buffer;
  readonly data: Buffer;
}

/** Why a text is no envelope that can be opened here: damaged, or of a later version. */
export type NotAnEnvelope = 'damaged' | 'newer';

export function parseEnvelope(text: string): Result<SealedFile, NotAnEnvelope> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return err('damaged');
  }
  if (typeof value !== 'object' || value === null) return err('damaged');
  const fields = value as Readonly<Record<string, unknown>>;
  const named = fields['format'];
  if (named !== format)
    return err(
      typeof named === 'string' && /^skillgate\/credentials@\d+$/.test(named) ? 'newer' : 'damaged',
    );
  const keyId = fields['key'];
  const [nonce, tag, data] = ['nonce', 'tag', 'data'].map((name) => bytesIn(fields[name]));
  if (typeof keyId !== 'string' || !/^[\da-f]{32}$/.test(keyId)) return err('damaged');
  if (nonce?.length !== nonceBytes || tag?.length !== tagBytes || !data) return err('damaged');
  return ok({ keyId, nonce, tag, data });
}

function bytesIn(value: unknown): Buffer | null {
  return typeof value === 'string' && /^[\w-]*$/.test(value)
    ? Buffer.from(value, 'base64url')
    : null;
}

/** Encrypts with AES-256-GCM under a nonce that no other text has. */
export function seal(plain: string, key: VaultKey): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce, { authTagLength: tagBytes });
  cipher.setAAD(associated(key.id));
  const data = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  const fields = {
    format,
    key: key.id,
    nonce: nonce.toString('base64url'),
    tag: cipher.getAuthTag().toString('base64url'),
    data: data.toString('base64url'),
  };
  return `${JSON.stringify(fields, null, 2)}\n`;
}

/** The text inside; null where any byte of the file was changed, or the key is wrong. */
export function unseal({ keyId, nonce, tag, data }: SealedFile, key: VaultKey): string | null {
  if (key.id !== keyId) return null;
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, nonce, { authTagLength: tagBytes });
  decipher.setAAD(associated(keyId));
  decipher.setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(data), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/** Binds what is not encrypted: nobody relabels a file as one of another format or key. */
const associated = (keyId: string): Buffer => Buffer.from(`${format}\n${keyId}`);

/**
 * A key in a file of its own (0600), made at a person's explicit yes where there is no keychain.
 * Whoever can read it can read everything.
 */
export interface KeyFile {
  readonly path: string;
  /** Null where there is none. The error is one sentence. */
  read(): Promise<Result<VaultKey | null, string>>;
  /** The one that is there, or a new one. */
  make(): Promise<Result<VaultKey, string>>;
  remove(): Promise<Result<void, string>>;
}

export function keyFileAt(path: string, disk: FileSystem = nodeDisk): KeyFile {
  const read = async (): Promise<Result<VaultKey | null, string>> => {
    const file = await readBounded(path, 1_024, { disk });
    if (!file.ok) return file.error.reason === 'missing' ? ok(null) : err(file.error.message);
    if (await othersCanRead(path))
      return err(`${path} can be read by other users. Run: chmod 600 "${path}"`);
    const key = keyFrom(file.value.bytes.toString('utf8').trim());
    return key === null ? err(`${path} has no key: restore a copy`) : ok(key);
  };
  return {
    path,
    read,
    async make() {
      const written = await rewriteFile<'there'>(
        path,
        async () => {
          const known = await read();
          return known.ok && known.value === null ? ok(`${keyText(newKey())}\n`) : err('there');
        },
        disk,
      );
      if (!written.ok && written.error === 'unwritable') return err(`${path} can’t be written`);
      const made = await read();
      if (!made.ok) return made;
      return made.value === null ? err(`${path} can’t be read`) : ok(made.value);
    },
    async remove() {
      try {
        await disk.unlink(path);
        return ok(undefined);
      } catch (error) {
        return codeOf(error) === 'ENOENT' ? ok(undefined) : err(`${path} can’t be removed`);
      }
    },
  };
}

async function othersCanRead(path: string): Promise<boolean> {
  return process.platform !== 'win32' && ((await lstat(path)).mode & 0o077) !== 0;
}
