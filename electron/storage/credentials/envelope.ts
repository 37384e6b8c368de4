import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { err, ok, type Result } from '../../../shared/result.ts';

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

export const newKey = (): VaultKey => keyOf(randomBytes(keyBytes));

/** Parses a stored key in base64url; null if it isn't one. */
export function keyFrom(text: string): VaultKey | null {
  return /^[\w-]{43}$/.test(text) ? keyOf(Buffer.from(text, 'base64url')) : null;
}

export const keyText = ({ bytes }: VaultKey): string => bytes.toString('base64url');

/** Whoever reads the file learns which key it is, and nothing of it. */
function keyOf(bytes: Buffer): VaultKey {
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

/** The decrypted text; null if any byte of the file changed or the key is wrong. */
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
