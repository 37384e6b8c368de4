import type {
  Connection,
  ConnectionFailure,
  Listing,
  ServerTarget,
} from '../../../shared/model/server.ts';
import { addressText } from '../../../shared/address-text.ts';
import { writtenOut } from '../../../shared/written-out.ts';

/**
 * Address or command in one line, as configured; what cannot be seen is written out, and the host
 * that is contacted where it is written as another. Before a start
 * `StartFacts` shows the whole.
 */
export const targetText = (target: ServerTarget): string =>
  target.type === 'stdio'
    ? writtenOut([target.command, ...target.args].map(quoted).join(' '))
    : addressText(target.url);

/** The program alone, or the address: what stands before its arguments. */
export const programText = (target: ServerTarget): string =>
  target.type === 'stdio' ? writtenOut(quoted(target.command)) : addressText(target.url);

/** In place of a credential. */
export const hiddenValueText = (characters: number): string =>
  `•••••• (${characters.toLocaleString('en')} ${characters === 1 ? 'character' : 'characters'}, not shown)`;

/** An argument as a shell would need it: what is one argument must look like one. */
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
export const transportText = (target: ServerTarget): string => transports[target.type];

export function connectionText(connection: Connection): string {
  switch (connection.status) {
    case 'disabled':
      return 'switched off';
    case 'needs-consent':
      return connection.changed
        ? 'its command changed: waits for your yes'
        : 'waits for your yes to start';
    case 'uncontacted':
      return connection.changed ? 'not contacted since its address changed' : 'not contacted yet';
    case 'connecting':
      return connection.attempt > 1 ? `connecting, attempt ${connection.attempt}` : 'connecting';
    case 'ready':
      return 'connected';
    case 'failed':
      return 'failed';
    default:
      return connection satisfies never;
  }
}

/** From here on it is worth saying how long it takes, in ms. */
const slowMs = 3_000;

/** What a connection on its way looks like at `now`, ms since the epoch. */
export function startingText(
  { attempt, since }: Extract<Connection, { status: 'connecting' }>,
  now: number,
): string {
  const again = attempt > 0 ? `, attempt ${attempt + 1} of 6` : '';
  const passed = since === undefined ? 0 : now - since;
  return passed < slowMs
    ? `Connecting${again}…`
    : `Still starting (${Math.floor(passed / 1_000)} s)${again}…`;
}

/** What a person can do about a failure. */
export function failureAdvice(failure: ConnectionFailure): string {
  switch (failure.reason) {
    case 'spawn':
      return 'Check that the command is installed and spelled as in a terminal, or give its full path.';
    case 'exited':
      return 'The last lines it wrote are below. Run the command in a terminal to see more.';
    case 'timeout':
      return 'It did not answer in time. It may be waiting for input, or the address may be wrong. One that needs longer gets it under Edit.';
    case 'garbage':
      return 'It wrote something that is not a protocol message to its standard output. Servers must log to standard error.';
    case 'too-large':
      return 'It sent one message that is larger than Skillgate reads.';
    case 'http':
      return 'The address answered, but not as an MCP server. Check the path and the transport.';
    case 'unauthorized':
      return 'The server asks for credentials. Add the header that it expects under Edit.';
    case 'redirected':
      return 'Whoever runs the server may have moved it. If you trust the other address, put it into the settings of this server.';
    case 'not-mcp':
      return 'The path may be wrong, or the sign-in page of your network stands in between. Open the address in a browser to see.';
    case 'busy':
      return 'It is the turn of whoever runs the server. Try again later.';
    case 'dns':
      return 'Check how the host is spelled, and whether this network knows it (a VPN may be needed).';
    case 'certificate':
      return 'Nothing was sent. Whoever runs the server has to mend its certificate; on a company network, tell this machine its root with NODE_EXTRA_CA_CERTS.';
    case 'network':
      return 'Check the address and the network.';
    case 'protocol':
      return 'The two sides found no protocol version in common, or the server broke the protocol. The protocol drawer has every message.';
    case 'closed':
      return 'The server ended the connection.';
    case 'config':
      return 'Its entry in the configuration cannot be used. Edit it, or mend the file.';
    default:
      return failure.reason satisfies never;
  }
}

export const skillsInWords = (count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'skill' : 'skills'}`;

export function listingText(listing: Listing): string {
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
      return `incomplete: ${skills}${pages} arrived before it stopped`;
    case 'failed':
      return 'failed';
    default:
      return listing.status satisfies never;
  }
}

/** Seconds or minutes, for a time to live in ms. */
export function durationText(ms: number): string {
  if (ms < 1000) return `${ms} ms`;
  const seconds = Math.round(ms / 1000);
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
