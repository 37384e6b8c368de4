import { fileWords } from '../../../shared/model/file-label.ts';
import type { SinceDecision } from '../../../shared/model/findings.ts';
import { sinceInWords } from '../../../shared/model/finding-text.ts';
import type { Problem, RuleId } from '../../../shared/model/problem.ts';
import type { FileCheck } from '../../../shared/model/verdict.ts';
import { archiveFailureOf } from '../../core/skill-state/failure.ts';
import { listedFiles } from '../../core/files.ts';
import { problem } from '../../core/problem.ts';
import { setDigestOf } from '../../core/skill-state/standing.ts';
import type { WorkProgress } from '../../engine/operations.ts';
import type { verifySkills } from '../../engine/reading/verify.ts';
import { problemsOf } from '../../engine/catalogue/views.ts';
import type { CatalogueServer, CatalogueSkill } from '../../engine/catalogue/server.ts';
import { sinceDecision } from '../../engine/findings/findings.ts';
import type { EngineParts } from '../../engine/parts.ts';
import type { CommandContext } from '../call/command-context.ts';
import type { CommandOutput } from '../call/command.ts';
import { verdictLine } from './check-text.ts';
import { worstOf, type CheckedAs } from './check-label.ts';
import { driftLines, driftOf, isDrift, lockedBy, lockLine } from './lock-drift.ts';
import { bringUpTelling } from './connect-servers.ts';
import { tellingOfReading } from './reading-progress.ts';
import {
  chosenServers,
  nobodyAsked,
  quotedLines,
  silenceOf,
  target,
  type ServerSilence,
} from './targets.ts';

type Status = CheckedAs | 'refused';
interface Row {
  readonly server: string;
  readonly uri: string | null;
  readonly status: Status;
  readonly setDigest: string | null;
  readonly files: readonly { readonly uri: string; readonly verdict: FileCheck }[];
  readonly problems: readonly Problem[];
  /** For a changed skill: what is new and gone since its approval. */
  readonly findingsSinceApproval?: SinceDecision;
}

/** What explains a status and isn't printed with a file. */
function reasonsOf({ status, problems, files }: Row): readonly Problem[] {
  if (status === 'refused') return problems;
  const printed = new Set(
    files.flatMap(({ uri, verdict }) => (verdict.status === 'failed' ? [uri] : [])),
  );
  return problems.filter(
    ({ rule, field }) =>
      explaining.has(rule) && !(rule === 'verification-failed' && printed.has(field ?? '')),
  );
}

const explaining: ReadonlySet<RuleId> = new Set([
  'verification-failed',
  'content-form',
  'archive-digest',
  'archive-refused',
  'archive-differs',
  'archive-unread',
]);

/** A problem with its place, and what was expected and received there. */
function problemLine({ message, field, expected, actual }: Problem): string {
  const where = field === undefined ? [] : [field];
  const sides =
    expected === undefined && actual === undefined
      ? []
      : [`expected ${expected ?? 'nothing'}, actual ${actual ?? 'nothing'}`];
  const facts = [...where, ...sides];
  return facts.length === 0 ? message : `${message} (${facts.join(': ')})`;
}

/** The code that reads and inspects files, needed only once a server runs. */
const reading = async (): Promise<typeof verifySkills> =>
  (await import('../../engine/reading/verify.ts')).verifySkills;

const never = new AbortController().signal;

/**
 * `verify`: reads and checks every file. 0: all match. 1: something failed, was refused, couldn't
 * be read, or differs from the lock file. 3: only unverifiable content remains.
 */
