import { changesDocument } from '../../core/decisions/changes-document.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { RequestError } from '../../../shared/contract.ts';
import type { FileDiff, SkillChanges } from '../../../shared/model/detail.ts';
import { changesOf, diffOf } from './changes.ts';
import { fault } from '../errors.ts';
import { behaviorSince } from '../findings/behavior.ts';
import type { CatalogueSkill } from '../catalogue/server.ts';
import type { ReadContext } from '../contexts.ts';

/**
 * Files whose text is compared in one document; the others stand in its table with their digests.
 */
const mostCompared = 50;

export interface ChangesReport {
  readonly changes: SkillChanges;
  readonly markdown: string;
}

/**
 * What changed since the approval, as a document. Reads the modified files whose approved text was
 * kept.
 */
export async function changesReport(
  parts: ReadContext,
  skill: CatalogueSkill,
): Promise<Result<ChangesReport, RequestError>> {
  const changes = await changesOf(parts, skill);
  if (changes === null) return err(fault('not-found', whyNone(skill)));
  const diffs = new Map<string, FileDiff>();
  const comparable = changes.files.filter(
    ({ change, before }) => change === 'modified' && before?.kept === true,
  );
  for (const { uri } of comparable.slice(0, mostCompared)) {
    const diff = await diffOf(parts, skill, uri, null);
    if (diff.ok) diffs.set(uri, diff.value);
  }
  // What was read for the differences says more of what the skill does now.
  await parts.inspections.settled();
  const behavior = await behaviorSince(parts, parts.catalogue.at(skill) ?? skill);
  const complete = behavior === null ? changes : { ...changes, behavior };
  return ok({
    changes: complete,
    markdown: changesDocument({
      server: skill.server.label,
      uri: skill.entry.uri,
      name: skill.entry.name,
      changes: complete,
      diffs,
    }),
  });
}

const whyNone = ({ record }: CatalogueSkill): string =>
  record?.decision === 'approved'
    ? 'Nothing has changed since it was approved.'
    : 'It isn’t approved, so there’s nothing to compare it with.';
