import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { err, ok, type Result } from '../../../shared/result.ts';
import { sha256 } from '../digest.ts';

/** The newest bundle ever imported from a key. */
export interface NewestBundle {
  readonly sequence: number;
  /** ISO 8601. */
  readonly createdAt: string;
}

export interface SigningKey {
  readonly privateKey: KeyObject;
  /** Base64 of the key's SubjectPublicKeyInfo. */
  readonly publicKey: string;
  readonly fingerprint: string;
}

export interface TrustedKey {
  readonly fingerprint: string;
  /** The person's name for it. */
  readonly name: string;
  /** ISO 8601. */
  readonly addedAt: string;
  /** The newest imported bundle from this key: anything older is a replay. */
  readonly newest?: NewestBundle;
}

/**
 * SHA-256 of the SubjectPublicKeyInfo, written like other digests; the only thing that two people
 * compare.
 */
export const fingerprintPattern = /^sha256:[0-9a-f]{64}$/;

/** A private key with the data others know it by. */
export function signingKeyOf(privateKey: KeyObject): SigningKey {
  const der = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  return { privateKey, publicKey: der.toString('base64'), fingerprint: sha256(der) };
}

/** Reads a PKCS #8 PEM file. The error is one line for people. */
export function parseSigningKey(pem: string): Result<SigningKey, string> {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === 'ed25519'
      ? ok(signingKeyOf(key))
      : err('it is not an Ed25519 key');
  } catch {
    return err('it is not a private key');
  }
}

export function signingKeyPem({ privateKey }: SigningKey): string {
  return String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
}

/** Reads the public key that a bundle names; the bundle's author controls the text. */
export function parsePublicKey(
  text: string,
): Result<{ readonly key: KeyObject; readonly fingerprint: string }, string> {
  try {
    const der = Buffer.from(text, 'base64');
    // One spelling per key, so that each key has one fingerprint.
    if (der.length !== 44 || der.toString('base64') !== text)
      return err('the public key is not an Ed25519 key');
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519'
      ? ok({ key, fingerprint: sha256(der) })
      : err('the public key is not an Ed25519 key');
  } catch {
    return err('the public key is not an Ed25519 key');
  }
}
