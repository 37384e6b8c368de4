import type { ManyAction } from '../../shared/model/operation.ts';
import type { SkillRow } from '../../shared/model/skill.ts';
import { openFindings } from '../../shared/model/severity.ts';
import type { ManyItem } from './state.ts';

/**
 * What a person must review before approving: each skill is in the first group that fits. In
 * display order, the plainest first.
 */
export const groupIds = [
  'verified',
  'scripts',
  'tools',
  'findings',
  'uninspected',
  'unverified',
] as const;
export type GroupId = (typeof groupIds)[number];

export function groupOf({ checked, fileCount, findings, requests }: SkillRow): GroupId {
  if (fileCount === 0 || checked.verified < fileCount) return 'unverified';
  if (openFindings(findings) > 0) return 'findings';
  const { tools, declarative, settings, executables } = requests;
  if (tools.length + declarative.length + settings.length > 0) return 'tools';
  if (executables.length > 0) return 'scripts';
  return findings.notInspected > 0 ? 'uninspected' : 'verified';
}

/** After a number: "52 with scripts". */
export const groupWords: Readonly<Record<GroupId, string>> = {
  verified: 'fully verified',
  scripts: 'with scripts',
  tools: 'request tools or settings',
  findings: 'with findings',
  uninspected: 'not fully inspected',
  unverified: 'not verified',
};

/** For an approval, only skills with nothing to review; otherwise all. */
export const chosenAtFirst = (action: ManyAction, items: readonly ManyItem[]): Set<string> =>
  new Set(
    items.flatMap(({ key, row }) =>
      action !== 'approve' || groupOf(row) === 'verified' ? [key] : [],
    ),
  );

/** "2,431 fully verified · 52 with scripts": how many of these are in which group. */
export function groupTotals(rows: Iterable<SkillRow>): string {
  const counts = new Map<GroupId, number>();
  for (const row of rows) {
    const id = groupOf(row);
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return groupIds
    .flatMap((id) => {
      const count = counts.get(id) ?? 0;
      return count === 0 ? [] : [`${count.toLocaleString('en')} ${groupWords[id]}`];
    })
    .join(' · ');
}
