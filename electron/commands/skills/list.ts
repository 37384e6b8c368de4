import { withStep } from '../../../shared/connection-advice.ts';
import { tallyInWords } from '../../../shared/model/file-label.ts';
import type { RuleId } from '../../../shared/model/problem.ts';
import type { RefusedEntry } from '../../../shared/model/skill.ts';
import { riskJson, riskOf } from '../../../shared/model/risk.ts';
import { sinceInWords } from '../../../shared/model/finding-text.ts';
import { setDigestOf } from '../../core/skill-state/standing.ts';
import { adviceOf } from '../../engine/catalogue/advice.ts';
import { checkedOf, problemsOf, skillRow } from '../../engine/catalogue/views.ts';
import { dialectsOf, type CatalogueServer } from '../../engine/catalogue/server.ts';
import { sinceDecision } from '../../engine/findings/findings.ts';
import type { AppContext } from '../../engine/contexts.ts';
import { notListedOf } from '../../engine/listing/unlisted-skills.ts';
import type { CommandOutput, OutputLine, CommandContext } from '../call/command.ts';
import { quotedRows } from '../call/terminal.ts';
import { coveredDecision, knownRisk } from './risk-line.ts';
import { bringUpTelling, timeoutOf } from './connect-servers.ts';
import {
  chosenServers,
  linesOfEmpty,
  nobodyAsked,
  quotedLines,
  serverError,
  silenceOf,
  type ServerSilence,
} from './targets.ts';
import { grouped } from '../../../shared/size-text.ts';
import type { StatusKind } from '../../../shared/model/standing.ts';
import { flagWords } from '../../../shared/start-advice.ts';
import type { NotListed } from '../../../shared/model/not-listed.ts';
import { sightingInWords } from '../../../shared/model/not-listed-text.ts';
import { quoted } from '../../../shared/quote-text.ts';
import { visible } from '../../core/text.ts';

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
const saidBy = ({ links }: AppContext, server: CatalogueServer) => {
  const lines = links.stderr(server);
  const last = server.connection.status === 'failed' ? [] : lines.slice(-stderrShown);
  return { lines: last, lost: links.stderrLost(server) + lines.length - last.length };
};
const stderrShown = 20;

/** What a person needs to tell skills apart; `show` has the rest. */
const toldInList: readonly RuleId[] = ['name-collision', 'file-scheme', 'nested', 'name-script'];

interface ListOptions {
  readonly server: string | undefined;
  readonly timeout?: string | undefined;
  readonly json: boolean;
}

/** How long servers that are ready wait for others that may be ready at the same time, in ms. */
const gatheringMs = 1_000;

/**
 * `list`: what every server serves, with each skill's status. 0 if every enabled server gave its
 * complete listing. Servers that are ready are printed while others are awaited.
 */
export async function list(
  ctx: AppContext,
  { server: label, timeout, json: asJson }: ListOptions,
  here: Pick<CommandContext, 'tellMasked'>,
): Promise<CommandOutput> {
  const timeoutMs = timeoutOf(timeout);
  const servers = chosenServers(ctx, label);
  const isNamed = label !== undefined;
  const finished = new Set<CatalogueServer>();
  const printed = new Map<CatalogueServer, ReadonlySet<string>>();
  let told = Promise.resolve();
  const gathering: { stop: (() => void) | null } = { stop: null };
  const unprinted = (): CatalogueServer[] =>
    servers.filter((server) => finished.has(server) && !printed.has(server));
  const take = (taken: readonly CatalogueServer[]): OutputLine[] =>
    taken.flatMap((server) => {
      printed.set(server, new Set(namesakes(server)));
      return linesOf(ctx, server, isNamed);
    });
  const print = (): void => {
    gathering.stop = null;
    const lines = take(unprinted());
    told = told.then(() => here.tellMasked(lines));
  };
  const done = (server: CatalogueServer): void => {
    finished.add(server);
    if (!asJson) gathering.stop ??= ctx.clock.after(gatheringMs, print);
  };
  try {
    await bringUpTelling(ctx, servers, { done, timeoutMs });
  } finally {
    gathering.stop?.();
    await told;
  }
  const early = [...printed.keys()];
  const human = take(unprinted());
  for (const server of early) human.push(...foundLater(server, printed.get(server)));
  if (servers.length === 0) human.push(nobodyAsked(ctx));
  const exit = servers.every(
    (server) => server.connection.status === 'disabled' || silenceOf(server) === null,
  )
    ? 0
    : 1;
  return { json: { servers: servers.map((server) => documentOf(ctx, server)) }, human, exit };
}

/** What the names of a server's skills resemble, each on a line of its own. */
const namesakes = ({ label, skills }: CatalogueServer): string[] =>
  [...skills.values()].flatMap((skill) =>
    problemsOf(skill)
      .filter(({ rule }) => toldInList.includes(rule))
      .map(({ message }) => `  ! ${skill.entry.uri} of ${label}: ${message}`),
  );

/** What a server that was ready later showed about one that had been printed by then. */
const foundLater = (server: CatalogueServer, known: ReadonlySet<string> | undefined): string[] =>
  namesakes(server).filter((line) => known?.has(line) !== true);

const isFallback = ({ connection }: CatalogueServer): boolean =>
  connection.status === 'ready' && connection.fallback === 'sse';

