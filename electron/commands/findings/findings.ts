import { relative, sep } from 'node:path';
import { isOpen, severities, type FindingSeverity } from '../../../shared/model/severity.ts';
import type { CatalogueServer, CatalogueSkill } from '../../engine/catalogue/server.ts';
import { findingsOf } from '../../engine/findings/findings.ts';
import type { WorkProgress } from '../../engine/operations.ts';
import type { AppContext } from '../../engine/contexts.ts';
import type { FolderSource } from '../../storage/folders/folder-source.ts';
import { verifySkills } from '../../engine/reading/verify.ts';
import type { OutputLine, CommandOutput, CommandContext } from '../call/command.ts';
import { ignoredLines } from '../folders/open-folders.ts';
import { bringUpTelling, timeoutOf } from '../skills/connect-servers.ts';
import { tellingOfReading } from '../skills/reading-progress.ts';
import { chosenServers, silenceOf, target } from '../skills/targets.ts';
import { githubLines, textLines } from './findings-text.ts';
import {
  maskedReport,
  type FindingsReport,
  type SkillReport,
  type UnreachableServer,
  type UnseenSkill,
  junitOf,
} from './report.ts';
import { sarifOf } from './sarif.ts';
import { counted } from '../../../shared/size-text.ts';
import { asciiJson } from '../../core/ascii-json.ts';
import { choice } from '../call/parse.ts';

interface Asked {
  readonly timeout?: string | undefined;
  readonly server: string | undefined;
  readonly uri: string | undefined;
  readonly format: string | undefined;
  readonly 'fail-on': string | undefined;
  /** For a changed skill, show only what is new or gone. */
  readonly 'since-approval': boolean;
  /** What the rules didn't see is no reason to fail. */
  readonly 'allow-unseen': boolean;
  readonly folders: readonly FolderSource[];
}

const formats = ['text', 'json', 'sarif', 'junit', 'github'] as const;
const never = new AbortController().signal;

/** `findings`: reads the chosen skills as `verify` does, and shows what the rules find in them. */
export async function findings(
  ctx: AppContext,
  given: Asked,
  { progress, cwd }: Pick<CommandContext, 'progress' | 'cwd'>,
): Promise<CommandOutput> {
  const format = choice('format', formats, given.format ?? 'text');
  const failOn = choice('fail-on', severities, given['fail-on'] ?? 'high');
  const { maskingOf } = await import('../call/masking.ts');
  const all = maskedReport(await reportOf(ctx, given, { progress, cwd }), maskingOf(ctx));
  const report = given['since-approval'] ? onlyNew(all) : all;
  const json = jsonOf(report);
  const human: Readonly<Record<(typeof formats)[number], () => OutputLine[]>> = {
    text: () => [...ignoredLines(given.folders), ...textLines(report)],
    json: () => [{ block: asciiJson(json) }],
    sarif: () => [{ block: asciiJson(sarifOf(report)) }],
    junit: () => [{ block: junitOf(report, reaches(failOn)) }],
    github: () => githubLines(report),
  };
  const isBad =
    report.unreachable.length > 0 ||
    report.skills.some((one) => one.findings.some(reaches(failOn)));
  const isBlind = report.unseen.length > 0 && !given['allow-unseen'];
  return { json, human: human[format](), exit: isBad ? 1 : isBlind ? 3 : 0, isMasked: true };
}

/** For skills that changed since their approval, keeps only what wasn't there then. */
const onlyNew = (report: FindingsReport): FindingsReport => ({
  ...report,
  skills: report.skills.map((skill) =>
    skill.since === null
      ? skill
      : { ...skill, findings: skill.findings.filter(({ isNew }) => isNew) },
  ),
});

/** Folded and dismissed findings don't count. */
const reaches =
  (failOn: FindingSeverity) =>
  (finding: SkillReport['findings'][number]): boolean =>
    isOpen(finding) && severities.indexOf(finding.severity) <= severities.indexOf(failOn);

