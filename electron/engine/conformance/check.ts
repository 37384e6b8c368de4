import { asciiJson } from '../../core/ascii-json.ts';
import { markdownReport } from '../../core/conformance/markdown.ts';
import { adviceOn, startingAdvice, turnText } from '../../../shared/connection-advice.ts';
import type { RequestError, RequestOutput } from '../../../shared/contract.ts';
import { flipsOf } from '../../../shared/model/report.ts';
import { countedWords, endingWords } from '../../../shared/model/report-text.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { CatalogueServer } from '../catalogue/server.ts';
import { fault } from '../options.ts';
import type { EndedWork, WorkProgress } from '../operations.ts';
import type { SkillContext } from '../contexts.ts';
import { bringUp } from '../servers/roster.ts';
import type { RunListener } from './answered-requests.ts';
import { conformanceOf } from './conformance.ts';
import { grouped } from '../../../shared/size-text.ts';

/**
 * Starts a check of a server against the specification, as work that can be followed and stopped;
 * joins one that is already running. `isFresh` uses a fresh connection (for a command, a fresh
 * process), for an author who changed the server's code. A stopped check says nothing about the
 * server, and the report before it stays.
 */
export function startCheck(
  parts: SkillContext,
  server: CatalogueServer,
  isFresh: boolean,
): { readonly operationId: string; readonly finished: Promise<void> } {
  const { operations } = parts;
  const kind = 'conformance';
  const under = operations
    .all()
    .find((one) => one.kind === kind && one.server === server.label && one.status === 'running');
  if (under !== undefined) return { operationId: under.operationId, finished: Promise.resolve() };
  return operations.start({ kind, server: server.label }, async (signal, progress) => {
    if (!isFresh) return check(parts, server, signal, progress);
    await parts.links.close(server);
    // Checked before anything is listed: what a server has just after its start is what the check
    // sees.
    await parts.links.reopen(server);
    const ended = await check(parts, server, signal, progress);
    await bringUp(parts, server);
    return ended;
  });
}

async function check(
  parts: SkillContext,
  server: CatalogueServer,
  signal: AbortSignal,
  progress: WorkProgress,
): Promise<EndedWork> {
  let asked = 0;
  const rows = new Map<number, number>();
  const listener: RunListener = {
    asked: (requests) => {
      asked = requests;
      progress.report(requests, null, 0);
    },
    waiting: (what) => progress.report(asked, null, 0, `waiting ${what}`),
    sent: (request, row) => void rows.set(request, row),
  };
  const made = await conformanceOf(parts, server, signal, { isThorough: true }, listener);
  if (signal.aborted) return { message: `after ${grouped(asked)} requests` };
  if (!made.ok) return { message: whyNot(server), isFailure: true };
  const report = made.value;
  const before = parts.checked.get(server)?.report;
  parts.checked.set(server, {
    report,
    flips: before === undefined ? null : flipsOf(before, report),
    at: parts.clock.now(),
    rows,
  });
  const failed = report.checks.filter(({ verdict }) => verdict === 'fail').length;
  progress.report(asked, asked, failed);
  return { message: `${countedWords(report.checks)}. ${endingWords(report)}` };
}

/** What happened, whose turn it is and the next step, as the page of the server has it. */
function whyNot({ connection }: CatalogueServer): string {
  const yours = (happened: string, next: string): string =>
    `${happened} ${turnText.person}: ${next}`;
  switch (connection.status) {
    case 'failed': {
      const { failure } = connection;
      if (failure.signIn !== undefined)
        return yours(failure.message, 'Sign in on the server’s page.');
      const { turn, next } = adviceOn(failure);
      return `${failure.message} ${turnText[turn]}: ${next}`;
    }
    case 'disabled':
      return yours('The server is switched off.', 'Switch it on and check it again.');
    case 'needs-consent':
      return yours(
        'The command needs permission to start.',
        'Review it on the server’s page, and allow it.',
      );
    case 'uncontacted':
      return yours(
        'Skillgate hasn’t been asked to connect to this address yet.',
        'Review it on the server’s page, and connect.',
      );
    case 'connecting':
      return `The server isn’t connected. ${turnText[startingAdvice.turn]}: ${startingAdvice.next}`;
    case 'ready':
      return yours('The connection ended before the check.', 'Check again.');
  }
}

/** The newest report with what flipped; null values where none was made. */
export const checkedView = (
  { checked }: SkillContext,
  server: CatalogueServer,
): RequestOutput<'getReport'> => {
  const { report, flips, at } = checked.get(server) ?? { report: null, flips: null, at: null };
  return { report, flips, at };
};

/** The newest report as text for others. */
export function exportReport(
  { checked }: SkillContext,
  server: CatalogueServer,
  format: 'markdown' | 'json',
): Result<{ text: string }, RequestError> {
  const report = checked.get(server)?.report;
  if (report === undefined)
    return err(
      fault('not-found', `${server.label} hasn’t been checked since its configuration changed.`),
    );
  return ok({
    text: format === 'markdown' ? markdownReport(report) : `${asciiJson(report)}\n`,
  });
}