function linesOf(ctx: AppContext, server: CatalogueServer, isNamed: boolean): OutputLine[] {
  const human: OutputLine[] = [];
  const error = serverError(server);
  const silence = silenceOf(server);
  const { connection, facts, skills } = server;
  human.push(
    [
      ...[server.label, connection.status],
      ...(facts === null ? [] : [facts.protocolVersion]),
      ...(isFallback(server) ? ['HTTP+SSE'] : []),
      ...(error === null ? [] : [error]),
    ].join('  '),
  );
  if (error !== null && silence !== null) human.push(...quotedLines(silence));
  for (const problem of [...server.advice, ...server.listing.problems])
    if (error === null || withStep(problem) !== error)
      human.push(`  ! ${withStep(problem)}`, ...quotedLines(problem));
  for (const skill of skills.values()) {
    const { kind } = skill.standing;
    const { dialect, alsoIn, integrity } = skill.entry;
    const about =
      dialect === 'skills-ext' && alsoIn.length === 0
        ? ''
        : `  [${[dialect, ...alsoIn].join(', ')}` +
          `${integrity === 'self-computed' ? '; self-computed' : ''}]`;
    human.push(`  ${glyphs[kind]} ${kind.padEnd(11)} ${skill.entry.uri}${about}`);
    for (const words of coveredDecision(skill)) human.push(`    decision: ${words}`);
    const checked = checkedOf(skill);
    if (checked.failed + checked.unread > 0)
      human.push(`    files: ${tallyInWords(checked, checked.total)}`);
    for (const { rule, message } of problemsOf(skill))
      if (toldInList.includes(rule)) human.push(`    ! ${message}`);
    const risk = knownRisk(skill);
    if (risk !== null) human.push(`    risk: ${risk}`);
    const since = sinceDecision(skill);
    if (since !== null) human.push(`    findings since the approval: ${sinceInWords(since)}`);
    const digest = setDigestOf(skill.entry);
    if (digest !== null) human.push(`    ${digest}`);
  }
  for (const refused of server.refused)
    human.push(
      `  ${glyphs.refused} refused     ` +
        `${refused.uri ?? `entry ${refused.index}`}  ${refused.problem.message}`,
    );
  const said = saidBy(ctx, server);
  // Only when one server was named: next to many, it would drown out everything else.
  if (isNamed && said.lines.length > 0) {
    const before = said.lost === 0 ? '' : ` (${grouped(said.lost)} earlier lines)`;
    human.push(`  standard error${before}`, ...said.lines.flatMap(quotedRows));
  }
  const notListed = notListedOf(server);
  human.push(...notListedLines(server.label, notListed));
  if (silence === null && skills.size + server.refused.length + notListed.total === 0)
    human.push('  no skills listed (an unlisted one can still be opened by URI)');
  const stderr = isNamed ? [] : linesOfEmpty(ctx, server);
  if (stderr.length > 0)
    human.push('  what it last wrote to standard error', ...quotedLines({ stderr }));
  return human;
}

function documentOf(ctx: AppContext, server: CatalogueServer): object {
  const silence = silenceOf(server);
  const said = saidBy(ctx, server);
  return {
    label: server.label,
    status: server.connection.status,
    ...(silence === null ? {} : errorOf(server, silence)),
    protocolVersion: server.facts?.protocolVersion ?? null,
    ...(isFallback(server) ? { fallback: 'sse' } : {}),
    dialects: dialectsOf(server),
    complete: server.listing.status === 'complete',
    problems: [...server.advice, ...server.listing.problems],
    advice: adviceOf(server, ctx.dialects),
    skills: [...server.skills.values()].map((skill) => {
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
        risk: riskJson(riskOf(row)),
        findings: row.findings,
        ...(row.sinceDecision === null ? {} : { findingsSinceApproval: row.sinceDecision }),
        requests: row.requests,
        problems: row.problems,
      };
    }),
    refused: server.refused.map(refusedOf),
    notListed: notListedOf(server),
    ...(said.lines.length === 0 ? {} : { stderr: said }),
  };
}

/** One character per status, always next to the word. */
const glyphs: Readonly<Record<StatusKind, string>> = {
  approved: '✓',
  denied: '✗',
  changed: '△',
  expired: '◷',
  refused: '⊘',
  blocked: '⊘',
  session: '◌',
  undecided: '·',
  'cannot-tell': '?',
};

const shown = 20;

/**
 * Addresses that may be skills but aren't listed, for people: the first few, and how to open one.
 */
function notListedLines(label: string, { total, lines, isPartial }: NotListed): string[] {
  if (total === 0) return [];
  const first = lines.slice(0, shown).map((line) => {
    const named = line.name === '' ? '' : `  ${quoted(line.name)}`;
    const by = line.by === undefined ? line : { ...line, by: visible(line.by) };
    return `  ? not listed  ${visible(line.uri)}${named}  (${sightingInWords(by)})`;
  });
  const rest =
    total > first.length ? [`  ? and ${grouped(total - first.length)} more not listed`] : [];
  const partly = isPartial
    ? ['  only the first pages of its resources were searched for unlisted skills']
    : [];
  const named = flagWords('--server', label, 'LABEL');
  const open = `  to open one: \`skillgate show ${named} --uri URI\``;
  return [...first, ...rest, ...partly, open];
}
