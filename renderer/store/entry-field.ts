import type { AnsweredFinding } from '../../shared/model/findings.ts';
import { isOpen } from '../../shared/model/severity.ts';
import { severityLook, type FindingMark } from './findings.ts';

/** The position of a field (`frontmatter.description`) in an entry's JSON; null if absent. */
export function fieldPlace(
  raw: string,
  field: string,
): Pick<FindingMark, 'line' | 'column' | 'endLine' | 'endColumn'> | null {
  let at = 0;
  let end = 0;
  for (const name of field.split('.')) {
    const key = `${JSON.stringify(name)}:`;
    at = raw.indexOf(key, end);
    if (at === -1) return null;
    end = at + key.length;
  }
  const before = raw.slice(0, at);
  const line = before.split('\n').length;
  const column = at - before.lastIndexOf('\n');
  return { line, column, endLine: line, endColumn: column + end - at };
}

/** The fields with open findings, for the entry's margin. */
export const fieldMarks = (findings: readonly AnsweredFinding[], raw: string): FindingMark[] =>
  findings.flatMap((finding) => {
    const place =
      finding.field === undefined || !isOpen(finding) ? null : fieldPlace(raw, finding.field);
    return place === null ? [] : [{ ...place, tone: severityLook(finding.severity).tone }];
  });
