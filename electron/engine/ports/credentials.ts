import type { protections } from '../../../shared/model/sign-in.ts';
import type { Result } from '../../../shared/result.ts';

/** What is kept of signing in. Implemented in `electron/storage`; never leaves the main side. */

export type GrantProtection = (typeof protections)[number];

/** All that is kept of one authorization server for one resource. */
export interface SignInGrant {
  /** The server's canonical address (RFC 8707): what is configured, without a fragment. */
  readonly resource: string;
  readonly issuer: string;
  /** The registration as it was answered: `client_id`, a secret, `redirect_uris`… */
  readonly client: Readonly<Record<string, unknown>>;
  /** Null where the sign-in has ended: the registration may be used again. */
  readonly tokens: OAuthTokens | null;
  /** Milliseconds since the epoch; null where the authorization server did not say. */
  readonly expiresAt: number | null;
  /** When these tokens were given, milliseconds since the epoch. */
  readonly givenAt?: number;
  /** When a person signed in. A renewal doesn't change it but sets `givenAt`. */
  readonly signedInAt?: number;
  /** The metadata that both servers published when it began; unparsed. */
  readonly discovery?: Readonly<Record<string, unknown>>;
  /** Scopes that the server said are missing, for the next sign-in. */
  readonly wanted?: string;
}

export interface OAuthTokens {
  readonly access_token: string;
  readonly refresh_token?: string;
  readonly scope?: string;
}

export type CredentialProblem = 'locked' | 'wrong-key' | 'unreadable' | 'unwritable';

/** Authorization servers that are remembered of one resource: the server can name any number. */
export const mostGrants = 3;

export interface CredentialStore {
  protection(): Promise<GrantProtection>;
  /** Grants of one resource, newest first. */
  grants(resource: string): Promise<Result<readonly SignInGrant[], CredentialProblem>>;
  /**
   * Replaces that of the same resource and issuer, and becomes the newest. Of one resource the
   * oldest beyond `mostGrants` goes.
   */
  put(grant: SignInGrant): Promise<Result<void, CredentialProblem>>;
  /** Of one authorization server, or with null of every one. */
  drop(resource: string, issuer: string | null): Promise<Result<void, CredentialProblem>>;
  /** They changed: by this process or by another one. */
  onChange(listener: () => void): () => void;
  /**
   * Runs `work` while nobody else, in no process, runs any for this resource: a refresh token is
   * often good for one use. The error says why it did not run: somebody else does for long, or no
   * lock can be made. What `work` throws is thrown.
   */
  exclusively<T>(
    resource: string,
    work: () => Promise<T>,
  ): Promise<Result<T, 'busy' | 'unwritable'>>;
}
