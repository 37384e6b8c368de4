import { isOpen, severities, type FindingSeverity } from '../../../shared/model/severity.ts';
import type { CatalogueServer, CatalogueSkill } from '../../engine/catalogue/server.ts';
import { findingsOf } from '../../engine/findings/findings.ts';
import type { WorkProgress } from '../../engine/operations.ts';
import type { EngineParts } from '../../engine/parts.ts';
import { verifySkills } from '../../engine/reading/verify.ts';
import { CommandError, type OutputLine, type CommandOutput } from '../call/command.ts';
import type { CommandContext } from '../call/command-context.ts';
import { bringUpTelling } from '../skills/connect-servers.ts';
import { tellingOfReading } from '../skills/reading-progress.ts';
import { chosenServers, silenceOf, target } from '../skills/targets.ts';
import { githubLines } from './github.ts';
import { textLines } from './findings-text.ts';
import {
  maskedReport,
  type FindingsReport,
  type SkillReport,
  type UnreachableServer,
} from './report.ts';
import { sarifOf } from './sarif.ts';
import { asciiJson } from '../../core/ascii-json.ts';
import { choice } from '../call/choice.ts';

interface Asked {
  readonly server: string | undefined;
  readonly uri: string | undefined;
  readonly format: string | undefined;
  readonly 'fail-on': string | undefined;
  /** For a changed skill, show only what is new or gone. */
  readonly 'since-approval': boolean;
}

const formats = ['text', 'json', 'sarif', 'github'] as const;
const never = new AbortController().signal;

/** `findings`: reads the chosen skills as `verify` does, and shows what the rules find in them. */
export async function findings(
  ctx: EngineParts,
  given: Asked,
  { progress }: Pick<CommandContext, 'progress'>,
): Promise<CommandOutput> {
  const format = choice('format', formats, given.format ?? 'text');
  const failOn = choice('fail-on', severities, given['fail-on'] ?? 'high');
  const { maskingOf } = await import('../call/masking.ts');
  const all = maskedReport(await reportOf(ctx, given, progress), maskingOf(ctx));
  const report = given['since-approval'] ? onlyNew(all) : all;
  const json = jsonOf(report);
  const human: Readonly<Record<(typeof formats)[number], () => OutputLine[]>> = {
    text: () => textLines(report),
    json: () => [{ block: asciiJson(json) }],
    sarif: () => [{ block: asciiJson(sarifOf(report)) }],
    github: () => githubLines(report),
  };
  const isBad = report.unreachable.length > 0 || report.skills.some((one) => reaches(one, failOn));
  return { json, human: human[format](), exit: isBad ? 1 : 0, isMasked: true };
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
const reaches = ({ findings }: SkillReport, failOn: FindingSeverity): boolean =>
  findings.some(
    (finding) =>
      isOpen(finding) && severities.indexOf(finding.severity) <= severities.indexOf(failOn),
  );

async function reportOf(
  ctx: EngineParts,
  given: Asked,
  tell: CommandContext['progress'],
): Promise<FindingsReport> {
  const skills: SkillReport[] = [];
  const unreachable: UnreachableServer[] = [];
  const look = async (of: readonly CatalogueSkill[], read: WorkProgress): Promise<void> => {
    await verifySkills(ctx, of, { signal: never, keep: false }, read);
    await ctx.inspections.settled();
    for (const asked of of) skills.push(skillReport(ctx.catalogue.at(asked) ?? asked));
  };
  if (given.server !== undefined && given.uri !== undefined) {
    const found = await target(ctx, { server: given.server, uri: given.uri });
    if (found.kind === 'refused')
      throw new CommandError(`${found.server.label}: ${found.refused.problem.message}`, 'refused');
    await tellingOfReading(tell, (of) => look([found.skill], of(found.server.label)));
    return { skills, unreachable };
  }
  const servers = chosenServers(ctx, given.server).filter(
    (server) => server.connection.status !== 'disabled',
  );
  await bringUpTelling(ctx, servers);
  const ask = async (server: CatalogueServer, read: WorkProgress): Promise<void> => {
    const silence = silenceOf(server);
    if (silence !== null) unreachable.push({ server: server.label, ...silence });
    await look([...server.skills.values()], read);
  };
  await tellingOfReading(tell, (of) =>
    Promise.all(servers.map((server) => ask(server, of(server.label)))),
  );
  skills.sort((a, b) => order(a.server, b.server) || order(a.uri, b.uri));
  return { skills, unreachable };
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function skillReport(skill: CatalogueSkill): SkillReport {
  const { findings, notInspected, since } = findingsOf(skill);
  const { entry } = skill;
  const files = entry.files.kind === 'listed' ? entry.files.files : [];
  const paths = new Map(files.map(({ uri, path }) => [uri, path]));
  return { server: skill.server.label, uri: entry.uri, paths, findings, notInspected, since };
}

function jsonOf({ skills, unreachable }: FindingsReport): unknown {
  return {
    skills: skills.map(({ server, uri, findings, notInspected, since }) => ({
      server,
      uri,
      findings,
      notInspected,
      since,
    })),
    unreachable,
  };
}
