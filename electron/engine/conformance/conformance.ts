import {
  noBaseline,
  type KnownFaults,
  evaluate,
  linesQuoted,
  expectedSkills,
} from '../../core/conformance/evaluate.ts';
import { checks } from '../../core/conformance/checks/registry.ts';
import { scopeOf } from '../../core/conformance/served-entry.ts';
import type { CheckTranscript } from '../../core/conformance/transcript.ts';
import { listedAgain, walk } from '../../core/conformance/walk.ts';
import { visible } from '../../core/text.ts';
import { masked } from '../../core/import/mask.ts';
import type { RequestPlan } from '../../core/dialects/plan.ts';
import { limits } from '../../core/limits.ts';
import { counted } from '../../../shared/size-text.ts';
import type { ConformanceReport, ReportedCheck } from '../../../shared/model/report.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { CatalogueServer } from '../catalogue/server.ts';
import { pause, MethodPatience } from '../link/index.ts';
import type { SkillContext } from '../contexts.ts';
import { AnsweredRequests, type RunListener } from './answered-requests.ts';

export interface CheckOptions {
  readonly baseline?: KnownFaults;
  /** Names or URIs of skills that the server has to list. */
  readonly expected?: readonly string[];
  /** List again only `limits.settleMs` after the start, for what the server loads that late. */
  readonly isThorough?: boolean;
}

/** A check whose second listing is still to come. */
export interface FirstResult {
  /** Without the checks that need the second listing. */
  readonly report: ConformanceReport;
  /** The whole report; waits until `limits.settleMs` after the start. Null if nothing is left. */
  readonly later: ((signal: AbortSignal) => Promise<ConformanceReport>) | null;
}

/**
 * Asks a server for what the checks look at and says what they find. Connects where it is not
 * connected; the error says only that it could not, and the server's connection says why. `told`
 * hears how many requests were answered so far, and in which row of the log each stands.
 *
 * A process that was started just now is listed a second time `limits.relistMs` after its start:
 * one that loads its skills meanwhile has another listing then.
 */
export async function conformanceOf(
  parts: SkillContext,
  server: CatalogueServer,
  signal: AbortSignal,
  options: CheckOptions = {},
  told: RunListener = {},
): Promise<Result<ConformanceReport, 'not-connected'>> {
  const walked = await walkOf(parts, server, signal, options, told);
  if (!walked.ok) return walked;
  const { relist, report } = walked.value;
  const afterStartMs = options.isThorough === true ? limits.settleMs : limits.relistMs;
  return ok(report(await relist(afterStartMs, signal), signal));
}

/** The same, with the first result as soon as it's there and the second listing apart. */
export async function firstResultOf(
  parts: SkillContext,
  server: CatalogueServer,
  signal: AbortSignal,
  options: CheckOptions = {},
  told: RunListener = {},
): Promise<Result<FirstResult, 'not-connected'>> {
  const walked = await walkOf(parts, server, signal, options, told);
  if (!walked.ok) return walked;
  const { relist, report, isProcess } = walked.value;
  // A server that was running before has had its time.
  if (!isProcess) return ok({ report: report(await relist(0, signal), signal), later: null });
  return ok({
    report: report('later', signal),
    later: async (ending) => report(await relist(limits.settleMs, ending), ending),
  });
}

interface WalkedServer {
  readonly isProcess: boolean;
  /** Lists again once that much time has passed since the start, ms. */
  relist(afterStartMs: number, signal: AbortSignal): Promise<CheckTranscript['again']>;
  report(again: CheckTranscript['again'], signal: AbortSignal): ConformanceReport;
}

