import type { RefusedEntry } from '../../../shared/model/skill.ts';
import { type CommandOutput, exitCodeOf } from '../call/command.ts';

/** What `show`, `check` and `approve` say about an entry that breaks a rule. */
export function refusedOutput(label: string, refused: RefusedEntry): CommandOutput {
  const { problem } = refused;
  return {
    json: {
      server: label,
      uri: refused.uri ?? null,
      entry: null,
      standing: 'refused',
      problem,
      others: refused.others,
      record: null,
      raw: null,
    },
    human: [
      `refused   ${refused.uri ?? ''} (${label})`,
      `rule      ${problem.rule}: ${problem.message}`,
      ...(problem.expected === undefined ? [] : [`expected  ${problem.expected}`]),
      ...(problem.actual === undefined ? [] : [`actual    ${problem.actual}`]),
    ],
    exit: exitCodeOf('refused'),
  };
}
