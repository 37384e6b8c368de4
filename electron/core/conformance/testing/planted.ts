import { capabilities, discovery, honest } from '../../../../e2e/servers/defects/honest.ts';
import type { Defect } from '../../../../e2e/servers/defects/defect.ts';
import type { ReportedCheck } from '../../../../shared/model/report.ts';
import type { RequestPlan, PlannedReply, PlannedRequest } from '../../dialects/plan.ts';
import { type KnownFaults, evaluate } from '../evaluate.ts';
import { checks } from '../checks/registry.ts';
import type { CheckTranscript } from '../transcript.ts';
import { listedAgain, walk } from '../walk.ts';

/**
 * Runs every check over a server with a defect, without a process. `refused` says which requests
 * the server turns away for now, by method and by their number within the method, from 1.
 */
export function reportOn(
  defect: Defect,
  protocolVersion: string,
  baseline?: KnownFaults,
  refused: (method: string, time: number) => boolean = () => false,
): { report: ReportedCheck[]; transcript: CheckTranscript; asked: string[] } {
  const asked: string[] = [];
  const hello = discovery(defect.capabilities ?? capabilities, defect.instructions);
  const plan = walk({
    protocolVersion,
    capabilities: defect.capabilities ?? capabilities,
    instructions: defect.instructions ?? '',
    hello: protocolVersion < '2026' ? null : (defect.discovered?.(hello) ?? hello),
  });
  const answers = (requests: readonly PlannedRequest[]): PlannedReply[] =>
    requests.map(({ method, params }): PlannedReply => {
      asked.push(method);
      if (refused(method, asked.filter((one) => one === method).length)) return leftAlone;
      // As over a wire, only JSON gets through.
      const answer = (defect.answer ?? honest)(method, params);
      const wired = JSON.parse(JSON.stringify(answer)) as typeof answer;
      if ('result' in wired) return { ok: true, value: wired.result };
      const { code, message } = wired.error;
      return { ok: false, error: { reason: 'error-response', code, message, words: message } };
    });
  const run = <T>(plan: RequestPlan<T>): T => {
    let step = plan.next([]);
    while (step.done !== true) step = plan.next(answers(step.value));
    return step.value;
  };
  const walked = run(plan);
  const isListed = walked.listing.exchanges.length > 0;
  const { noise } = defect;
  const transcript: CheckTranscript = {
    ...walked,
    again: isListed ? { ...run(listedAgain(asked.length, walked)), afterMs: 1_000 } : null,
    tookMs: new Map(walked.deeper.files.map(({ uri, from }) => [from.at, timeOf(defect, uri)])),
    noise: noise === undefined ? null : { lines: 1, first: noise },
    textId: defect.hasTextIds === true ? '"7"' : null,
  };
  return { report: evaluate(transcript, checks, baseline), transcript, asked };
}

const timeOf = ({ slow }: Defect, uri: string): number => (slow?.uri === uri ? slow.ms : 1);

const tooMany = 'The server got too many requests (HTTP 429).';
const leftAlone: PlannedReply = {
  ok: false,
  error: { reason: 'not-now', message: tooMany, words: tooMany },
};
