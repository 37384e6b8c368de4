import { withStep } from '../../../shared/connection-advice.ts';
import { tallyInWords } from '../../../shared/model/file-label.ts';
import type { RuleId } from '../../../shared/model/problem.ts';
import type { RefusedEntry } from '../../../shared/model/skill.ts';
import { sinceInWords } from '../../../shared/model/finding-text.ts';
import { setDigestOf } from '../../core/skill-state/standing.ts';
import { adviceOf } from '../../engine/catalogue/advice.ts';
import { checkedOf, problemsOf, skillRow } from '../../engine/catalogue/views.ts';
import { dialectsOf, type CatalogueServer } from '../../engine/catalogue/server.ts';
import { sinceDecision } from '../../engine/findings/findings.ts';
import type { EngineParts } from '../../engine/parts.ts';
import { notListedOf } from '../../engine/listing/unlisted-skills.ts';
import type { CommandOutput } from '../call/command.ts';
import { quotedRows } from '../call/quoted-rows.ts';
import { glyphs } from './glyphs.ts';
import { notListedLines } from './unlisted-skills.ts';
import { bringUpTelling } from './connect-servers.ts';
import {
  chosenServers,
  linesOfEmpty,
  nobodyAsked,
  quotedLines,
  serverError,
  silenceOf,
  type ServerSilence,
} from './targets.ts';
import { grouped } from '../../../shared/group-digits.ts';

const refusedOf = ({ uri, name, problem, others }: RefusedEntry): object => ({
  ...(uri === undefined ? {} : { uri }),
  ...(name === undefined ? {} : { name }),
  ...problem,
  others,
});

/** What to say about a server that gave no complete listing. Its own lines go with the failure. */
const errorOf = (
  { connection }: CatalogueServer,
  { message, turn, next }: ServerSilence,
): object => ({
  error: message,
  ...(connection.status === 'failed' ? { failure: connection.failure } : {}),
  ...(turn === undefined ? {} : { turn, next }),
});

/** The last lines that a running server's process wrote to standard error. */
const saidBy = ({ links }: EngineParts, server: CatalogueServer) => {
  const lines = links.stderr(server);
  const last = server.connection.status === 'failed' ? [] : lines.slice(-stderrShown);
  return { lines: last, lost: links.stderrLost(server) + lines.length - last.length };
};
const stderrShown = 20;

/** What a person needs to tell skills apart; `show` has the rest. */
const toldInList: readonly RuleId[] = ['name-collision', 'file-scheme', 'nested', 'name-script'];

/**
 * `list`: what every server serves, with each skill's status. 0 if every enabled server gave its
 * complete listing.
 */
export async function list(
  ctx: EngineParts,
  { server: label }: { readonly server: string | undefined },
): Promise<CommandOutput> {
  const servers = chosenServers(ctx, label);
  await bringUpTelling(ctx, servers);
  const human: string[] = [];
  const json = servers.map((server) => {
    const error = serverError(server);
    const silence = silenceOf(server);
    const skills = [...server.skills.values()];
    human.push(
      `${server.label}  ${server.connection.status}${server.facts === null ? '' : `  ${server.facts.protocolVersion}`}${error === null ? '' : `  ${error}`}`,
    );
    if (error !== null && silence !== null) human.push(...quotedLines(silence));
    for (const problem of [...server.advice, ...server.listing.problems])
      if (error === null || withStep(problem) !== error)
        human.push(`  ! ${withStep(problem)}`, ...quotedLines(problem));
    for (const skill of skills) {
      const { kind } = skill.standing;
      const { dialect, alsoIn, integrity } = skill.entry;
      const about =
        dialect === 'skills-ext' && alsoIn.length === 0
          ? ''
          : `  [${[dialect, ...alsoIn].join(', ')}${integrity === 'self-computed' ? '; self-computed' : ''}]`;
      human.push(`  ${glyphs[kind]} ${kind.padEnd(11)} ${skill.entry.uri}${about}`);
      const checked = checkedOf(skill);
      if (checked.failed + checked.unread > 0)
        human.push(`    files: ${tallyInWords(checked, checked.total)}`);
      for (const { rule, message } of problemsOf(skill))
        if (toldInList.includes(rule)) human.push(`    ! ${message}`);
      const since = sinceDecision(skill);
      if (since !== null) human.push(`    findings since the approval: ${sinceInWords(since)}`);
      const digest = setDigestOf(skill.entry);
      if (digest !== null) human.push(`    ${digest}`);
    }
    for (const refused of server.refused)
      human.push(
        `  ${glyphs.refused} refused     ${refused.uri ?? `entry ${refused.index}`}  ${refused.problem.message}`,
      );
    const said = saidBy(ctx, server);
    // Only when one server was named: next to many, it would drown out everything else.
    if (label !== undefined && said.lines.length > 0) {
      const before = said.lost === 0 ? '' : ` (${grouped(said.lost)} earlier lines)`;
      human.push(`  standard error${before}`, ...said.lines.flatMap(quotedRows));
    }
    const notListed = notListedOf(server);
    human.push(...notListedLines(server.label, notListed));
    if (silence === null && skills.length + server.refused.length + notListed.total === 0)
      human.push('  no skills listed (an unlisted one can still be opened by URI)');
    const stderr = label === undefined ? linesOfEmpty(ctx, server) : [];
    if (stderr.length > 0)
      human.push('  what it last wrote to standard error', ...quotedLines({ stderr }));
    return {
      label: server.label,
      status: server.connection.status,
      ...(silence === null ? {} : errorOf(server, silence)),
      protocolVersion: server.facts?.protocolVersion ?? null,
      dialects: dialectsOf(server),
      complete: server.listing.status === 'complete',
      problems: [...server.advice, ...server.listing.problems],
      advice: adviceOf(server, ctx.dialects),
      skills: skills.map((skill) => {
        const row = skillRow(skill);
        return {
          uri: row.uri,
          name: skill.entry.name,
          description: skill.entry.description,
          dialect: row.dialect,
          origin: row.origin,
          standing: row.standing.kind,
          alsoIn: row.alsoIn,
          content: row.content,
          integrity: row.integrity,
          needsReadAll: row.needsReadAll,
          files: { listed: row.content === 'listed' ? row.fileCount : null, bytes: row.totalSize },
          setDigest: row.setDigest,
          metadataDigest: row.metadataDigest,
          checked: row.checked,
          ...(row.sinceDecision === null ? {} : { findingsSinceApproval: row.sinceDecision }),
          requests: row.requests,
          problems: row.problems,
        };
      }),
      refused: server.refused.map(refusedOf),
      notListed,
      ...(said.lines.length === 0 ? {} : { stderr: said }),
    };
  });
  if (servers.length === 0) human.push(nobodyAsked(ctx));
  const exit = servers.every(
    (server) => server.connection.status === 'disabled' || silenceOf(server) === null,
  )
    ? 0
    : 1;
  return { json: { servers: json }, human, exit };
}
