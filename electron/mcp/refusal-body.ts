import { isObject, type WireMessage } from './recorder.ts';

/** What the body of a refused request says beyond its status. The server chose all of it. */
type RefusalBody =
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

/** Of a page, so much is looked at for its title, and for so long. */
const lookedAtBytes = 64 * 1024;
const lookMs = 2_000;

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  apos: "'",
  ...{ mdash: '—', ndash: '–', hellip: '…', middot: '·', bull: '•' },
  ...{ laquo: '«', raquo: '»', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”' },
  ...{ copy: '©', reg: '®', trade: '™' },
};

/** Whether an answer says of itself that it is a page for a browser. */
export const isPage = (response: Response): boolean =>
  /^(?:text\/html|application\/xhtml\+xml)\b/i.test(response.headers.get('content-type') ?? '');

/**
 * The beginning of a page, and its title, '' where it has none. The server chooses both, and how
 * slowly they come: what has not come in time is left.
 */
export async function beginningOf(
  body: ReadableStream<Uint8Array>,
): Promise<{ readonly text: string; readonly title: string }> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, lookMs, null)));
  while (bytes < lookedAtBytes) {
    const read = await Promise.race([reader.read().catch(() => null), late]);
    if (read === null || read.done) break;
    chunks.push(read.value);
    bytes += read.value.length;
  }
  clearTimeout(timer);
  void reader.cancel().catch(() => {});
  const text = Buffer.concat(chunks).subarray(0, lookedAtBytes).toString('utf8');
  return { text, title: titleIn(text) };
}

/** The character of `#8212` or `#x2014`. */
function numbered(name: string): string | undefined {
  const code = /^#x[\da-f]{1,6}$/i.test(name)
    ? Number.parseInt(name.slice(2), 16)
    : /^#\d{1,7}$/.test(name)
      ? Number(name.slice(1))
      : 0;
  const isCharacter = code > 0 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff);
  return isCharacter ? String.fromCodePoint(code) : undefined;
}

function titleIn(text: string): string {
  const written = /<title[^>]{0,200}>([^<]{0,500})/i.exec(text)?.[1] ?? '';
  return written
    .replaceAll(
      /&(#?\w{1,8});/g,
      (whole, name: string) => entities[name] ?? numbered(name) ?? whole,
    )
    .replaceAll(/\s+/g, ' ')
    .trim();
}
