import { changesDocument } from '../../core/decisions/changes-document.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { RequestError } from '../../../shared/contract.ts';
import type { FileDiff, SkillChanges } from '../../../shared/model/detail.ts';
import { changesOf, diffOf } from './changes.ts';
import type { Context } from '../context.ts';
import { fault } from '../errors.ts';
import type { Server, Skill } from '../catalogue/world.ts';

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
  ctx: Context,
  server: Server,
  skill: Skill,
): Promise<Result<ChangesReport, RequestError>> {
  const changes = await changesOf(ctx, server, skill);
  if (changes === null) return err(fault('not-found', 'Nothing has changed since an approval.'));
  const diffs = new Map<string, FileDiff>();
  const comparable = changes.files.filter(
    ({ change, before }) => change === 'modified' && before?.kept === true,
  );
  for (const { uri } of comparable.slice(0, mostCompared)) {
    const diff = await diffOf(ctx, server, skill, uri, null);
    if (diff.ok) diffs.set(uri, diff.value);
  }
  return ok({
    changes,
    markdown: changesDocument({
      server: server.label,
      uri: skill.entry.uri,
      name: skill.entry.name,
      changes,
      diffs,
    }),
  });
}
