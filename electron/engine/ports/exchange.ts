import type { NewestBundle } from '../../core/exchange/newest.ts';
import type { SigningKey, TrustedKey } from '../../core/exchange/keys.ts';
import type { Result } from '../../../shared/result.ts';

/** This machine's own signing key, and the keys of others that a person trusts. */
export interface KeyStore {
  /** Made and kept on first use. The error is one line for people. */
  own(): Promise<Result<SigningKey, string>>;
  trusted(): Promise<Result<readonly TrustedKey[], string>>;
  trust(key: Pick<TrustedKey, 'fingerprint' | 'name'>): Promise<Result<void, string>>;
  /** A bundle of this key was taken over; kept where none newer was. */
  took(
    fingerprint: string,
    bundle: NewestBundle,
  ): Promise<Result<void, 'not-found' | 'unwritable'>>;
  distrust(fingerprint: string): Promise<Result<void, 'not-found' | 'unwritable'>>;
}