async function reportOf(
  ctx: AppContext,
  given: Asked,
  { progress: tell, cwd }: Pick<CommandContext, 'progress' | 'cwd'>,
): Promise<FindingsReport> {
  const skills: SkillReport[] = [];
  const unseen: UnseenSkill[] = given.folders.flatMap(leftOutOf);
  const unreachable: UnreachableServer[] = [];
  const pathsOnDisk = new Map(
    given.folders.flatMap(({ label, skills: read }) =>
      read.flatMap(({ files }) =>
        files.map(({ uri, path }) => [
          `${label}\n${uri}`,
          relative(cwd, path).split(sep).join('/'),
        ]),
      ),
    ),
  );
  const look = async (of: readonly CatalogueSkill[], read: WorkProgress): Promise<void> => {
    const unread = new Map<string, string>();
    const onUnread = ({ uri }: CatalogueSkill, why: string): void => void unread.set(uri, why);
    await verifySkills(ctx, of, { signal: never, keep: false, onUnread }, read);
    await ctx.inspections.settled();
    for (const asked of of) {
      const skill = ctx.catalogue.at(asked) ?? asked;
      const report = skillReport(skill, pathsOnDisk);
      skills.push(report);
      const part = unseenOf(skill, report, unread.get(asked.uri) ?? null);
      if (part !== null) unseen.push(part);
    }
  };
  const refuse = ({ label }: CatalogueServer, entries: CatalogueServer['refused']): void => {
    for (const { uri = null, problem } of entries)
      unseen.push({
        ...{ server: label, uri, reason: 'refused', isPart: false },
        detail: `its entry is refused. ${problem.message}`,
      });
  };
  if (given.server !== undefined && given.uri !== undefined) {
    const found = await target(ctx, {
      server: given.server,
      uri: given.uri,
      timeout: given.timeout,
    });
    if (found.kind === 'refused') refuse(found.server, [found.refused]);
    else await tellingOfReading(tell, (of) => look([found.skill], of(found.server.label)));
    return { skills, unseen, unreachable };
  }
  const servers = chosenServers(ctx, given.server).filter(
    (server) => server.connection.status !== 'disabled',
  );
  await bringUpTelling(ctx, servers, { timeoutMs: timeoutOf(given.timeout) });
  const ask = async (server: CatalogueServer, read: WorkProgress): Promise<void> => {
    const silence = silenceOf(server);
    if (silence !== null) unreachable.push({ server: server.label, ...silence });
    await look([...server.skills.values()], read);
    refuse(server, server.refused);
  };
  await tellingOfReading(tell, (of) =>
    Promise.all(servers.map((server) => ask(server, of(server.label)))),
  );
  skills.sort((a, b) => order(a.server, b.server) || order(a.uri, b.uri));
  unseen.sort((a, b) => order(a.server, b.server) || order(a.uri ?? '', b.uri ?? ''));
  return { skills, unseen, unreachable };
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function skillReport(skill: CatalogueSkill, pathsOnDisk: ReadonlyMap<string, string>): SkillReport {
  const { findings, notInspected, since } = findingsOf(skill);
  const { entry } = skill;
  const files = entry.files.kind === 'listed' ? entry.files.files : [];
  const { label } = skill.server;
  const paths = new Map(
    files.map(({ uri, path }) => [uri, pathsOnDisk.get(`${label}\n${uri}`) ?? path]),
  );
  const isOnDisk = pathsOnDisk.size > 0;
  return {
    isOnDisk,
    server: skill.server.label,
    uri: entry.uri,
    paths,
    findings,
    notInspected,
    since,
  };
}

/** What of a folder wasn't read, and may be a skill or part of one. */
const leftOutOf = ({ label, left }: FolderSource): UnseenSkill[] =>
  left
    .filter(({ isUnseen }) => isUnseen)
    .map(({ path, why, isSkill }) => ({
      ...{ server: label, uri: null, reason: isSkill ? 'refused' : 'left-out', isPart: false },
      detail: `${path}: ${why}`,
    }));

/** What the rules didn't see of a skill; null if they saw everything that it has. */
function unseenOf(
  { entry, server }: CatalogueSkill,
  { notInspected }: SkillReport,
  unread: string | null,
): UnseenSkill | null {
  const about = { server: server.label, uri: entry.uri };
  const files = new Set(notInspected.map(({ uri }) => uri)).size;
  const all = entry.files.kind === 'listed' ? entry.files.files.length : 1;
  const isUnread =
    notInspected.filter(({ reason }) => reason === 'not-read').length >= Math.max(1, all);
  if (isUnread || unread !== null)
    return {
      ...{ ...about, reason: 'not-read', isPart: !isUnread },
      detail: unread === null ? "its files couldn't be read." : `it couldn't be read. ${unread}`,
    };
  if (entry.files.kind === 'dynamic')
    return {
      ...{ ...about, reason: 'dynamic', isPart: true },
      detail: 'its content is dynamic, so only the SKILL.md that was sent now was looked at.',
    };
  if (files === 0) return null;
  return {
    ...{ ...about, reason: 'not-inspected', isPart: true },
    detail: `${counted(files, "file wasn't", "files weren't")} inspected, or only in part.`,
  };
}

function jsonOf({ skills, unseen, unreachable }: FindingsReport): unknown {
  return {
    skills: skills.map(({ server, uri, findings, notInspected, since }) => ({
      server,
      uri,
      findings,
      notInspected,
      since,
    })),
    unseen,
    unreachable,
  };
}
