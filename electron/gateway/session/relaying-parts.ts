import type { Sieve } from '../policy/contents.ts';
import type { Host, Send } from './host.ts';
import type { Upstream } from './upstream.ts';

/** What requests are passed on between, and what is left out of answers. */
export interface RelayingParts {
  readonly host: Host;
  readonly upstream: Upstream;
  readonly send: Send;
  /** Requests of one era's `host` may be of several programs. */
  readonly isShared: boolean;
  readonly sieve: (where: string) => Sieve;
}
