import { isObject, type WireMessage } from './recorder.ts';

/** What the body of a refused request says beyond its status. The server chose all of it. */
export type RefusalBody =
  /** It is the answer to the request: a JSON-RPC error. */
  | { readonly kind: 'answer'; readonly message: WireMessage }
  /** The session that the request named is gone; nothing was done. */
  | { readonly kind: 'session-lost' }
  /** Only the status counts. */
  | { readonly kind: 'status' };

/** A refused request, as far as its refusal depends on it. */
export interface RefusedRequest {
  readonly id: unknown;
  readonly status: number;
  /** The request is `initialize`, which needs no session. */
  readonly isInitialize: boolean;
  /** It named a session (`Mcp-Session-Id`). */
  readonly hadSession: boolean;
  /** The answer has a challenge (`WWW-Authenticate`): it asks somebody to sign in. */
  readonly isChallenge: boolean;
}

/** Says who may ask, how often, or that something in between failed; never what a method gives. */
const ofTransport: ReadonlySet<number> = new Set([401, 403, 407, 408, 425, 429, 502, 503, 504]);
/** Statuses with which servers refuse a session that they don't know. */
const ofSession: ReadonlySet<number> = new Set([400, 401, 403, 404, 409, 410, 422, 500]);
/** In the specification's words the session has ended, whatever the body says. */
const endsSession: ReadonlySet<number> = new Set([404, 410]);
const methodNotFound = -32_601;
/** Codes that are about what was asked for, in whatever words. */
const ofRequest: ReadonlySet<number> = new Set([methodNotFound, -32_002]);
/** Servers that fail before they read a request can't repeat its id. */
const withoutId: ReadonlySet<unknown> = new Set([null, undefined, '', 'server-error']);
const lookedAtChars = 2_000;
const quotedChars = 300;

const sessionWords = new RegExp(
  [
    String.raw`\bsession[\w-]*\b[^.\n]{0,60}?\b(?:not (?:found|valid|initiali[sz]ed)|(?:not|n['’]t) exist|expired|invalid|unknown|missing|required|terminated|closed|lost|gone|no longer|ended)\b`,
    String.raw`\b(?:no|not|invalid|unknown|missing|expired|bad|stale|unrecognized|find|requires?)\s+(?:a\s+)?(?:valid\s+|active\s+|existing\s+|known\s+)?(?:mcp[ -]?)?session`,
    String.raw`\bfound for session`,
    String.raw`\bmcp-session-id\b`,
    String.raw`\bserver (?:is )?not initiali[sz]ed\b`,
    String.raw`\b(?:expect\w*|must be)\s+(?:an?\s+)?["']?initiali[sz]e\b`,
    // A server that uses the transport of a session without a look whether there is one.
    String.raw`\bof undefined \(reading \S{0,8}handle(?:Request|PostMessage)`,
  ].join('|'),
  'i',
);

/**
 * Reads the body of a refused request. The attacker is a server that takes one status or text for
 * another: what it can reach is one more `initialize`, or an error for its own request.
 */
export function readRefusalBody(text: string, request: RefusedRequest): RefusalBody {
  const { id, status, isInitialize, hadSession, isChallenge } = request;
  if (status < 400) return { kind: 'status' };
  const error = errorIn(text);
  const said = (error?.message ?? text).slice(0, lookedAtChars);
  const isOfSession =
    !isChallenge &&
    ofSession.has(status) &&
    !(error !== null && ofRequest.has(error.code)) &&
    // A skill may be named after sessions, and servers repeat addresses.
    sessionWords.test(said.replaceAll(/\S+:\/\/\S+/g, ''));
  const isOurs =
    error !== null && (error.id === id || error.id === String(id) || withoutId.has(error.id));
  if (hadSession && !isInitialize) {
    const isNamed = error !== null && isOurs && !withoutId.has(error.id);
    const isAnswer = isNamed || error?.code === methodNotFound;
    if (isOfSession || (endsSession.has(status) && !isAnswer)) return { kind: 'session-lost' };
  } else if (isOfSession && !isInitialize)
    // A server that wants `initialize` first asks nobody to sign in.
    return answerOf(id, error ?? { code: -32_000, message: said.trim().slice(0, quotedChars) });
  return error !== null && isOurs && !ofTransport.has(status)
    ? answerOf(id, error)
    : { kind: 'status' };
}

interface BodyError {
  readonly id?: unknown;
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

const answerOf = (id: unknown, { code, message, data }: BodyError): RefusalBody => ({
  kind: 'answer',
  message: {
    jsonrpc: '2.0',
    id,
    error: { code, message, ...(data === undefined ? {} : { data }) },
  },
});

function errorIn(text: string): BodyError | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(json) || json['jsonrpc'] !== '2.0' || 'method' in json) return null;
  const { error, id } = json;
  if (!isObject(error)) return null;
  const { code, message, data } = error;
  return typeof code === 'number' && typeof message === 'string'
    ? { id, code, message, data }
    : null;
}
