import type { ContentFilter } from '../policy/contents.ts';
import type { HostClient, SendToHost } from './host-client.ts';
import type { ServerConnection } from './server-connection.ts';

/** What requests are passed on between, and what is left out of answers. */
export interface RelayingParts {
  readonly host: HostClient;
  readonly upstream: ServerConnection;
  readonly send: SendToHost;
  /** Requests of one era's `host` may be of several programs. */
  readonly isShared: boolean;
  readonly sieve: (where: string) => ContentFilter;
}