async function walkOf(
  { links, clock }: SkillContext,
  server: CatalogueServer,
  signal: AbortSignal,
  { baseline = noBaseline, expected = [] }: CheckOptions,
  told: RunListener,
): Promise<Result<WalkedServer, 'not-connected'>> {
  const progress = new AnsweredRequests(clock, told);
  const { courtesy } = progress;
  if (!(await isConnected(links, server, courtesy, signal))) return err('not-connected');
  const { capabilities, facts, label } = server;
  const protocolVersion = facts?.protocolVersion ?? '';
  const instructions = facts?.instructions ?? '';
  const until = clock.now() + limits.conformanceMs;
  const patience = new MethodPatience(clock);
  const run = <T>(plan: RequestPlan<T>, signal: AbortSignal): Promise<T> => {
    const { requests } = progress;
    return links.run(server, progress.following(plan), {
      signal,
      until,
      patience,
      courtesy,
      underWay: (methods) => progress.waitsFor(methods),
      check: (request, row) => told.sent?.(requests + request, row),
      took: (request, ms) => void progress.tookMs.set(requests + request, ms),
    });
  };
  const hello = links.hello(server);
  const walked = await run(walk({ capabilities, protocolVersion, instructions, hello }), signal);
  const [listedAt] = progress.times;
  const { config } = server.configured;
  const type = config.ok ? config.value.type : 'http';
  const isProcess = type === 'stdio';
  // Of a first listing that is not whole a second one shows nothing.
  const canList = walked.listing.end === 'whole' && walked.listing.exchanges.length > 0;
  const relist: WalkedServer['relist'] = async (afterStartMs, signal) => {
    if (!canList) return null;
    if (isProcess) {
      const since = links.openedAt(server) ?? clock.now();
      told.waiting?.('for what it loads after its start');
      await pause(clock, since + afterStartMs - clock.now(), signal);
    }
    if (signal.aborted) return null;
    const { requests } = progress;
    const again = await run(listedAgain(requests, walked), signal);
    return { ...again, afterMs: (progress.times[requests] ?? 0) - (listedAt ?? 0) };
  };
  const report: WalkedServer['report'] = (again, signal) => {
    const noise = links.stray(server) ?? (isProcess ? { lines: 0, first: '' } : null);
    const { tookMs } = progress;
    const textId = links.quirks(server).find(({ kind }) => kind === 'answer-id')?.seen ?? null;
    const seen = { ...walked, noise, textId, again: canList ? again : null, tookMs };
    const stderr = links.stderr(server).slice(-linesQuoted);
    const unfinished = [
      ...unfinishedText(walked, progress),
      ...(signal.aborted ? ['It was stopped before every request was sent.'] : []),
      ...(clock.now() >= until ? ['Time ran out before every request was sent.'] : []),
    ];
    const mask = links.mask(server);
    const slowest = slowestOf(seen, mask);
    const report: ConformanceReport = {
      format: 'skillgate/report@1',
      kind: 'conformance',
      target: label,
      protocol: protocolVersion,
      ...(type === 'well-known' ? {} : { scope: { ...scopeOf(seen), transport: type } }),
      checks: [
        ...evaluate(seen, checks, baseline, mask),
        ...evaluateExpected(seen, expected, mask),
      ],
      unfinished,
      stale: baseline.stale(),
      ...(slowest.length === 0 ? {} : { slowest }),
      ...(stderr.length === 0 ? {} : { stderr }),
    };
    const names = JSON.stringify(report).includes(masked) ? links.maskedNames(server) : [];
    return names.length === 0 ? report : { ...report, masked: [...names] };
  };
  return ok({ isProcess, relist, report });
}

/** Connects the server, again as often as it's worth it. */
async function isConnected(
  links: SkillContext['links'],
  server: CatalogueServer,
  courtesy: AnsweredRequests['courtesy'],
  signal: AbortSignal,
): Promise<boolean> {
  while (!(await links.connect(server))) {
    const { connection } = server;
    if (connection.status !== 'failed') return false;
    if (!(await courtesy.again(connection.failure, signal))) return false;
  }
  return true;
}

type OutputMask = ReturnType<SkillContext['links']['mask']>;

/** What the check didn't cover, and why. */
function unfinishedText(walked: CheckTranscript, progress: AnsweredRequests): string[] {
  const { unread } = walked.deeper;
  const { unsent, refused } = progress;
  return [
    ...(unread > 0
      ? [
          `${counted(unread, 'file, folder or skill', 'files, folders or skills')}: ` +
            'more than one check covers.',
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
            `${requestsText(brief)} given only a short wait: ` +
              `${method} didn’t answer after earlier ones hadn’t.`,
          ]
        : []),
    ]),
    ...(tooLarge(walked) ? ['The listing is larger than Skillgate keeps.'] : []),
  ];
}

const slowestShown = 5;

/** The slowest reads, if they are slow enough to be noticed. */
const slowestOf = (
  { deeper, tookMs }: CheckTranscript,
  mask: OutputMask,
): { uri: string; ms: number }[] =>
  deeper.files
    .flatMap(({ uri, from, problem }) => {
      const ms = tookMs.get(from.at) ?? 0;
      return problem === null && ms >= limits.noticedReadMs ? [{ uri, ms: Math.round(ms) }] : [];
    })
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, slowestShown)
    .map((one) => ({ ...one, uri: visible(mask(one.uri, 301), 300) }));

/** No baseline covers these: whoever names a skill wants to hear that it's gone. */
const evaluateExpected = (
  seen: CheckTranscript,
  expected: readonly string[],
  mask: OutputMask,
): readonly ReportedCheck[] =>
  expected.length === 0 ? [] : evaluate(seen, [expectedSkills(expected)], noBaseline, mask);

const requestsText = (count: number): string => counted(count, 'request was', 'requests were');

const tooLarge = ({ listing, resources }: CheckTranscript): boolean =>
  [listing, resources].some(({ end }) => end === 'too-large');
