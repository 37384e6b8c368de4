import type { Result } from '../../../../shared/result.ts';
import { openingLog } from './log-reader.ts';
import type { OpenedLogFile } from './har-reader.ts';

/** Opens a log file in one go. */
export function openedLog(text: string, id: string): Result<OpenedLogFile, string> {
  const steps = openingLog(text, id);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
