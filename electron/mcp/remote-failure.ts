import { InsufficientScopeError } from '@modelcontextprotocol/client';
import { headersText } from '../../shared/connection-advice.ts';
import type { ConnectionFailure } from '../../shared/model/server.ts';
import { quoted } from '../../shared/quote-text.ts';
import { mentionsCredential } from '../core/start/credential.ts';
import { SessionLostError } from './bounded-fetch.ts';
import { HelloError, versionsText } from './hello.ts';
import type { UnusableAnswerError } from './http-answer.ts';
import {
  refusalReason,
  refusalText,
  type HttpRefusal,
  type ConnectFailure,
} from './connect-failure.ts';
import type { TokenSource } from './sign-in/tokens.ts';

/** What is configured of a server over HTTP, as far as its failures are about that. */
interface Configured {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Masks secrets and control characters of a text that is going to be shown. */
  readonly shown: (text: string) => string;
}

/** What the requests of one connection saw. The server chose all of it. */
interface Seen {
  readonly refusal: HttpRefusal | null;
  readonly unreachable: ConnectFailure | null;
  readonly unusable: UnusableAnswerError | null;
  /** What is said of an answer that was longer than is read; null where none was. */
  readonly tooLarge: string | null;
  readonly versions: ReadonlySet<string>;
}

export const failureOf = (
  reason: ConnectionFailure['reason'],
  message: string,
): ConnectionFailure => ({ reason, message, stderr: [] });

/** Why connecting failed, from what the requests saw; the SDK's own words when they saw nothing. */
export function whyNotConnected(
  configured: Configured,
  { refusal, unreachable, unusable, tooLarge, versions }: Seen,
  error: unknown,
): ConnectionFailure {
  if (error instanceof InsufficientScopeError) return failureOf('unauthorized', lackingMessage);
  if (error instanceof SessionLostError) return failureOf('closed', error.message);
  if (refusal !== null && (refusal.status === 401 || refusal.status === 403))
    return refusedFailure(configured, refusal);
  if (unreachable !== null)
    return failureOf(unreachable.reason, unreachedText(configured, unreachable));
  if (tooLarge !== null) return failureOf('too-large', tooLarge);
  if (unusable !== null) return failureOf(unusable.faultyAs, unusableText(configured, unusable));
  const spoken = versionsText(versions);
  if (spoken !== null) return failureOf('version', configured.shown(spoken));
  if (error instanceof HelloError) return failureOf('protocol', configured.shown(error.message));
  if (refusal !== null) return refusedFailure(configured, refusal);
  const said = error instanceof Error ? error.message : String(error);
  return failureOf('protocol', configured.shown(said));
}

/** An HTTP answer that was no success, as the failure of a connection. */
export function refusedFailure(configured: Configured, refusal: HttpRefusal): ConnectionFailure {
  const { status, retryAfterMs } = refusal;
  const { url, shown } = configured;
  const headers = status === 401 || status === 403 ? refusedHeaders(configured) : [];
  const told = headers.length === 0 ? '' : ` It didn’t accept ${headersText(headers)} as set here.`;
  return {
    ...failureOf(refusalReason(refusal, url), `${refusalText(refusal, url, shown)}${told}`),
    ...(retryAfterMs == null ? {} : { retryAfterMs }),
    ...(headers.length === 0 ? {} : { headers }),
  };
}

const headersNamed = 3;

/** Names of configured headers that speak for somebody; never a value. */
const refusedHeaders = ({ headers, shown }: Configured): string[] =>
  Object.keys(headers)
    .filter((name) => /^(?:proxy-)?authorization$|^cookie$/i.test(name) || mentionsCredential(name))
    .slice(0, headersNamed)
    .map(shown);

/** What came instead of an answer, with its beginning. */
export const unusableText = (
  { shown }: Pick<Configured, 'shown'>,
  { message, head }: UnusableAnswerError,
): string =>
  // The message may name the type that the server sent.
  head === '' ? `${shown(message)}.` : `${shown(message)}: ${quoted(shown(head))}.`;

export const unreachedText = (
  { shown }: Pick<Configured, 'shown'>,
  { why, reason }: ConnectFailure,
): string =>
  reason === 'http' || reason === 'too-large'
    ? `Skillgate can’t understand the server: ${shown(why)}`
    : `Couldn’t reach the server: ${shown(why)}`;

export const lackingMessage =
  'The server requires more permissions than your sign-in has (HTTP 403). ' +
  'Sign in again to grant them.';

export const signInMessage = (tokens: TokenSource | null): string =>
  tokens?.isSignedIn === true
    ? (tokens.trouble ?? 'Your sign-in has ended (HTTP 401). Sign in again.')
    : 'The server asks you to sign in (HTTP 401).';

/** The status of HTTP that an error of the SDK carries. */
export function statusOf(error: unknown): number | null {
  const data = (error as { data?: { status?: unknown } } | null)?.data;
  return typeof data?.status === 'number' ? data.status : null;
}
