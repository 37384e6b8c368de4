import type { FileReply } from '../../core/dialects/dialect.ts';
import type { PlannedReply, RequestFailure } from '../../core/dialects/plan.ts';
import { stepAfterRequest } from '../../core/request-advice.ts';
import { visible } from '../../core/text.ts';
import type { SkillEntry } from '../../../shared/model/skill.ts';
import type { FailedCheck, FileCheck } from '../../../shared/model/verdict.ts';
import type { CatalogueServer } from '../catalogue/server.ts';
import type { RateLimitPause } from '../link/index.ts';
import type { SkillContext } from '../contexts.ts';
import { quoted } from '../../../shared/quote-text.ts';

/** How files are read: until when, and by whose leave. */
export interface ReadingWay {
  readonly signal?: AbortSignal | undefined;
  /** Of a run over many files: how it goes on where the server asks to be left alone. */
  readonly courtesy?: RateLimitPause | undefined;
}

interface AskOptions extends ReadingWay {
  /** Answers that are there already. */
  readonly asked?: Map<string, Promise<PlannedReply>> | undefined;
}

/** Sends what the skill's dialect needs to read one file. */
export const ask = (
  { dialects, links }: SkillContext,
  server: CatalogueServer,
  entry: SkillEntry,
  fileUri: string,
  { signal, asked, courtesy }: AskOptions = {},
): Promise<FileReply> =>
  links.run(server, dialects.of(entry.dialect).read(fileUri, entry), {
    signal,
    ...(asked === undefined ? {} : { asked }),
    ...(courtesy === undefined ? {} : { courtesy }),
  });

/** What a call that gave nothing says of the file that was asked for. */
export function verdictOnCall(problem: RequestFailure): FileCheck {
  const step = stepAfterRequest(problem);
  const failed = (message: string, actual: string): FailedCheck => ({
    status: 'failed',
    check: 'read',
    message,
    expected: 'the content of the file',
    actual,
    ...step,
  });
  switch (problem.reason) {
    case 'cancelled':
      return {
        status: 'unverifiable',
        reason: 'cancelled',
        message: 'Canceled before the server answered.',
      };
    case 'unavailable':
    case 'closed':
    case 'not-now':
      return {
        status: 'unverifiable',
        reason:
          problem.cause?.reason === 'rate-limited' ? 'too-many-requests' : 'server-unavailable',
        message: problem.message,
        ...step,
      };
    case 'timeout':
    case 'out-of-time':
      return failed(problem.message, 'no answer');
    case 'error-response':
      return failed(
        'The server answered with an error instead of the file: ' +
          `${quoted(visible(problem.message, 300))}`,
        `error ${problem.code}`,
      );
    case 'broke':
    case 'too-large':
    case 'bad-response':
      return failed(problem.message, problem.reason);
  }
}
