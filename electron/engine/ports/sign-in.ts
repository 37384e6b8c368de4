import type { SignInAsk, SignInProblem } from '../../../shared/model/sign-in.ts';
import type { Result } from '../../../shared/result.ts';
import type { SignInGrant } from './credentials.ts';
import type { ServerConfig } from './servers.ts';

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
