import { isRecord } from '../json.ts';

/** The URI, cursor or name that a message is about, unabridged and as received. */
export function detailOf(message: Readonly<Record<string, unknown>>): string {
  const params = message['params'];
  if (!isRecord(params)) return '';
  const { uri, cursor, name, reason } = params;
  if (typeof uri === 'string') return uri;
  if (typeof cursor === 'string') return `cursor: ${cursor}`;
  if (typeof name === 'string') return name;
  return typeof reason === 'string' ? reason : '';
}
