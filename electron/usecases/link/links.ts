import type { Result } from '../../../shared/result.ts';
import type { Server } from '../catalogue/server.ts';
import type { CallOptions } from '../ports/session.ts';
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
  isOpen(server: Server): boolean;
  call(
    server: Server,
    request: Request,
    options?: CallOptions,
  ): Promise<Result<unknown, CallProblem>>;
  run<T>(server: Server, plan: Runnable<T>, options?: PlanOptions): Promise<T>;
  /** Counts fetched bytes; the error says that the session's budget is spent. */
  spend(server: Server, bytes: number): Result<void, string>;
  /** Bytes left of that budget. */
  left(server: Server): number;
  subscribe(server: Server, uris: readonly string[]): void;
  /** Last lines that the server's process wrote to stderr, masked. */
  stderr(server: Server): readonly string[];
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
  return {
    connect: (server) => of(server).connect(),
    reopen(server) {
      of(server).renew();
      return of(server).connect();
    },
    close: (server) => of(server).close(),
    isOpen: (server) => of(server).isOpen,
    call: (server, request, options = {}) => of(server).call(request, options),
    run(server, plan, options = {}) {
      const link = of(server);
      return runPlan(plan, (request, calling) => link.call(request, calling), parts.clock, options);
    },
    spend: (server, bytes) => of(server).spend(bytes),
    left: (server) => of(server).left,
    subscribe: (server, uris) => of(server).subscribe(uris),
    stderr: ({ label }) => parts.connector.stderr(label),
  };
}
