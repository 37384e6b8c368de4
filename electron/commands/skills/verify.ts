import { fileWords } from '../../../shared/model/file-label.ts';
import type { SinceDecision } from '../../../shared/model/findings.ts';
import { sinceInWords } from '../../../shared/model/finding-text.ts';
import type { Problem, RuleId } from '../../../shared/model/problem.ts';
import type { FileCheck } from '../../../shared/model/verdict.ts';
import { archiveFailureOf } from '../../core/skill-state/read.ts';
import { listedFiles } from '../../core/stated-paths.ts';
import { problem } from '../../core/problem.ts';
import { isOfThisSession } from '../../core/skill-state/skill.ts';
import { setDigestOf } from '../../core/skill-state/standing.ts';
import type { WorkProgress } from '../../engine/operations.ts';
import type { verifySkills } from '../../engine/reading/verify.ts';
import { problemsOf } from '../../engine/catalogue/views.ts';
import type { CatalogueServer, CatalogueSkill } from '../../engine/catalogue/server.ts';
import { sinceDecision } from '../../engine/findings/findings.ts';
import type { AppContext } from '../../engine/contexts.ts';
import type { CommandContext, CommandOutput } from '../call/command.ts';
import { leftOutLines, leftOutOf } from '../folders/open-folders.ts';
import type { FolderSource } from '../../storage/folders/folder-source.ts';
import { verdictLine, worstOf, type CheckedAs } from './check-label.ts';
import { driftLines, driftOf, isDrift, lockedBy, lockLine } from './lock-drift.ts';
import { bringUpTelling, timeoutOf } from './connect-servers.ts';
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

interface VerifyWords {
  readonly server: string | undefined;
  readonly uri: string | undefined;
  readonly lock: string | undefined;
  readonly timeout?: string | undefined;
  readonly folders: readonly FolderSource[];
}
type SilentServer = { readonly server: string } & ServerSilence;
interface Checked {
  readonly rows: readonly Row[];
  readonly unreachable: readonly SilentServer[];
}

/**
 * `verify`: reads and checks every file. 0: all match. 1: something failed, was refused, couldn't
 * be read, or differs from the lock file. 3: only unverifiable content remains.
 */
export async function verify(
  ctx: AppContext,
  given: VerifyWords,
  here: Pick<CommandContext, 'cwd' | 'progress'>,
): Promise<CommandOutput> {
  const timeoutMs = timeoutOf(given.timeout);
  // Report an unusable file before asking any server.
  const locked =
    given.lock === undefined ? null : await lockedBy(given.lock, here.cwd, given.server);
  const { rows, unreachable } =
    given.uri === undefined || given.server === undefined
      ? await checkServers(ctx, asked(ctx, given), timeoutMs, here)
      : await checkOne(ctx, { ...given, server: given.server, uri: given.uri }, here);
  const drift =
    locked === null
      ? null
      : driftOf(
          locked,
          {
            skills: asked(ctx, given).flatMap((server) => [...server.skills.values()]),
            refused: asked(ctx, given).flatMap(({ label, refused }) =>
              refused.map((one) => ({ ...one, server: label })),
            ),
          },
          new Map(unreachable.map(({ server, message }) => [server, message])),
          ctx.clock.now(),
        );
  const summary = summaryOf(rows, unreachable);
  const isBad =
    summary.failed + summary.unread + summary.refused + unreachable.length > 0 ||
    given.folders.some(({ left }) => left.some(({ isUnseen }) => isUnseen)) ||
    (drift !== null && isDrift(drift));
  const exit = isBad ? 1 : summary.unverifiable > 0 ? 3 : 0;
  const human = [...rows.flatMap(rowLines), ...unreachable.flatMap(silenceLines)];
  if (drift !== null) human.push(...driftLines(drift));
  human.push(...leftOutLines(given.folders));
  if (given.uri === undefined && asked(ctx, given).length === 0) human.push(nobodyAsked(ctx));
  human.push(
    `${summary.verified} verified, ${summary.failed} failed, ${summary.unread} could ` +
      `not be read, ${summary.unverifiable} cannot be verified, ${summary.refused} refused.`,
  );
  if (drift !== null) human.push(lockLine(drift, exit, unreachable.length === 0));
  const leftOut = leftOutOf(given.folders);
  return {
    json: {
      ...{ skills: rows, summary },
      ...(drift === null ? {} : { drift }),
      ...(leftOut.length === 0 ? {} : { leftOut }),
    },
    human,
    exit,
  };
}

const asked = (ctx: AppContext, { server }: VerifyWords): readonly CatalogueServer[] =>
  chosenServers(ctx, server).filter(({ connection }) => connection.status !== 'disabled');

