import type { LogEntry } from './entry.ts';

type Read = Pick<LogEntry, 'kind' | 'direction' | 'byHand' | 'check' | 'method'>;

/** A read that the app depends on, unlike one that a person or a check of the server sent. */
export const isFileRead = ({ kind, direction, byHand, check, method }: Read): boolean =>
  kind === 'exchange' &&
  direction === 'sent' &&
  !byHand &&
  !check &&
  (method === 'resources/read' || method === 'GET');

/**
 * The latest read of each file, by server and URI, without a search: a server can let all of its
 * files fail, and each failure would look through the whole log.
 */
export class LatestReads {
  readonly #rows = new Map<string, Map<string, number>>();

  get(server: string, uri: string): number | undefined {
    return this.#rows.get(server)?.get(uri);
  }

  set(server: string, uri: string, id: number): void {
    let rows = this.#rows.get(server);
    if (rows === undefined) this.#rows.set(server, (rows = new Map()));
    rows.set(uri, id);
  }

  /** The row left the log. */
  forget({ id, server, target }: Pick<LogEntry, 'id' | 'server' | 'target'>): void {
    const rows = this.#rows.get(server);
    if (rows?.get(target) !== id) return;
    rows.delete(target);
    if (rows.size === 0) this.#rows.delete(server);
  }
}
