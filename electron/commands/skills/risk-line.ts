import { riskInWords } from '../../../shared/model/risk.ts';
import { timeText } from '../../../shared/size-text.ts';
import { inspectionOf } from '../../core/skill-state/steps.ts';
import type { CatalogueSkill } from '../../engine/catalogue/server.ts';
import { checkedAt, riskAt } from '../../engine/findings/findings.ts';

/**
 * The skill's risk, and when its files were inspected: `3 critical · 10 high, checked 2026-11-21
 * 18:55`. This command reads no file for it.
 */
export function riskLine(skill: CatalogueSkill): string {
  const at = checkedAt(skill);
  const words = riskInWords(riskAt(skill));
  if (at === null) return words;
  const { notInspected } = inspectionOf(skill);
  const isOlder = notInspected.some(({ reason }) => reason === 'older-rules');
  return `${words}, checked ${timeText(at)}${isOlder ? ' with older rules' : ''}`;
}

/** The same where something is known; null otherwise. */
export const knownRisk = (skill: CatalogueSkill): string | null =>
  checkedAt(skill) === null && riskAt(skill).worst === null ? null : riskLine(skill);

/** The decision that a failed check or a policy covers up: it holds when that ends. */
export function coveredDecision({ record, standing }: CatalogueSkill): readonly string[] {
  if (record === null || (standing.kind !== 'refused' && standing.kind !== 'blocked')) return [];
  const { decision, decidedAt, actor } = record;
  const by = `${decision} on ${decidedAt.slice(0, 10)} by ${actor.name}`;
  return [`${by}; it applies again once the skill is no longer ${standing.kind}`];
}
