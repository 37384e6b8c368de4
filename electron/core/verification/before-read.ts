import { exactSize, sizeText } from '../../../shared/size-text.ts';
import type { SkillEntry } from '../../../shared/model/skill.ts';
import type { CheckId, FileCheck } from '../../../shared/model/verdict.ts';
import { limits } from '../limits.ts';
import { pathInEntry } from '../skill-place.ts';
import { visible } from '../text.ts';
import { listedFile } from './listed-file.ts';

function refused(check: CheckId, message: string, expected: string, actual: string): FileCheck {
  return {
    status: 'failed',
    check,
    message,
    expected: visible(expected, 300),
    actual: visible(actual, 300),
  };
}

/**
 * Why a file of a skill must not even be requested, or null. `fileUri` may come from the skill's
 * text, so without these checks its author could make Skillgate read another server's or a local
 * file ("Origin-scoped resource reads").
 */
export function refuseBeforeRead(entry: SkillEntry, fileUri: string): FileCheck | null {
  // 1. "Resources": the skill's own scheme, inside its folder.
  const path = pathInEntry(entry, fileUri);
  if (!path.ok)
    return refused('location', path.error.message, path.error.expected ?? entry.uri, fileUri);
  // 2. "The Acting Window and the Held Entry": only what the held entry lists.
  const listed = listedFile(entry, fileUri);
  // If the server has no manifest, another file is only an observation and shows as a change.
  if (
    listed === undefined &&
    entry.files.kind === 'listed' &&
    entry.integrity !== 'self-computed'
  ) {
    return refused(
      'listed',
      "The skill's entry doesn't list this file.",
      'a file in resources',
      fileUri,
    );
  }
  // 3. "Limits": what the entry announces.
  if (listed?.size !== undefined && listed.size > limits.skillBytes) {
    return refused(
      'limit',
      `The file is larger than the limit for a whole skill (${sizeText(limits.skillBytes)}).`,
      `at most ${exactSize(limits.skillBytes)}`,
      exactSize(listed.size),
    );
  }
  return null;
}
