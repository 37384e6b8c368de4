import { dialectOf } from '../../core/dialects/registry.ts';
import { visible } from '../../core/text.ts';
import type { SkillEntry } from '../../../shared/model/skill.ts';
import type { FailedVerdict, Verdict } from '../../../shared/model/verdict.ts';
import { err, type Result } from '../../../shared/result.ts';
import type { Server } from '../catalogue/server.ts';
import type { CallProblem } from '../link/call.ts';
import type { Links } from '../link/links.ts';
import { quoted } from '../../../shared/quoted.ts';

/** Sends what the skill's dialect needs to read one file. */
export async function ask(
  links: Links,
  server: Server,
  entry: SkillEntry,
  fileUri: string,
  signal?: AbortSignal,
): Promise<Result<unknown, CallProblem>> {
  const adapter = dialectOf(entry.dialect);
  if (adapter.read !== undefined) {
    const reply = await links.run(server, adapter.read(fileUri, entry), { signal });
    return reply.ok ? reply : err({ code: 0, ...reply.error } as CallProblem);
  }
  const request = adapter.readRequest?.(fileUri, entry) ?? {
    method: 'resources/read',
    params: { uri: fileUri },
  };
  return links.call(server, request, { signal });
}

/** What a call that gave nothing says of the file that was asked for. */
export function verdictOnCall(problem: CallProblem): Verdict {
  const failed = (message: string, actual: string): FailedVerdict => ({
    status: 'failed',
    check: 'read',
    message,
    expected: 'the content of the file',
    actual,
  });
  switch (problem.reason) {
    case 'cancelled':
      return {
        status: 'unverifiable',
        reason: 'cancelled',
        message: 'Cancelled before an answer came.',
      };
    case 'unavailable':
    case 'closed':
      return { status: 'unverifiable', reason: 'server-unavailable', message: problem.message };
    case 'timeout':
      return failed(problem.message, 'no answer');
    case 'error-response':
      return failed(
        `The server answered with an error instead of the file: ${quoted(visible(problem.message, 300))}`,
        `error ${problem.code}`,
      );
    case 'broke':
    case 'too-large':
    case 'bad-response':
      return failed(problem.message, problem.reason);
  }
}
