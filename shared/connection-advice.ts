import { labelWords, commandNotFound, startWords } from './start-advice.ts';
import type { NextActor } from './model/plain.ts';
import type {
  AwaitedAnswer,
  ConnectionFailure,
  ConnectionState,
  ServerTarget,
} from './model/server.ts';
import type { SignInOffer } from './model/sign-in.ts';

/** How often a connection is tried before only a person tries again. */
export const connectionAttempts = 6;

/** `attempt` counts from 0. */
export const attemptText = (attempt: number): string =>
  `attempt ${attempt + 1} of ${connectionAttempts}`;

/** Why there's no connection. While a failed attempt is repeated, that's what ended it. */
export const lastFailure = (connection: ConnectionState): ConnectionFailure | null =>
  connection.status === 'failed' || connection.status === 'connecting'
    ? (connection.failure ?? null)
    : null;

export const turnText: Readonly<Record<NextActor, string>> = {
  person: 'What to do',
  operator: 'For whoever runs the server',
  author: 'For the server’s author',
  wait: 'Nothing to do yet',
};

export interface ConnectionAdvice {
  readonly turn: NextActor;
  /** The next step, in a sentence or two. */
  readonly next: string;
  /** Whether the same request may succeed a little later without any action. */
  readonly fixesItself: boolean;
}

const mended = (turn: NextActor, next: string): ConnectionAdvice => ({
  ...{ turn, next },
  fixesItself: false,
});
const passing = (turn: NextActor, next: string): ConnectionAdvice => ({
  ...{ turn, next },
  fixesItself: true,
});

const inTerminal = 'Run the command in a terminal to see more.';

/** For every way in which a connection fails, and for one in progress. */
const advice: Readonly<Record<ConnectionFailure['reason'] | 'starting', ConnectionAdvice>> = {
  starting: passing(
    'wait',
    'It’s still starting. Downloading a package first can take up to a minute.',
  ),
  spawn: mended('person', commandNotFound),
  exited: passing(
    'person',
    `The last lines it wrote to standard error often say why. ${inTerminal}`,
  ),
  // Only a command: an address without an answer has reasons of its own.
  timeout: passing(
    'person',
    `It may not be an MCP server, or may be waiting for something. ${inTerminal} ` +
      'If it needs longer, raise the start timeout in this server’s settings.',
  ),
  'out-of-time': passing('person', 'Allow it more time with --timeout.'),
  'no-answer': passing(
    'person',
    'Check that this is the address of its MCP endpoint. ' +
      'If it needs longer, raise the start timeout in this server’s settings.',
  ),
  'half-answer': passing('author', 'It must send each response in full.'),
  garbage: mended(
    'person',
    'The command may not be an MCP server or may need another argument. An MCP server ' +
      'must write its log to standard error; if this one doesn’t, its author has to fix that.',
  ),
  'too-large': passing(
    'author',
    'It sent a message larger than Skillgate reads. It must send less at once.',
  ),
  http: mended(
    'person',
    'The address answered, but not as an MCP server. ' +
      'Check the path and transport in this server’s settings.',
  ),
  'not-found': mended('person', 'Check the path of the address in this server’s settings.'),
  'needs-sse': mended(
    'person',
    'Set "type": "sse" in its entry, or choose server-sent events in this server’s settings.',
  ),
  unauthorized: mended(
    'person',
    'Add the header it expects, often Authorization, in this server’s settings.',
  ),
  forbidden: mended(
    'person',
    'Ask whoever runs the server for access. ' +
      'If it expects a header, often Authorization, add it in this server’s settings.',
  ),
  redirected: mended(
    'person',
    'The server may have moved. ' +
      'If you trust the other address, enter it in this server’s settings.',
  ),
  moved: mended(
    'person',
    'Enter the address it names in this server’s settings. ' +
      'Whoever runs the server can use HTTP 307 or 308 instead, which keep the request.',
  ),
  'redirect-loop': mended(
    'operator',
    'Its redirects never end, and only the server can fix that. ' +
      'Check the address in this server’s settings against the published one.',
  ),
  'not-mcp': mended(
    'person',
    'The path may be wrong, or your network’s sign-in page may be in the way. ' +
      'Open the address in a browser to see.',
  ),
  'not-json': mended(
    'author',
    'It must answer each request with one JSON-RPC message. ' +
      'If the address isn’t an MCP server’s, correct it in this server’s settings.',
  ),
  'rate-limited': passing('wait', 'It isn’t accepting more requests right now. Try again later.'),
  busy: passing('operator', 'The server has a problem. Try again later.'),
  dns: mended(
    'person',
    'Check the spelling of the host and whether it’s ' +
      'available on this network (you may need a VPN).',
  ),
  lookup: passing(
    'person',
    'Check that this machine is online. The lookup may succeed a little later.',
  ),
  certificate: mended(
    'operator',
    'Nothing was sent. Whoever runs the server has to fix its certificate. ' +
      'On a company network, add your company’s root certificate with NODE_EXTRA_CA_CERTS.',
  ),
  'certificate-invalid': mended(
    'operator',
    'Nothing was sent. Whoever runs the server has to replace its certificate. ' +
      'Also check the host in the address and this machine’s clock.',
  ),
  network: passing(
    'person',
    'Check the address and the network, and whether the server is running.',
  ),
  proxy: passing(
    'person',
    'Check HTTPS_PROXY and HTTP_PROXY in the environment that Skillgate starts in. To reach ' +
      'this server without the proxy, add its host to NO_PROXY and start Skillgate again.',
  ),
  version: mended(
    'author',
    'The server and Skillgate don’t share a protocol version. Updating either may help.',
  ),
  protocol: mended(
    'author',
    'The server broke the protocol while connecting. The protocol log has every message.',
  ),
  closed: passing('wait', 'The server ended the connection. Try again.'),
  config: mended(
    'person',
    'Its configuration entry can’t be used. Change it in this server’s settings, or fix the file.',
  ),
};

