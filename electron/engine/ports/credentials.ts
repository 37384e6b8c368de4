import type { protections, SignInAsk, SignInProblem } from '../../../shared/model/sign-in.ts';
import type { Result } from '../../../shared/result.ts';
import type { ServerConfig } from './servers.ts';

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
  /** When a person signed in; a renewal leaves it unchanged and sets `givenAt`. */
  readonly signedInAt?: number;
  /** The metadata that both servers published when it began; unparsed. */
  readonly discovery?: Readonly<Record<string, unknown>>;
  /** Scopes that the server said are missing, for the next sign-in. */
  readonly wanted?: string;
}

interface OAuthTokens {
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

/** The protocol of signing in. Implemented in `electron/mcp/sign-in`; when is decided elsewhere. */

export interface SignInRequest {
  readonly config: ServerConfig;
  /** False where the person pastes the address that the browser ended at: nothing listens then. */
  readonly listens: boolean;
  /** Asked when there is something to keep: somebody may have removed the server meanwhile. */
  readonly isWanted: () => Promise<boolean>;
}

/** A sign-in that has looked and opened nothing. */
export interface BegunSignIn {
  readonly ask: SignInAsk;
  /** Where a person signs in; to be copied, or opened by what nobody else can look at. */
  readonly address: string;
  /**
   * What another program is told to open. Every user of a Linux machine can read what a program was
   * started with: where something waits for the browser it is an address there, which leads on.
   */
  opens(): string;
  /** Ends once: with what is kept from now on, or why nothing is. */
  readonly finished: Promise<Result<SignInGrant, SignInProblem>>;
  /** A fitting answer has come, and what it says is being redeemed. */
  onAnswer(listener: () => void): void;
  /** The address that the browser ended at. The error leaves the sign-in as it was. */
  paste(address: string): Result<void, SignInProblem>;
  cancel(): void;
}

export interface SignInProtocol {
  /** Asks the server and the authorization server that it names; registers where it has to. */
  begin(request: SignInRequest, signal: AbortSignal): Promise<Result<BegunSignIn, SignInProblem>>;
  /** Tells the authorization server that the tokens are over (RFC 7009), where it takes that. */
  revoke(config: ServerConfig, grant: SignInGrant): Promise<'revoked' | 'not-offered' | 'failed'>;
}

/** How a person's secrets lie on this machine. Implemented in `electron/storage/credentials`. */
export interface SecretsState {
  /** The system's keychain; nothing beyond this session; or nothing but a file's mode. */
  readonly protection: 'keychain' | 'session' | 'file';
  /** The encrypted file. */
  readonly path: string;
  /** Why it cannot be opened, in one sentence with what a person can do. */
  readonly problem: string | null;
  /** Secrets that stand in `servers.json` as they are, by their places: never their values. */
  readonly clear: readonly { readonly label: string; readonly field: string }[];
}

export interface SecretKeeping {
  /** Opens the file, for which the keychain may ask the person. */
  state(): Promise<SecretsState>;
  /**
   * Puts the key where the person says, and then encrypts what isn't encrypted yet. The error is
   * one sentence.
   */
  keepKeyIn(place: 'keychain' | 'file'): Promise<Result<void, string>>;
}
