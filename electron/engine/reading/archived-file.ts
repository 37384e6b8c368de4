import { archiveRefused } from '../../core/skill-state/read.ts';
import { listedFile } from '../../core/verification/listed-file.ts';
import { verifyContent } from '../../core/verification/verify.ts';
import { visible } from '../../core/text.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import type { FailedCheck } from '../../../shared/model/verdict.ts';
import type { CatalogueSkill } from '../catalogue/server.ts';
import type { ReadingWay } from './ask.ts';
import { unpacked, type ArchiveParts } from './archive.ts';
import { nothing, type ReadOutcome } from './file-read.ts';

/** Serves one file of an archive from the bytes that were checked, never from a live read. */
export async function fromArchive(
  parts: ArchiveParts,
  skill: CatalogueSkill,
  file: string,
  options: ReadingWay,
): Promise<() => ReadOutcome> {
  const { catalogue } = parts;
  const opened = await unpacked(parts, skill, options);
  return () => {
    if (!opened.ok) {
      if ('unread' in opened.error) return nothing(opened.error.unread, null);
      const because = opened.error.refused;
      catalogue.update(skill, (held) => archiveRefused(held, skill.held, because));
      return nothing(failedBecause(because.problem), null);
    }
    const { entry, held } = catalogue.at(skill) ?? skill;
    const bytes = opened.value.files.get(file);
    if (bytes === undefined) return nothing(notInArchive(file), null);
    const verdict = verifyContent(entry, file, bytes);
    return {
      verdict,
      bytes: verdict.status === 'failed' ? null : bytes,
      rejected: verdict.status === 'failed' ? bytes : null,
      mimeType: undefined,
      size: bytes.byteLength,
      digest: listedFile(entry, file)?.digest ?? null,
      check: { asked: held, file, verdict, observed: null },
    };
  };
}

const failedBecause = ({ message, expected, actual }: Problem): FailedCheck => ({
  status: 'failed',
  check: 'read',
  message,
  ...(expected === undefined ? {} : { expected }),
  ...(actual === undefined ? {} : { actual }),
});

const notInArchive = (file: string): FailedCheck => ({
  status: 'failed',
  check: 'listed',
  message: 'The archive doesn’t have this file.',
  expected: 'a file of the archive',
  actual: visible(file, 300),
});
