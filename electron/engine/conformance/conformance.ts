import { noBaseline, type KnownFaults } from '../../core/conformance/baseline.ts';
import { evaluate } from '../../core/conformance/evaluate.ts';
import { checks } from '../../core/conformance/registry.ts';
import type { CheckTranscript } from '../../core/conformance/transcript.ts';
import { listedAgain, walk } from '../../core/conformance/walk.ts';
import type { RequestPlan } from '../../core/dialects/plan.ts';
import { limits } from '../../core/limits.ts';
import { counted } from '../../../shared/count-text.ts';
import type { ConformanceReport } from '../../../shared/model/report.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { CatalogueServer } from '../catalogue/server.ts';
import { pause, MethodPatience } from '../link/index.ts';
import type { EngineParts } from '../parts.ts';
import { AnsweredRequests, type RunListener } from './answered-requests.ts';

/**
 * Asks a server for what the checks look at and says what they find. Connects where it is not
 * connected; the error says only that it could not, and the server's connection says why. `told`
 * hears how many requests were answered so far, and in which row of the log each stands.
 *
 * A process that was started just now is listed a second time `limits.settleMs` after its start: one that
 * loads its skills meanwhile has another listing then.
 */
export async function conformanceOf(
  { links, clock }: Pick<EngineParts, 'links' | 'clock'>,
  server: CatalogueServer,
  signal: AbortSignal,
  baseline: KnownFaults = noBaseline,
  told: RunListener = {},
): Promise<Result<ConformanceReport, 'not-connected'>> {
  const progress = new AnsweredRequests(clock, told);
  const { courtesy } = progress;
  while (!(await links.connect(server))) {
    const { connection } = server;
    if (connection.status !== 'failed') return err('not-connected');
    if (!(await courtesy.again(connection.failure, signal))) return err('not-connected');
  }
  const { capabilities, facts, label } = server;
  const protocolVersion = facts?.protocolVersion ?? '';
  const instructions = facts?.instructions ?? '';
  const until = clock.now() + limits.conformanceMs;
  const patience = new MethodPatience(clock);
  const run = <T>(plan: RequestPlan<T>): Promise<T> => {
    const { requests } = progress;
    return links.run(server, progress.following(plan), {
      signal,
      until,
      patience,
      courtesy,
      underWay: (methods) => progress.waitsFor(methods),
      check: (request, row) => told.sent?.(requests + request, row),
    });
  };
  const walked = await run(walk({ capabilities, protocolVersion, instructions }));
  const [listedAt] = progress.times;
  const { config } = server.configured;
  const isProcess = config.ok && config.value.type === 'stdio';
  // Of a first listing that is not whole a second one shows nothing.
  const canList = walked.listing.end === 'whole' && walked.listing.exchanges.length > 0;
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
  const { unsent, refused } = progress;
  const unfinished = [
    ...(unread > 0
      ? [
          `${counted(unread, 'file, folder or skill', 'files, folders or skills')}: more than one check covers.`,
        ]
      : []),
    ...(unsent > 0
      ? [`${requestsText(unsent)} not sent: the server closed the connection too often.`]
      : []),
    ...(refused === null
      ? []
      : [`${requestsText(refused.requests)} refused or not sent: ${refused.said}`]),
    ...[...progress.silent].flatMap(([method, { unsent, brief }]) => [
      ...(unsent > 0
        ? [`${requestsText(unsent)} not sent: ${method} didn’t answer the earlier ones.`]
        : []),
      ...(brief > 0
        ? [
            `${requestsText(brief)} given only a short wait: ${method} didn’t answer after earlier ones hadn’t.`,
          ]
        : []),
    ]),
    ...(tooLarge(walked) ? ['The listing is larger than Skillgate keeps.'] : []),
    ...(signal.aborted ? ['It was stopped before every request was sent.'] : []),
    ...(clock.now() >= until ? ['Time ran out before every request was sent.'] : []),
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

const requestsText = (count: number): string => counted(count, 'request was', 'requests were');

const tooLarge = ({ listing, resources }: CheckTranscript): boolean =>
  [listing, resources].some(({ end }) => end === 'too-large');