export async function verify(
  ctx: EngineParts,
  given: {
    readonly server: string | undefined;
    readonly uri: string | undefined;
    readonly lock: string | undefined;
  },
  here: Pick<CommandContext, 'cwd' | 'progress'>,
): Promise<CommandOutput> {
  const chosen = (): readonly CatalogueServer[] =>
    chosenServers(ctx, given.server).filter((server) => server.connection.status !== 'disabled');
  // Report an unusable file before asking any server.
  const locked =
    given.lock === undefined ? null : await lockedBy(given.lock, here.cwd, given.server);
  const rows: Row[] = [];
  const unreachable: ({ readonly server: string } & ServerSilence)[] = [];
  const check = async (
    server: CatalogueServer,
    skills: readonly CatalogueSkill[],
    progress: WorkProgress,
  ): Promise<void> => {
    const read = await reading();
    const came = new Map<string, Map<string, FileCheck>>();
    const onVerdict = ({ uri }: CatalogueSkill, file: string, verdict: FileCheck): void => {
      came.set(uri, (came.get(uri) ?? new Map<string, FileCheck>()).set(file, verdict));
    };
    const unread = new Map<string, string>();
    const onUnread = ({ uri }: CatalogueSkill, why: string): void => void unread.set(uri, why);
    await read(ctx, skills, { signal: never, keep: false, onVerdict, onUnread }, progress);
    await ctx.inspections.settled();
    for (const asked of skills) {
      const skill = ctx.catalogue.at(asked) ?? asked;
      const since = sinceDecision(skill);
      // Inconclusive results aren't kept with the skill, so take them from this run.
      const verdicts = new Map([...(came.get(asked.uri) ?? []), ...skill.held.verdicts]);
      const files = [...verdicts].map(([uri, verdict]) => ({ uri, verdict }));
      const worst = archiveFailureOf(skill.held)
        ? 'failed'
        : worstOf(listedFiles(skill.entry), verdicts);
      const why = unread.get(asked.uri);
      // No file and no archive says why, so the skill does.
      const notRead =
        why === undefined || worst === 'failed' || worst === 'unread'
          ? []
          : [problem('archive-unread', why, { field: skill.entry.uri })];
      rows.push({
        server: server.label,
        uri: skill.entry.uri,
        status: notRead.length > 0 ? 'unread' : worst,
        setDigest: setDigestOf(skill.entry),
        files,
        problems: [...problemsOf(skill), ...notRead],
        ...(since === null ? {} : { findingsSinceApproval: since }),
      });
    }
  };
  const refuse = (server: CatalogueServer, entries: CatalogueServer['refused']): void => {
    for (const entry of entries)
      rows.push({
        server: server.label,
        uri: entry.uri ?? null,
        status: 'refused',
        setDigest: null,
        files: [],
        problems: [entry.problem, ...entry.others],
      });
  };
  if (given.uri === undefined || given.server === undefined) {
    const servers = chosen();
    // Load the reading code while the servers start.
    if (servers.length > 0) await Promise.all([bringUpTelling(ctx, servers), reading()]);
    await tellingOfReading(here.progress, (of) =>
      Promise.all(
        servers.map(async (server) => {
          const silence = silenceOf(server);
          if (silence !== null) unreachable.push({ server: server.label, ...silence });
          await check(server, [...server.skills.values()], of(server.label));
          refuse(server, server.refused);
        }),
      ),
    );
  } else {
    const found = await target(ctx, { server: given.server, uri: given.uri });
    if (found.kind === 'refused') refuse(found.server, [found.refused]);
    else
      await tellingOfReading(here.progress, (of) =>
        check(found.server, [found.skill], of(found.server.label)),
      );
  }
  const drift =
    locked === null
      ? null
      : driftOf(
          locked,
          {
            skills: chosen().flatMap((server) => [...server.skills.values()]),
            refused: chosen().flatMap(({ label, refused }) =>
              refused.map((one) => ({ ...one, server: label })),
            ),
          },
          new Map(unreachable.map(({ server, message }) => [server, message])),
          ctx.clock.now(),
        );
  const count = (status: Status): number => rows.filter((row) => row.status === status).length;
  const summary = {
    skills: rows.length,
    verified: count('verified'),
    failed: count('failed'),
    unread: count('unread'),
    unverifiable: count('unverifiable'),
    refused: count('refused'),
    unreachable,
  };
  const exit: 0 | 1 | 3 =
    summary.failed + summary.unread + summary.refused + unreachable.length > 0 ||
    (drift !== null && isDrift(drift))
      ? 1
      : summary.unverifiable > 0
        ? 3
        : 0;
  const words: Record<Status, string> = {
    verified: 'verified',
    failed: 'failed',
    unread: 'could not be read',
    unverifiable: 'cannot be verified',
    refused: 'refused',
  };
  const human = rows.flatMap((row) => [
    `${words[row.status].padEnd(18)} ${row.uri ?? '(no URI)'}  (${row.server})`,
    ...(row.setDigest === null ? [] : [`  ${row.setDigest}`]),
    ...reasonsOf(row).map((problem) => `  ${problemLine(problem)}`),
    ...(row.findingsSinceApproval === undefined
      ? []
      : [`  findings since the approval: ${sinceInWords(row.findingsSinceApproval)}`]),
    ...row.files
      .filter(({ verdict }) => ['failed', 'could not be read'].includes(fileWords(verdict).word))
      .flatMap(({ uri, verdict }) => [
        `  ${uri}: ${verdictLine(verdict)}`,
        ...quotedLines(verdict.status === 'verified' ? {} : verdict),
      ]),
  ]);
  human.push(
    ...unreachable.flatMap(({ server, ...silence }) => [
      `no full answer  ${server}: ${silence.message}`,
      ...quotedLines(silence),
    ]),
  );
  if (drift !== null) human.push(...driftLines(drift));
  if (given.uri === undefined && chosen().length === 0) human.push(nobodyAsked(ctx));
  human.push(
    `${summary.verified} verified, ${summary.failed} failed, ${summary.unread} could not be read, ${summary.unverifiable} cannot be verified, ${summary.refused} refused.`,
  );
  if (drift !== null) human.push(lockLine(drift, exit, unreachable.length === 0));
  return { json: { skills: rows, summary, ...(drift === null ? {} : { drift }) }, human, exit };
}
