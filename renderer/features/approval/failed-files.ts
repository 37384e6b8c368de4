import type { SkillDetail } from '../../../shared/model/detail.ts';
import type { FailedCheck, FileCheck } from '../../../shared/model/verdict.ts';

export const isFailed = (verdict: FileCheck | undefined): verdict is FailedCheck =>
  verdict?.status === 'failed';

/** The first file in the manifest that failed its check, for the shortcut. */
export const firstFailed = ({
  files,
  verdicts,
}: Pick<SkillDetail, 'files' | 'verdicts'>): string | null =>
  files.find((file) => isFailed(verdicts[file.uri]))?.uri ?? null;
