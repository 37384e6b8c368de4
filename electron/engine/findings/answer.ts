import { err, ok, type Result } from '../../../shared/result.ts';
import type { RequestError } from '../../../shared/contract.ts';
import { visible } from '../../core/text.ts';
import { inspectionOf } from '../../core/skill-state/steps.ts';
import { setDigestOf } from '../../core/skill-state/standing.ts';
import type { CatalogueSkill } from '../catalogue/server.ts';
import { fault } from '../options.ts';
import type { DecisionContext } from '../contexts.ts';

/** What a person says of one finding that was on screen. */
export interface DismissalRequest {
  readonly rule: string;
  readonly ruleset: string;
  readonly file: string;
  readonly digest: string;
  readonly reason: string;
  /** `path`: of this file alone; `skill`: of the same content anywhere in the skill. */
  readonly scope: 'path' | 'skill';
  /** ISO 8601, or null. */
  readonly expiresAt: string | null;
}

/**
 * Acknowledges a finding. One that is not there any more, of other bytes or of other rules, is not:
 * what was on screen is what is answered.
 */
export async function answerFinding(
  parts: DecisionContext,
  skill: CatalogueSkill,
  said: DismissalRequest,
): Promise<Result<void, RequestError>> {
  const { answers, catalogue, clock, ids, actor } = parts;
  const { identity } = skill.server;
  const { rule, ruleset, file, digest, expiresAt, scope } = said;
  const reason = said.reason.trim();
  if (identity === null || reason === '') return err(fault('bad-input', 'Enter a reason.'));
  if (expiresAt !== null && !(clock.now() < Date.parse(expiresAt)))
    return err(fault('bad-input', 'Choose a future date.'));
  const finding = inspectionOf(skill).findings.find(
    (one) =>
      one.rule === rule && one.ruleset === ruleset && one.uri === file && one.digest === digest,
  );
  if (finding === undefined)
    return err(fault('stale', 'The file or the rule has changed. Review it again.'));
  const written = await answers.put(identity, skill.uri, {
    id: ids.next(),
    rule,
    ruleset,
    digest,
    file: scope === 'path' ? file : null,
    severity: finding.severity,
    confidence: finding.confidence,
    reason: visible(reason, 500),
    by: actor.name,
    at: new Date(clock.now()).toISOString(),
    expiresAt,
  });
  if (!written.ok) return err(fault('store', unwrittenWords[written.error]));
  await parts.approvals.note([
    lineOf(
      skill,
      'finding-acknowledged',
      `${rule} in ${visible(file, 300)}: ${visible(reason, 500)}`,
    ),
  ]);
  catalogue.refresh();
  return ok(undefined);
}

const unwrittenWords = {
  unwritable: 'Couldn’t save the dismissal.',
  full: 'Too many dismissals are stored. Undo some of them first.',
} as const;

/** Takes an answer back: the finding is open again. Of another's it drops what they said. */
export async function reopenFinding(
  parts: DecisionContext,
  skill: CatalogueSkill,
  id: string,
): Promise<Result<void, RequestError>> {
  const { identity } = skill.server;
  const answer = [...skill.answers, ...skill.others].find((one) => one.id === id);
  if (identity === null || answer === undefined)
    return err(fault('not-found', 'That dismissal no longer exists.'));
  const written = await parts.answers.remove(identity, skill.uri, id);
  if (!written.ok) return err(fault('store', 'Couldn’t undo the dismissal.'));
  await parts.approvals.note([lineOf(skill, 'finding-reopened', answer.rule)]);
  parts.catalogue.refresh();
  return ok(undefined);
}

const lineOf = (
  { server, uri, entry }: CatalogueSkill,
  action: 'finding-acknowledged' | 'finding-reopened',
  detail: string,
): Parameters<DecisionContext['approvals']['note']>[0][number] => ({
  action,
  server: server.label,
  uri,
  setDigest: setDigestOf(entry),
  detail,
});
