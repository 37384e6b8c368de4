/**
 * Where a connection reports its traffic. `raw` is the message's JSON as it was on the wire;
 * nothing is computed from it until a person looks.
 */
export interface Recorder {
  sent(message: Message, raw: string): void;
  received(message: Message, raw: string, answered: Answered | null): void;
  /** Text that is not a message: a line of stderr, or a note of ours. */
  text(direction: 'stderr' | 'received' | 'note', text: string): void;
}

/** The request that a response answers. */
export interface Answered {
  readonly method: string;
  readonly detail: string;
  /** Milliseconds since the epoch. */
  readonly sentAt: number;
}

/** JSON that is an object; every field may be anything. */
export type Message = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The URI, cursor or name that a message is about, unshortened and as received. */
export function detailOf(message: Message): string {
  const params = message['params'];
  if (!isObject(params)) return '';
  const { uri, cursor, name, reason } = params;
  if (typeof uri === 'string') return uri;
  if (typeof cursor === 'string') return cursor;
  if (typeof name === 'string') return name;
  return typeof reason === 'string' ? reason : '';
}
