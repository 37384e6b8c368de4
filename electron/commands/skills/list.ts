import { tallyInWords } from '../../../shared/model/file-word.ts';
import type { RefusedEntry } from '../../../shared/model/skill.ts';
import { setDigestOf } from '../../core/held/standing.ts';
import { adviceOf } from '../../usecases/catalogue/advice.ts';
import { checkedOf, skillRow } from '../../usecases/catalogue/views.ts';
import { dialectsOf, type Server } from '../../usecases/catalogue/server.ts';
import type { Parts } from '../../usecases/parts.ts';
import type { Output } from '../call/command.ts';
import { glyphs } from './glyphs.ts';
import { bringUpAll, chosenServers, serverError } from './targets.ts';

const refusedOf = ({ uri, name, problem, others }: RefusedEntry): object => ({
  ...(uri === undefined ? {} : { uri }),
  ...(name === undefined ? {} : { name }),
  ...problem,
  others,
});

const failureOf = (server: Server): object =>
  server.connection.status === 'failed' ? { failure: server.connection.failure } : {};
const stderrOf = (server: Server): readonly string[] =>
  server.connection.status === 'failed' ? server.connection.failure.stderr.slice(-5) : [];

/**
 * `list`: what every server serves and where each skill stands. 0 when every enabled server
 * answered.
 */
export async function list(
  ctx: Parts,
  { server: label }: { readonly server: string | undefined },
): Promise<Output> {
  const servers = chosenServers(ctx, label);
  await bringUpAll(ctx, servers);
  const human: string[] = [];
  const json = servers.map((server) => {
    const error = serverError(server);
    const skills = [...server.skills.values()];
    human.push(
      `${server.label}  ${server.connection.status}${server.facts === null ? '' : `  ${server.facts.protocolVersion}`}${error === null ? '' : `  ${error}`}`,
    );
    if (error !== null) for (const line of stderrOf(server)) human.push(`  | ${line}`);
    for (const problem of [...server.advice, ...server.listing.problems])
      human.push(`  ! ${problem.message}`);
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
      const digest = setDigestOf(skill.entry);
      if (digest !== null) human.push(`    ${digest}`);
    }
    for (const refused of server.refused)
      human.push(
        `  ${glyphs.refused} refused     ${refused.uri ?? `entry ${refused.index}`}  ${refused.problem.message}`,
      );
    if (error === null && skills.length === 0 && server.refused.length === 0)
      human.push('  no skills listed (an unlisted one can still be opened by URI)');
    return {
      label: server.label,
      status: server.connection.status,
      ...(error === null ? {} : { error, ...failureOf(server) }),
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
          requests: row.requests,
          problems: row.problems,
        };
      }),
      refused: server.refused.map(refusedOf),
    };
  });
  if (servers.length === 0)
    human.push('No server is configured; see `skillgate servers add --help`.');
  const exit = servers.every(
    (server) => server.connection.status === 'disabled' || serverError(server) === null,
  )
    ? 0
    : 1;
  return { json: { servers: json }, human, exit };
}
