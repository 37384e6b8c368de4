/** So much of an answer that cannot be used is kept to be quoted. */
const headChars = 600;

/** Why what came over HTTP answers nothing, to go on after "The server ". */
const reasons = {
  cut: 'ended the connection in the middle of its answer',
  'cut-event': 'ended the event stream in the middle of an event',
  empty: 'sent an empty answer',
  'not-json': 'sent an answer that isn’t JSON',
  'not-json-rpc': 'sent JSON that isn’t a JSON-RPC message',
  'other-request': 'answers another request than the one that was sent',
  type: 'sent an answer of an unexpected type',
} as const;

/** What an answer of each kind of request may be. */
const expectedTypes = {
  answer: 'application/json or text/event-stream',
  stream: 'text/event-stream',
} as const;
const typeChars = 100;

/** An answer over HTTP that nobody can use. `head` is its beginning, as the server sent it. */
export class UnusableAnswerError extends Error {
  readonly head: string;
  /** Why a connection fails with it. */
  readonly faultyAs: 'half-answer' | 'not-json';

  constructor(reason: keyof typeof reasons, text: string, message?: string) {
    super(message ?? `The server ${reasons[reason]}`);
    this.faultyAs = reason === 'cut' || reason === 'cut-event' ? 'half-answer' : 'not-json';
    this.head = text.slice(0, headChars);
  }
}

/** An answer of a type that isn't read, whatever it contains. */
export function unexpectedType(
  headers: Headers,
  expected: keyof typeof expectedTypes,
  text: string,
): UnusableAnswerError {
  const type = headers.get('content-type')?.slice(0, typeChars) ?? '';
  const came = type === '' ? 'without a content type' : `of type ${type}`;
  const message = `The server sent an answer ${came} where ${expectedTypes[expected]} belongs`;
  return new UnusableAnswerError('type', text, message);
}

/** Types that say nothing about a content, or that a server sends that names none. */
const untold: ReadonlySet<string> = new Set(['', 'text/plain', 'application/octet-stream']);

/** Of an answer: its media type says JSON, a stream, nothing, or something else. */
export function contentOf(headers: Headers): 'json' | 'stream' | 'untold' | 'other' {
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  const essence = type.trim().toLowerCase();
  if (essence === 'application/json') return 'json';
  if (essence === 'text/event-stream') return 'stream';
  return untold.has(essence) ? 'untold' : 'other';
}

/**
 * Reads an answer by its type. JSON-RPC under a type that says nothing is still unmistakable; under
 * any other type it isn't looked for, because the server says that it is something else.
 */
export function readTyped(
  text: string,
  id: unknown,
  headers: Headers,
): { readonly json: unknown; readonly isUntold: boolean } {
  const content = contentOf(headers);
  if (content === 'json') return { json: readAnswer(text, id), isUntold: false };
  if (content !== 'untold' || (text.trim() !== '' && !isJson(text)))
    throw unexpectedType(headers, 'answer', text);
  return { json: readAnswer(text, id), isUntold: true };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Reads the body of an answer in JSON to the request with this id. The attacker chose all of it:
 * one that answers something else, or nothing, must not be waited for. Throws an
 * UnusableAnswerError.
 */
export function readAnswer(text: string, id: unknown): unknown {
  if (text.trim() === '') throw new UnusableAnswerError('empty', '');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new UnusableAnswerError('not-json', text);
  }
  const messages = Array.isArray(json) ? (json as unknown[]) : [json];
  if (messages.length === 0 || !messages.every(isMessage))
    throw new UnusableAnswerError('not-json-rpc', text);
  const answers = messages.filter((message) => !('method' in message));
  // What failed before the id was read answers the request that it came for.
  const [only] = answers;
  if (answers.length === 1 && only !== undefined && only['id'] == null && 'error' in only)
    return messages.map((message) => (message === only ? { ...only, id } : message));
  if (!answers.some((answer) => answer['id'] === id || answer['id'] === String(id)))
    throw new UnusableAnswerError('other-request', text);
  return json;
}

export const isMessage = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  'jsonrpc' in value &&
  value.jsonrpc === '2.0' &&
  ('method' in value || 'result' in value || 'error' in value);

/** Whether the SDK refused an answer because of its shape: its own words are none for a person. */
export const isOfShape = (error: unknown): boolean =>
  error instanceof Error && /^\$?ZodError$/.test(error.name);
