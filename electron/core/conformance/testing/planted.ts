import { capabilities, honest } from '../../../../e2e/servers/defects/honest.ts';
import type { Defect } from '../../../../e2e/servers/defects/defect.ts';
import type { ReportedCheck } from '../../../../shared/model/report.ts';
import type { PlannedReply } from '../../dialects/plan.ts';
import type { Baseline } from '../baseline.ts';
import { evaluate } from '../evaluate.ts';
import { checks } from '../registry.ts';
import type { Transcript } from '../transcript.ts';
import { walk } from '../walk.ts';

/** Runs every check over a server with a defect, without a process: its answers are pure. */
export function reportOn(
  defect: Defect,
  protocolVersion: string,
  baseline?: Baseline,
): { report: ReportedCheck[]; transcript: Transcript; asked: string[] } {
  const asked: string[] = [];
  const plan = walk({
    protocolVersion,
    capabilities: defect.capabilities ?? capabilities,
    instructions: defect.instructions ?? '',
  });
  let step = plan.next([]);
  while (step.done !== true) {
    const replies = step.value.map(({ method, params }): PlannedReply => {
      asked.push(method);
      // As over a wire: nothing but JSON comes through.
      const answer = (defect.answer ?? honest)(method, params);
      const wired = JSON.parse(JSON.stringify(answer)) as typeof answer;
      if ('result' in wired) return { ok: true, value: wired.result };
      const { code, message } = wired.error;
      return { ok: false, error: { reason: 'error-response', code, message, words: message } };
    });
    step = plan.next(replies);
  }
  const { noise } = defect;
  const transcript: Transcript = {
    ...step.value,
    noise: noise === undefined ? null : { lines: 1, first: noise },
  };
  return { report: evaluate(transcript, checks, baseline), transcript, asked };
}
