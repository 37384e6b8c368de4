import { sha256 } from '../../core/digest.ts';
import { approvedDigests, differsFromApproved } from '../../core/skill-state/steps.ts';
import { archiveRefused, readWhole } from '../../core/skill-state/read.ts';
import { archiveDigestOf, isComplete } from '../../core/skill-state/skill.ts';
import { limits } from '../../core/limits.ts';
import { verifyContent } from '../../core/verification/verify.ts';
import type { FileCheck } from '../../../shared/model/verdict.ts';
import type { CatalogueSkill } from '../catalogue/server.ts';
import type { WorkProgress } from '../operations.ts';
import { unpacked } from './archive-agreement.ts';
import type { ReadingWay } from './ask.ts';
import { readEveryFile } from './every-file.ts';
import type { ReadContext } from '../contexts.ts';

export type ReadAllOptions = ReadingWay;

/** What a *Read all* came to, in one line; `complete` when digests of every file are there now. */
export interface ReadAllOutcome {
  readonly complete: boolean;
  readonly message: string;
}

/**
 * Reads every file of a skill that can be found, because a person asked for it, and takes their
 * digests: the set that an approval of a skill without a manifest binds to ("self-computed").
 * A file that cannot be read leaves the skill as it was, since nobody could say what is approved.
 */
export async function readAll(
  parts: ReadContext,
  skill: CatalogueSkill,
  options: ReadAllOptions,
  progress: WorkProgress,
): Promise<ReadAllOutcome> {
  const { listed } = skill.held;
  if (isComplete(listed))
    return {
      complete: true,
      message: 'The server publishes a digest for every file, so nothing had to be read.',
    };
  return listed.archives.length > 0
    ? openArchive(parts, skill, options)
    : readFiles(parts, skill, options, progress);
}

async function openArchive(
  parts: ReadContext,
  skill: CatalogueSkill,
  options: ReadAllOptions,
): Promise<ReadAllOutcome> {
  const { catalogue, kept, inspections } = parts;
  const { listed } = skill.held;
  // Without a digest in the listing only another look tells whether the archive is still the same.
  const approved = approvedDigests(skill.record);
  const vouched = archiveDigestOf(listed) !== null;
  const opened = await unpacked(parts, skill, options, !vouched);
  if (!opened.ok) {
    if ('refused' in opened.error) {
      const because = opened.error.refused;
      catalogue.update(skill, (held) => archiveRefused(held, skill.held, because));
      return { complete: false, message: because.problem.message };
    }
    const { unread } = opened.error;
    return { complete: false, message: unread.status === 'verified' ? '' : unread.message };
  }
  const { entry, held: asked } = catalogue.at(skill) ?? skill;
  const verdicts = new Map<string, FileCheck>();
  for (const [uri, bytes] of opened.value.files) {
    const digest = sha256(bytes);
    const differs = vouched ? null : differsFromApproved(approved, uri, digest);
    verdicts.set(uri, differs ?? verifyContent(entry, uri, bytes));
    if (bytes.byteLength <= limits.textShownBytes) kept.put(skill.server.label, digest, bytes);
    inspections.saw(catalogue.at(skill) ?? skill, { uri, bytes, digest });
  }
  catalogue.update(skill, (held) => readWhole(held, { asked, reading: null, verdicts, notes: [] }));
  return { complete: true, message: `${opened.value.files.size} files unpacked.` };
}

async function readFiles(
  parts: ReadContext,
  skill: CatalogueSkill,
  options: ReadAllOptions,
  progress: WorkProgress,
): Promise<ReadAllOutcome> {
  const { catalogue } = parts;
  const { stop, reading, verdicts, notes } = await readEveryFile(parts, skill, options, progress);
  const asked = skill.held;
  if (catalogue.at(skill)?.held.listed !== asked.listed)
    return {
      complete: false,
      message: 'The skill’s listing entry changed meanwhile. Read it again.',
    };
  catalogue.update(skill, (held) =>
    readWhole(held, { asked, reading: stop === null ? reading : null, verdicts, notes }),
  );
  return stop === null
    ? {
        complete: true,
        message: `${reading.files.length} files read; their digests are self-computed.`,
      }
    : { complete: false, message: stop };
}