async function checkServers(
  ctx: AppContext,
  servers: readonly CatalogueServer[],
  timeoutMs: ReturnType<typeof timeoutOf>,
  { progress }: Pick<CommandContext, 'progress'>,
): Promise<Checked> {
  // Load the reading code while the servers start.
  if (servers.length > 0)
    await Promise.all([bringUpTelling(ctx, servers, { timeoutMs }), reading()]);
  const unreachable: SilentServer[] = [];
  const rows: Row[] = [];
  await tellingOfReading(progress, (of) =>
    Promise.all(
      servers.map(async (server) => {
        const silence = silenceOf(server);
        if (silence !== null) unreachable.push({ server: server.label, ...silence });
        rows.push(...(await checkSkills(ctx, [...server.skills.values()], of(server.label))));
        rows.push(...server.refused.map((entry) => refusedRow(server, entry)));
      }),
    ),
  );
  return { rows, unreachable };
}

async function checkOne(
  ctx: AppContext,
  { server, uri, timeout }: VerifyWords & { readonly server: string; readonly uri: string },
  { progress }: Pick<CommandContext, 'progress'>,
): Promise<Checked> {
  const found = await target(ctx, { server, uri, timeout });
  const rows =
    found.kind === 'refused'
      ? [refusedRow(found.server, found.refused)]
      : await tellingOfReading(progress, (of) =>
          checkSkills(ctx, [found.skill], of(found.server.label)),
        );
  return { rows, unreachable: [] };
}

async function checkSkills(
  ctx: AppContext,
  skills: readonly CatalogueSkill[],
  progress: WorkProgress,
): Promise<Row[]> {
  const read = await reading();
  const came = new Map<string, Map<string, FileCheck>>();
  const onVerdict = ({ uri }: CatalogueSkill, file: string, verdict: FileCheck): void => {
    came.set(uri, (came.get(uri) ?? new Map<string, FileCheck>()).set(file, verdict));
  };
  const unread = new Map<string, string>();
  const onUnread = ({ uri }: CatalogueSkill, why: string): void => void unread.set(uri, why);
  await read(ctx, skills, { signal: never, keep: false, onVerdict, onUnread }, progress);
  await ctx.inspections.settled();
  return skills.map((before) => {
    const skill = ctx.catalogue.at(before) ?? before;
    return checkedRow(skill, came.get(before.uri) ?? new Map(), unread.get(before.uri));
  });
}

/** `came` are the results of this run, `why` is why nothing of the skill could be read. */
function checkedRow(
  skill: CatalogueSkill,
  came: ReadonlyMap<string, FileCheck>,
  why: string | undefined,
): Row {
  const { server, entry, held } = skill;
  const since = sinceDecision(skill);
  // Inconclusive results aren't kept with the skill, so take them from this run.
  // What matched in an earlier run says nothing about a server that serves nothing now.
  const now = [...held.verdicts].filter(([, verdict]) => isOfThisSession(verdict));
  const verdicts = new Map([...came, ...now]);
  const worst = archiveFailureOf(held) ? 'failed' : worstOf(listedFiles(entry), verdicts);
  // No file and no archive says why, so the skill does.
  const notRead =
    why === undefined || worst === 'failed' || worst === 'unread'
      ? []
      : [problem('archive-unread', why, { field: entry.uri })];
  return {
    server: server.label,
    uri: entry.uri,
    status: notRead.length > 0 ? 'unread' : worst,
    setDigest: setDigestOf(entry),
    files: [...verdicts].map(([uri, verdict]) => ({ uri, verdict })),
    problems: [...problemsOf(skill), ...notRead],
    ...(since === null ? {} : { findingsSinceApproval: since }),
  };
}

const refusedRow = (server: CatalogueServer, entry: CatalogueServer['refused'][number]): Row => ({
  server: server.label,
  uri: entry.uri ?? null,
  status: 'refused',
  setDigest: null,
  files: [],
  problems: [entry.problem, ...entry.others],
});

function summaryOf(rows: readonly Row[], unreachable: readonly SilentServer[]) {
  const count = (status: Status): number => rows.filter((row) => row.status === status).length;
  return {
    skills: rows.length,
    verified: count('verified'),
    failed: count('failed'),
    unread: count('unread'),
    unverifiable: count('unverifiable'),
    refused: count('refused'),
    unreachable,
  };
}

const statusWords: Record<Status, string> = {
  verified: 'verified',
  failed: 'failed',
  unread: 'could not be read',
  unverifiable: 'cannot be verified',
  refused: 'refused',
};

const rowLines = (row: Row): string[] => [
  `${statusWords[row.status].padEnd(18)} ${row.uri ?? '(no URI)'}  (${row.server})`,
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
];

const silenceLines = ({ server, ...silence }: SilentServer): string[] => [
  `no full answer  ${server}: ${silence.message}`,
  ...quotedLines(silence),
];
