import { countsOf, inspectionOf } from '../../core/held/inspected.ts';
import type { SkillFindings } from '../../../shared/model/findings.ts';
import { answerTo, bySeverity } from '../../../shared/model/severity.ts';
import type { Skill } from '../catalogue/server.ts';

/** What rules say of a skill's files, the worst first. Looks at what is known and reads nothing. */
export function findingsOf({
  held,
  entry,
  answers,
}: Pick<Skill, 'held' | 'entry' | 'answers'>): SkillFindings {
  const inspection = inspectionOf(held, entry);
  return {
    findings: inspection.findings
      .toSorted(bySeverity)
      .map((finding) => ({ ...finding, answer: answerTo(finding, answers) })),
    notInspected: [...inspection.notInspected],
    counts: countsOf(inspection, answers),
  };
}
