import { noBaseline, type Baseline } from '../../core/conformance/baseline.ts';
import { evaluate } from '../../core/conformance/evaluate.ts';
import { checks } from '../../core/conformance/registry.ts';
import type { Transcript } from '../../core/conformance/transcript.ts';
import { listedAgain, walk } from '../../core/conformance/walk.ts';
import type { Plan, PlannedReply, PlannedRequest } from '../../core/dialects/plan.ts';
import { limits } from '../../core/limits.ts';
import { counted } from '../../../shared/counted.ts';
import type { Report } from '../../../shared/model/report.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { Server } from '../catalogue/server.ts';
import { MethodPatience } from '../link/patience.ts';
import type { Parts } from '../parts.ts';

export interface Told {
  readonly asked?: (requests: number) => void;
  readonly sent?: (request: number, row: number) => void;
  /** What it waits for, in words: `for skills/get`. */
  readonly waiting?: (what: string) => void;
}

/**
 * Asks a server for what the checks look at and says what they find. Connects where it is not
 * connected; the error says only that it could not, and the server's connection says why. `told`
 * hears how many requests were answered so far, and in which row of the log each stands.
 *
 * A process that was started just now is listed a second time `limits.settleMs` after its start: one that
 * loads its skills meanwhile has another listing then.
 */
export async function conformanceOf(
  { links, clock }: Pick<Parts, 'links' | 'clock'>,
  server: Server,
  signal: AbortSignal,
  baseline: Baseline = noBaseline,
  told: Told = {},
): Promise<Result<Report, 'not-connected'>> {
  if (!(await links.connect(server))) return err('not-connected');
  const { capabilities, facts, label } = server;
  const protocolVersion = facts?.protocolVersion ?? '';
  const instructions = facts?.instructions ?? '';
  const until = clock.now() + limits.conformanceMs;
  const progress = new Answered(clock, told);
  const patience = new MethodPatience();
  const run = <T>(plan: Plan<T>): Promise<T> => {
    const { requests } = progress;
    return links.run(server, progress.following(plan), {
      signal,
      until,
      patience,
      check: (request, row) => told.sent?.(requests + request, row),
    });
  };
  const walked = await run(walk({ capabilities, protocolVersion, instructions }));
  const [listedAt] = progress.times;
  const { config } = server.configured;
  const isProcess = config.ok && config.value.type === 'stdio';
  const canList = walked.listing.exchanges.length > 0;
  if (isProcess && canList) {
    const since = links.openedAt(server) ?? clock.now();
    told.waiting?.('for what it loads after its start');
    await pause(clock, since + limits.settleMs - clock.now(), signal);
  }
  const { requests } = progress;
  const pages = canList && !signal.aborted ? await run(listedAgain(requests)) : null;
  const againAt = progress.times[requests];
  const noise = links.stray(server) ?? (isProcess ? { lines: 0, first: '' } : null);
  const afterMs = (againAt ?? 0) - (listedAt ?? 0);
  const seen = { ...walked, noise, again: pages === null ? null : { pages, afterMs } };
  const { unread } = walked.deeper;
  const { unsent } = progress;
  const unfinished = [
    ...(unread > 0
      ? [
          `${counted(unread, 'file, folder or skill', 'files, folders or skills')}: there are more than one run asks for.`,
        ]
      : []),
    ...(unsent > 0
      ? [`${requestsText(unsent)} not sent: the server broke the connection too often before.`]
      : []),
    ...[...progress.silent].map(
      ([method, count]) =>
        `${requestsText(count)} not sent: ${method} gave no answer to the ones before.`,
    ),
    ...(tooLarge(walked) ? ['The listing is larger than is kept.'] : []),
    ...(signal.aborted ? ['It was stopped before everything was asked.'] : []),
    ...(clock.now() >= until ? ['The time was over before everything was asked.'] : []),
  ];
  return ok({
    format: 'skillgate/report@1',
    kind: 'conformance',
    target: label,
    protocol: protocolVersion,
    checks: evaluate(seen, checks, baseline, links.mask(server)),
    unfinished,
    stale: baseline.stale(),
  });
}

/** Resolves after `ms`, or when it is stopped. */
const pause = (clock: Parts['clock'], ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (ms <= 0 || signal.aborted) return resolve();
    const stop = (): void => {
      cancel();
      resolve();
    };
    const cancel = clock.after(ms, () => {
      // A watched server is checked as often as it changes, under one signal.
      signal.removeEventListener('abort', stop);
      resolve();
    });
    signal.addEventListener('abort', stop, { once: true });
  });

/** Follows plans: how many requests were answered, when each was, and what is waited for. */
class Answered {
  /** When each request was answered, ms since the epoch, in the order of the requests. */
  readonly times: number[] = [];
  /** Requests that the link did not send any more. */
  unsent = 0;
  /** And those of methods that do not answer, by method. */
  readonly silent = new Map<string, number>();

  readonly #clock: Parts['clock'];
  readonly #told: Told;

  constructor(clock: Parts['clock'], told: Told) {
    this.#clock = clock;
    this.#told = told;
  }

  get requests(): number {
    return this.times.length;
  }

  *following<T>(plan: Plan<T>): Plan<T> {
    let step = plan.next([]);
    while (step.done !== true) {
      this.#told.waiting?.(`for ${step.value[0]?.method ?? 'nothing'}`);
      const replies = yield step.value;
      const now = this.#clock.now();
      this.times.push(...replies.map(() => now));
      for (const [index, reply] of replies.entries()) this.#countUnsent(step.value[index], reply);
      this.#told.asked?.(this.requests);
      step = plan.next(replies);
    }
    return step.value;
  }

  #countUnsent(request: PlannedRequest | undefined, reply: PlannedReply): void {
    if (reply.ok || reply.error.reason !== 'unavailable') return;
    if (reply.error.silent !== true || request === undefined) this.unsent += 1;
    else this.silent.set(request.method, (this.silent.get(request.method) ?? 0) + 1);
  }
}

const requestsText = (count: number): string => counted(count, 'request was', 'requests were');

const tooLarge = ({ listing, resources }: Transcript): boolean =>
  [listing, resources].some(({ end }) => end === 'too-large');
