import { ordinaryWords } from '../../core/import/may-be-secret.ts';
import { maskedHead, secretsOf, type Mask } from '../../core/import/mask.ts';
import type { Result } from '../../../shared/result.ts';
import type { Server } from '../catalogue/server.ts';
import type { CallOptions, Stray } from '../ports/session.ts';
import type { CallProblem, Request } from './call.ts';
import { Link, type LinkParts } from './link.ts';
import { runPlan, type PlanOptions, type Runnable } from './plan.ts';

/** The connections to all servers: what the use cases may ask of one. */
export interface Links {
  /** True when the session is there; why not stands in the server's `connection`. */
  connect(server: Server): Promise<boolean>;
  /** The same with a fresh budget, also after somebody closed it. */
  reopen(server: Server): Promise<boolean>;
  /** The server's process is gone when this resolves. */
  close(server: Server): Promise<void>;
  /**
   * Closes those of `servers`, and opens none any more, whoever was about to. Every server's process
   * is gone when this resolves, also of one that was being taken from the list.
   */
  end(servers: Iterable<Server>): Promise<void>;
  isOpen(server: Server): boolean;
  /** When its session was opened, ms since the epoch; null where there is none. */
  openedAt(server: Server): number | null;
  call(
    server: Server,
    request: Request,
    options?: CallOptions,
  ): Promise<Result<unknown, CallProblem>>;
  /**
   * One request that a person wrote, sent once and as it is; `onRow` is told of its row in the log.
   */
  byHand(
    server: Server,
    request: Request,
    onRow: (row: number) => void,
  ): Promise<Result<unknown, CallProblem>>;
  run<T>(server: Server, plan: Runnable<T>, options?: PlanOptions): Promise<T>;
  /** Counts fetched bytes; the error says that the session's budget is spent. */
  spend(server: Server, bytes: number): Result<void, string>;
  /** Bytes left of that budget. */
  left(server: Server): number;
  subscribe(server: Server, uris: readonly string[]): void;
  /** For a server of a revision that tells of changes only on a stream. */
  listen(server: Server, uris: readonly string[]): void;
  /** What the server's process wrote on stdout beside messages. */
  stray(server: Server): Stray | null;
  /** What must not be shown of what the server was given; nothing before it was asked for anything. */
  given(server: Server): readonly string[];
  /** Takes out of a text what the server was given and may repeat. */
  mask(server: Server): Mask;
  /** Last lines that the server's process wrote to stderr, masked. */
  stderr(server: Server): readonly string[];
  /** Lines that it wrote before those. */
  stderrLost(server: Server): number;
}

export function createLinks(parts: LinkParts): Links {
  const links = new WeakMap<Server, Link>();
  const of = (server: Server): Link => {
    const known = links.get(server);
    if (known !== undefined) return known;
    const link = new Link(server, parts);
    links.set(server, link);
    return link;
  };
  const closing = new Set<Promise<void>>();
  const close = (server: Server): Promise<void> => {
    const closed = of(server).close();
    closing.add(closed);
    const forget = (): void => void closing.delete(closed);
    closed.then(forget, forget);
    return closed;
  };
  const secretsFor = ({ label, configured: { config } }: Server): readonly string[] => {
    const given = parts.connector.given?.(label) ?? (config.ok ? secretsOf(config.value) : []);
    const words = new Set(config.ok ? ordinaryWords(config.value) : []);
    return words.size === 0 ? given : given.filter((one) => !words.has(one));
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
    call: (server, request, options = {}) => of(server).call(request, options),
    byHand: (server, request, onRow) => of(server).byHand(request, onRow),
    run(server, plan, options = {}) {
      const link = of(server);
      return runPlan(plan, (request, calling) => link.call(request, calling), parts.clock, options);
    },
    spend: (server, bytes) => of(server).spend(bytes),
    left: (server) => of(server).left,
    subscribe: (server, uris) => of(server).subscribe(uris),
    listen: (server, uris) => of(server).listen(uris),
    stray: ({ label }) => parts.connector.stray?.(label) ?? null,
    mask(server) {
      const secrets = secretsFor(server);
      return (text, most) => maskedHead(text, secrets, most);
    },
    given: (server) => (of(server).wasAsked ? secretsFor(server) : []),
    stderr: ({ label }) => parts.connector.stderr(label),
    stderrLost: ({ label }) => parts.connector.stderrLost?.(label) ?? 0,
  };
}
