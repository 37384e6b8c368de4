import type { ArchiveContents } from '../../core/archive/archive.ts';
import { readArchive } from '../../core/archive/read-archive.ts';
import { sha256 } from '../../core/digest.ts';
import type { ArchiveFailure } from '../../core/skill-state/read.ts';
import { problem } from '../../core/problem.ts';
import { fileBytes } from '../../core/verification/contents.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import type { SkillEntry } from '../../../shared/model/skill.ts';
import type { FileCheck } from '../../../shared/model/verdict.ts';
import type { CatalogueServer } from '../catalogue/server.ts';
import { ask, verdictOnCall, type AskParts, type ReadingWay } from './ask.ts';

export type ListedArchive = SkillEntry['archives'][number];

/** Why an archive gives nothing: about the skill, or about this attempt alone. */
export type NotUnpacked = { readonly refused: ArchiveFailure } | { readonly unread: FileCheck };

export const refusedFor = (
  { url }: ListedArchive,
  check: ArchiveFailure['check'],
  problem: Problem,
): NotUnpacked => ({ refused: { archive: url, check, problem } });

/** One archive, held against its digest and unpacked in memory. */
export async function fetchArchive(
  parts: AskParts,
  server: CatalogueServer,
  entry: SkillEntry,
  archive: ListedArchive,
  options: ReadingWay,
): Promise<Result<{ contents: ArchiveContents; digest: string }, NotUnpacked>> {
  const { links } = parts;
  const answer = await ask(parts, server, entry, archive.url, options);
  if (!answer.ok) {
    const verdict = verdictOnCall(answer.error);
    if (verdict.status === 'unverifiable')
      return err({ unread: { ...verdict, message: answer.error.message } });
    return err({
      unread: {
        status: 'failed',
        check: 'read',
        message: `Couldn’t read the archive: ${answer.error.words}`,
        expected: archive.url,
        actual: answer.error.reason,
      },
    });
  }
  const content = fileBytes(answer.value, archive.url, 'exactly', archive);
  if (!content.ok) return err({ unread: content.error });
  const { bytes, mimeType } = content.value;
  const within = links.spend(server, bytes.byteLength);
  if (!within.ok)
    return err({ unread: { status: 'unverifiable', reason: 'budget', message: within.error } });
  // The digest first: an archive with another digest is never even opened.
  const digest = sha256(bytes);
  if (archive.digest !== undefined && archive.digest !== digest) {
    const words = 'The archive doesn’t match the digest in the index.';
    const other = problem('archive-digest', words, {
      field: archive.url,
      expected: archive.digest,
      actual: digest,
      clause: 'Integrity and verification',
    });
    return err(refusedFor(archive, 'digest', other));
  }
  const hint = { url: archive.url, ...(mimeType === undefined ? {} : { mimeType }) };
  const read = await readArchive(bytes, hint, {
    bytes: links.left(server),
  });
  if (!read.ok) {
    const { rule, entry: named, message, expected, actual } = read.error;
    // What was fetched before it is no fault of this archive.
    if (rule === 'server-budget')
      return err({ unread: { status: 'unverifiable', reason: 'budget', message } });
    const words = `Skillgate refused the archive (${rule}): ${message}`;
    const broken = problem('archive-refused', words, {
      field: named ?? archive.url,
      clause: 'Archives',
      ...(expected === undefined ? {} : { expected }),
      ...(actual === undefined ? {} : { actual }),
    });
    return err(refusedFor(archive, 'archive', broken));
  }
  const counted = links.spend(server, read.value.unpackedBytes);
  if (!counted.ok)
    return err({ unread: { status: 'unverifiable', reason: 'budget', message: counted.error } });
  return ok({ contents: read.value, digest });
}