/** Shown while a server is starting. */
export const startingAdvice = advice.starting;

/** The same for an address, which downloads nothing. */
const awaitingAdvice = passing(
  'wait',
  'It hasn’t answered yet. A server that was idle may need a moment to start.',
);

export const startingAdviceOn = ({
  type,
}: {
  readonly type: ServerTarget['type'];
}): ConnectionAdvice => (type === 'stdio' ? startingAdvice : awaitingAdvice);

/** What the advice on a failure is based on. */
export type FailureCause = Pick<
  ConnectionFailure,
  'reason' | 'headers' | 'retryAfterMs' | 'spawn'
> & {
  readonly stderr?: readonly string[];
};

/** The cause for requests that failed with the connection. */
export const causeOf = ({
  reason,
  headers,
  retryAfterMs,
  spawn,
  stderr,
}: ConnectionFailure): FailureCause => ({
  reason,
  stderr,
  ...(headers === undefined ? {} : { headers }),
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  ...(spawn === undefined ? {} : { spawn }),
});

/** Who has to act after a failure, and the next step. */
export function adviceOn(failure: FailureCause): ConnectionAdvice {
  const { reason, headers = [], retryAfterMs, spawn, stderr } = failure;
  const found = advice[reason];
  if ((reason === 'unauthorized' || reason === 'forbidden') && headers.length > 0)
    return mended(
      'person',
      `Enter a value that the server accepts for ${headersText(headers)} ` +
        'in this server’s settings. Whoever runs the server provides it.',
    );
  if (retryAfterMs !== undefined && found.fixesItself)
    return passing('wait', `Try again in ${waitText(retryAfterMs)}.`);
  if (spawn !== undefined) return mended('person', startWords(spawn));
  if (reason === 'exited' && stderr?.length === 0)
    return { ...found, next: `It wrote nothing to standard error. ${inTerminal}` };
  return found;
}

/** Header names in a sentence. */
export const headersText = (names: readonly string[]): string =>
  `the ${names.length === 1 ? 'header' : 'headers'} ${names.join(', ')}`;

/** A waiting time: whole seconds, or minutes if it's long. */
export function waitText(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1_000));
  return seconds <= 600 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}

/** What a connection is waiting for at `now` (ms since the epoch), and for how long. */
export function awaitedText({ method, since, begun }: AwaitedAnswer, now: number): string {
  const seconds = Math.max(0, Math.floor((now - since) / 1_000));
  const what = begun === undefined ? 'an answer' : awaitedParts[begun];
  return `Waiting for ${what} to ${method}, ${seconds} s`;
}

const awaitedParts = {
  body: 'the rest of the answer',
  event: 'the end of the event with the answer',
  line: 'the end of the line with the answer',
} as const;

/** The same as a reason why a server isn't ready. */
export const unansweredText = ({ method, begun }: AwaitedAnswer): string =>
  begun === undefined ? `no answer to ${method} yet` : unfinishedText[begun](method);

const unfinishedText: Readonly<
  Record<NonNullable<AwaitedAnswer['begun']>, (method: string) => string>
> = {
  body: (method) => `the answer to ${method} isn’t finished`,
  event: (method) =>
    `the event with the answer to ${method} isn’t finished: its blank line is missing`,
  line: (method) => `the line with the answer to ${method} isn’t finished: its end is missing`,
};

const scopesNamed = 8;

/** Where a server wants a person to sign in, and for what. */
function offerText({ issuers, scopes, unshown }: SignInOffer): string {
  const at = issuers.length === 0 ? '' : ` at ${issuers.join(' or ')}`;
  const more = scopes.length + unshown - Math.min(scopes.length, scopesNamed);
  const named = scopes.slice(0, scopesNamed).join(', ');
  const all = `${named}${more === 0 ? '' : `${named === '' ? '' : ' and '}${more} more`}`;
  return (
    'Sign ' +
    `in${at}${all === '' ? '' : ` (${scopes.length + unshown === 1 ? 'scope' : 'scopes'}: ${all})`}`
  );
}

/** Who has to act, and the next step as a command describes it. */
export function stepAfter(
  label: string,
  failure: ConnectionFailure,
): Pick<ConnectionAdvice, 'turn' | 'next'> {
  const { signIn } = failure;
  const { turn, next } = adviceOn(failure);
  return signIn === undefined
    ? { turn, next }
    : {
        turn: 'person',
        next: `${offerText(signIn)} with \`skillgate login ${labelWords(label)}\`.`,
      };
}

/** What happened and, if known, who has to act and the next step. */
export const withStep = ({ message, turn, next }: Stepped): string =>
  turn === undefined || next === undefined
    ? message
    : `${/[.!?…][”"’)]?$/.test(message) ? message : `${message}.`} ${turnText[turn]}: ${next}`;

interface Stepped {
  readonly message: string;
  readonly turn?: NextActor | undefined;
  readonly next?: string | undefined;
}

/** A failure on one line of a command: what happened, who has to act, the next step. */
export function failureLine(label: string, failure: ConnectionFailure): string {
  return withStep({ message: failure.message, ...stepAfter(label, failure) });
}
