/** So much of an answer that cannot be used is kept to be quoted. */
const headChars = 600;

/** Why what came over HTTP answers nothing, to go on after "The server ". */
const reasons = {
  cut: 'ended the connection in the middle of its answer',
  empty: 'sent an empty answer',
  'not-json': 'sent an answer that isn’t JSON',
  'not-json-rpc': 'sent JSON that isn’t a JSON-RPC message',
  'other-request': 'answers another request than the one that was sent',
  type: 'sent an answer that is neither JSON nor an event stream',
} as const;

/** An answer over HTTP that nobody can use. `head` is its beginning, as the server sent it. */
export class UnusableAnswerError extends Error {
  readonly head: string;
  /** Why a connection fails with it. */
  readonly faultyAs: 'half-answer' | 'not-json';

  constructor(reason: keyof typeof reasons, text: string) {
    super(`The server ${reasons[reason]}`);
    this.faultyAs = reason === 'cut' ? 'half-answer' : 'not-json';
    this.head = text.slice(0, headChars);
  }
}

/** Of an answer: its media type says JSON, a stream, or neither. */
export function contentOf(headers: Headers): 'json' | 'stream' | 'other' {
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  switch (type.trim().toLowerCase()) {
    case 'application/json':
      return 'json';
    case 'text/event-stream':
      return 'stream';
    default:
      return 'other';
  }
}

/**
 * Reads the body of an answer in JSON to the request with this id. The attacker chose all of it: one
 * that answers something else, or nothing, must not be waited for. Throws an UnusableAnswerError.
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

const isMessage = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  'jsonrpc' in value &&
  value.jsonrpc === '2.0' &&
  ('method' in value || 'result' in value || 'error' in value);

/** Whether the SDK refused an answer because of its shape: its own words are none for a person. */
export const isOfShape = (error: unknown): boolean =>
  error instanceof Error && /^\$?ZodError$/.test(error.name);
