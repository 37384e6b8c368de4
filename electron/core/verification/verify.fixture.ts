import type { SkillEntry } from '../../../shared/model/skill.ts';
import type { FileCheck } from '../../../shared/model/verdict.ts';
import { refuseBeforeRead } from './before-read.ts';
import { verifyContent } from './verify.ts';

/** Both halves of checking one file: before it is read, and its content. */
export function verifyFile(
  entry: SkillEntry,
  fileUri: string,
  bytes: Uint8Array,
  text?: string,
): FileCheck {
  return refuseBeforeRead(entry, fileUri) ?? verifyContent(entry, fileUri, bytes, text);
}
