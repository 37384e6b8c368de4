import type { ConnectionState, ListingState, ServerTarget } from '../../../shared/model/server.ts';
import { attemptText, awaitedText, waitText } from '../../../shared/connection-advice.ts';
import { addressText, writtenOut } from '../../../shared/written-out.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';

/**
 * The configured address or command in one line. Hidden characters are written out, and a host that
 * is contacted under another spelling is shown. Before a start, `StartFacts` shows everything.
 */
export const targetText = (target: ServerTarget): string =>
  target.type === 'stdio'
    ? writtenOut([target.command, ...target.args].map(quoted).join(' '))
    : addressText(target.url);

/** The program or address, without arguments. */
export const programText = (target: ServerTarget): string =>
  target.type === 'stdio' ? writtenOut(quoted(target.command)) : addressText(target.url);

/** Replaces a credential. */
export const hiddenValueText = (characters: number): string =>
  `•••••• (${characters.toLocaleString('en')} ` +
  `${characters === 1 ? 'character' : 'characters'}, not shown)`;

/** An argument quoted as for a shell, so one argument looks like one. */
function quoted(part: string): string {
  return part === '' || /[\s"'\\$`|&;<>()*?]/.test(part)
    ? `'${part.replaceAll("'", String.raw`'\''`)}'`
    : part;
}

const transports = {
  stdio: 'command (stdio)',
  http: 'streamable HTTP',
  sse: 'HTTP with server-sent events',
  'well-known': 'Agent Skills Discovery over HTTPS',
} as const;
/** The transport that a server speaks, or that its entry names. */
export const transportText = (target: ServerTarget, connection: ConnectionState): string =>
  connection.status === 'ready' && connection.fallback !== undefined
    ? `${transports[connection.fallback]} (no type is set)`
    : transports[target.type];

/** `now`, in ms since the epoch, for a line that says how long a slow start takes. */
export function connectionText(connection: ConnectionState, now?: number): string {
  switch (connection.status) {
    case 'disabled':
      return 'switched off';
    case 'needs-consent':
      return connection.changed
        ? 'command changed: needs permission to start'
        : 'needs permission to start';
    case 'uncontacted':
      return connection.changed ? 'not contacted since its address changed' : 'not contacted yet';
    case 'connecting':
      if (now !== undefined && isSlowStart(connection, now)) return startingText(connection, now);
      return (
        (connection.failure === undefined ? 'connecting' : 'trying again') +
        (connection.attempt > 0 ? `, ${attemptText(connection.attempt)}` : '')
      );
    case 'ready':
      return 'connected';
    case 'failed':
      return 'failed';
    default:
      return connection satisfies never;
  }
}

/** Details of a failure at `now` (ms since the epoch): exit of the process and attempts. */
export function failureFacts(
  { failure, attempt, retryAt }: Extract<ConnectionState, { status: 'failed' }>,
  now: number,
): string {
  const { exitCode, signal } = failure;
  return [
    exitCode !== undefined && exitCode !== null && `exit code ${exitCode}`,
    signal && `signal ${signal}`,
    (attempt > 0 || retryAt !== null) && attemptText(attempt),
    retryAt === null ? 'not retrying' : `retrying in ${waitText(retryAt - now)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Show the elapsed time from here on, in ms. */
const slowMs = 3_000;

export const isSlowStart = (
  { since }: { readonly since?: number | undefined },
  now: number,
): boolean => since !== undefined && now - since >= slowMs;

/** The text for a starting connection at `now`, ms since the epoch. */
export function startingText(
  { attempt, since, waiting, failure }: Extract<ConnectionState, { status: 'connecting' }>,
  now: number,
): string {
  const again = attempt > 0 ? `, ${attemptText(attempt)}` : '';
  const passed = since === undefined ? 0 : now - since;
  const [quick, slow] =
    failure === undefined ? ['Connecting', 'Still starting'] : ['Trying again', 'Trying again'];
  if (passed < slowMs) return `${quick}${again}…`;
  return waiting !== undefined
    ? `${awaitedText(waiting, now)}${again}`
    : `${slow} (${Math.floor(passed / 1_000)} s)${again}…`;
}

export const skillsInWords = (count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'skill' : 'skills'}`;

export function listingText(listing: ListingState): string {
  const skills = skillsInWords(listing.skills);
  const pages = listing.pages > 1 ? ` in ${listing.pages.toLocaleString('en')} pages` : '';
  switch (listing.status) {
    case 'none':
      return 'not listed yet';
    case 'loading':
      return `listing, ${skills} so far`;
    case 'complete':
      return `complete: ${skills}${pages}`;
    case 'incomplete':
      return `incomplete: ${skills}${pages} before it stopped`;
    case 'failed':
      return 'failed';
    default:
      return listing.status satisfies never;
  }
}

/** Seconds or minutes for a lifetime in ms. */
export function durationText(ms: number): string {
  if (ms < 1000) return `${ms} ms`;
  const seconds = Math.round(ms / 1000);
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

/**
 * Problems in a server's listing. Each skill counts once, for its worst problem. Empty: a complete
 * listing without problems.
 */
export function toFix(
  { status }: Pick<ListingState, 'status'>,
  rows: Iterable<SkillRow>,
  refusedEntries: number,
): string[] {
  let [failed, unread, refused] = [0, 0, refusedEntries];
  for (const { checked, standing } of rows)
    if (checked.failed > 0) failed += 1;
    else if (checked.unread > 0) unread += 1;
    else if (standing.kind === 'refused') refused += 1;
  const several = (count: number, what: string): string[] =>
    count === 0 ? [] : [`${skillsInWords(count)} ${what}`];
  return [
    ...(status === 'incomplete' ? ['the listing is incomplete'] : []),
    ...(status === 'failed' ? ['the listing failed'] : []),
    ...several(failed, 'with a file that doesn’t match'),
    ...several(unread, 'with a file that couldn’t be loaded'),
    ...several(refused, 'invalid'),
  ];
}
