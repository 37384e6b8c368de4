import { noBaseline, type Baseline } from '../../core/conformance/baseline.ts';
import { evaluate } from '../../core/conformance/evaluate.ts';
import { checks } from '../../core/conformance/registry.ts';
import type { Transcript } from '../../core/conformance/transcript.ts';
import { walk } from '../../core/conformance/walk.ts';
import type { Plan } from '../../core/dialects/plan.ts';
import { limits } from '../../core/limits.ts';
import type { Report } from '../../../shared/model/report.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { Server } from '../catalogue/server.ts';
import type { Parts } from '../parts.ts';

export interface Told {
  readonly asked?: (requests: number) => void;
  readonly sent?: (request: number, row: number) => void;
}

/**
 * Asks a server for what the checks look at and says what they find. Connects where it is not
 * connected; the error says only that it could not, and the server's connection says why. `told`
 * hears how many requests were answered so far, and in which row of the log each stands.
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
  const walked = await links.run(
    server,
    counted(walk({ capabilities, protocolVersion, instructions }), told.asked ?? (() => {})),
    {
      signal,
      until,
      check: told.sent ?? (() => {}),
    },
  );
  const { config } = server.configured;
  const isProcess = config.ok && config.value.type === 'stdio';
  const noise = links.stray(server) ?? (isProcess ? { lines: 0, first: '' } : null);
  const seen = { ...walked, noise };
  const { unread } = walked.deeper;
  const unfinished = [
    ...(unread > 0
      ? [`${unread} files, folders or skills: there are more than one run asks for.`]
      : []),
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

/** The same plan, telling of what was answered. */
function* counted<T>(plan: Plan<T>, tell: (requests: number) => void): Plan<T> {
  let requests = 0;
  let step = plan.next([]);
  while (step.done !== true) {
    const replies = yield step.value;
    requests += replies.length;
    tell(requests);
    step = plan.next(replies);
  }
  return step.value;
}

const tooLarge = ({ listing, resources }: Transcript): boolean =>
  [listing, resources].some(({ end }) => end === 'too-large');
