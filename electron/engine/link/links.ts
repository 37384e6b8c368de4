import { repeatedSecrets, MaskedNames } from '../../core/import/may-be-secret.ts';
import { masked, maskedHead, type BoundedMask } from '../../core/import/mask.ts';
import type { AwaitedAnswer } from '../../../shared/model/server.ts';
import type { Result } from '../../../shared/result.ts';
import type { CatalogueServer } from '../catalogue/server.ts';
import type {
  CallOptions,
  LeftOutEntry,
  ServerSession,
  StrayLines,
  WireQuirk,
} from '../ports/session.ts';
import type { RequestFailure } from '../../core/dialects/plan.ts';
import type { ServerRequest } from './calls.ts';
import { ServerLink, type LinkParts } from './link.ts';
import { runPlan, type PlanOptions, type RunnablePlan } from './plan.ts';

/** The connections to all servers: what the use cases may ask of one. */
export interface ServerLinks {
  /** True when the session is there; why not stands in the server's `connection`. */
  connect(server: CatalogueServer): Promise<boolean>;
  /** The same with a fresh budget, also after somebody closed it. */
  reopen(server: CatalogueServer): Promise<boolean>;
  /** The server's process is gone when this resolves. */
  close(server: CatalogueServer): Promise<void>;
  /**
   * Closes those of `servers`, and opens none any more, whoever was about to. Every server's
   * process is gone when this resolves, also of one that was being taken from the list.
   */
  end(servers: Iterable<CatalogueServer>): Promise<void>;
  isOpen(server: CatalogueServer): boolean;
  /** When its session was opened, ms since the epoch; null where there is none. */
  openedAt(server: CatalogueServer): number | null;
  /** What it answered first in the session that is there, unparsed; null if nothing is known. */
  hello(server: CatalogueServer): ServerSession['hello'] | null;
  call(
    server: CatalogueServer,
    request: ServerRequest,
    options?: CallOptions,
  ): Promise<Result<unknown, RequestFailure>>;
  /**
   * Sends one request that a person wrote, once and unchanged; `onRow` gets its row in the log.
   */
  byHand(
    server: CatalogueServer,
    request: ServerRequest,
    onRow: (row: number) => void,
  ): Promise<Result<unknown, RequestFailure>>;
  run<T>(server: CatalogueServer, plan: RunnablePlan<T>, options?: PlanOptions): Promise<T>;
  /** Counts fetched bytes; the error says that the session's budget is spent. */
  spend(server: CatalogueServer, bytes: number): Result<void, string>;
  /** Bytes left of that budget. */
  left(server: CatalogueServer): number;
  subscribe(server: CatalogueServer, uris: readonly string[]): void;
  /**
   * For a server of a revision that tells of changes only on a stream: also of these, for the app or
   * for the host that it speaks for.
   */
  listen(server: CatalogueServer, uris: readonly string[], by?: 'app' | 'host'): void;
  /** Resolves once the server reports its changes, or won't; see `ChangeListener.opened`. */
  hearing(server: CatalogueServer): Promise<void>;
  /** What the server's process wrote on stdout beside messages. */
  stray(server: CatalogueServer): StrayLines | null;
  /** What the server did on the wire that other clients don't take. */
  quirks(server: CatalogueServer): readonly WireQuirk[];
  /** The answer that the server's connection is waiting for. */
  waiting(server: CatalogueServer): AwaitedAnswer | null;
  /**
   * What must not be shown of what the server was given; nothing before it was asked for anything.
   */
  given(server: CatalogueServer): readonly string[];
  /** Takes out of a text what the server was given and may repeat. */
  mask(server: CatalogueServer): BoundedMask;
  /** The variables and headers whose values were taken out of texts so far. */
  maskedNames(server: CatalogueServer): readonly string[];
  /** What a local folder has and isn't served. */
  leftOut(server: CatalogueServer): readonly LeftOutEntry[];
  /** Last lines that the server's process wrote to stderr, masked. */
  stderr(server: CatalogueServer): readonly string[];
  /** Lines that it wrote before those. */
  stderrLost(server: CatalogueServer): number;
}

export function createLinks(parts: LinkParts): ServerLinks {
  const links = new WeakMap<CatalogueServer, ServerLink>();
  const of = (server: CatalogueServer): ServerLink => {
    const known = links.get(server);
    if (known !== undefined) return known;
    const link = new ServerLink(server, parts);
    links.set(server, link);
    return link;
  };
  const closing = new Set<Promise<void>>();
  const close = (server: CatalogueServer): Promise<void> => {
    const closed = of(server).close();
    closing.add(closed);
    const forget = (): void => void closing.delete(closed);
    closed.then(forget, forget);
    return closed;
  };
  const secretsFor = ({ label, configured: { config } }: CatalogueServer): readonly string[] =>
    parts.connector.given?.(label) ?? (config.ok ? repeatedSecrets(config.value) : []);
  const names = new WeakMap<object, MaskedNames>();
  const namesFor = ({ configured: { config } }: CatalogueServer): MaskedNames | null => {
    if (!config.ok) return null;
    const known = names.get(config.value) ?? new MaskedNames(config.value);
    names.set(config.value, known);
    return known;
  };
  let isOver = false;
  return {
    connect: async (server) => !isOver && of(server).connect(),
    reopen: async (server) => !isOver && of(server).reopen(),
    close,
    async end(servers) {
      isOver = true;
      for (const server of servers) void close(server);
      while (closing.size > 0) await Promise.all(closing);
    },
    isOpen: (server) => of(server).isOpen,
    openedAt: (server) => of(server).openedAt,
    hello: (server) => of(server).hello,
    call: (server, request, options = {}) => of(server).call(request, options),
    byHand: (server, request, onRow) => of(server).byHand(request, onRow),
    run(server, plan, options = {}) {
      const link = of(server);
      return runPlan(plan, (request, calling) => link.call(request, calling), parts.clock, options);
    },
    spend: (server, bytes) => of(server).spend(bytes),
    left: (server) => of(server).left,
    subscribe: (server, uris) => of(server).subscribe(uris),
    listen: (server, uris, by = 'app') => of(server).listen(uris, by),
    hearing: (server) => of(server).hearing(),
    quirks: ({ label }) => parts.connector.quirks?.(label) ?? [],
    waiting: ({ label }) => parts.connector.waiting?.(label) ?? null,
    stray: ({ label }) => parts.connector.stray?.(label) ?? null,
    mask(server) {
      const secrets = secretsFor(server);
      const names = namesFor(server);
      return (text, most) => {
        const head = maskedHead(text, secrets, most);
        if (head.includes(masked)) names?.note(text, most);
        return head;
      };
    },
    maskedNames: (server) => [
      ...new Set([
        ...(parts.connector.maskedNames?.(server.label) ?? []),
        ...(namesFor(server)?.names ?? []),
      ]),
    ],
    given: (server) => (of(server).wasAsked ? secretsFor(server) : []),
    leftOut: (server) => of(server).leftOut,
    stderr: ({ label }) => parts.connector.stderr(label),
    stderrLost: ({ label }) => parts.connector.stderrLost?.(label) ?? 0,
  };
}
