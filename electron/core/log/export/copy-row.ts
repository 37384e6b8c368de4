import { escapedInvisible } from '../../escape-invisible.ts';
import { maskSecrets } from '../../import/mask.ts';
import { indentedJson } from '../../json-text.ts';
import { isJson } from '../bodies.ts';
import type { LogEntry } from '../entry.ts';
import type { LogStore } from '../log-store.ts';

/** A row with its bodies as indented JSON, token by token as received; secrets masked. */
export function asJson(log: LogStore, entry: LogEntry): string {
  if (entry.kind !== 'exchange') return log.texts(entry.id).request ?? '';
  const value = (kept: LogEntry['request']): string => {
    const text = log.textOf(kept);
    if (text === null) return 'null';
    const shown = maskSecrets(isJson(text) ? indentedJson(text) : text, entry.secrets);
    // A cut body, or one that isn't JSON once masked, is a text.
    return escapedInvisible(isJson(shown) ? shown : JSON.stringify(shown));
  };
  return indentedJson(`{"request":${value(entry.request)},"response":${value(entry.response)}}`);
}

/** The request as the line that was piped; secrets masked. Null if it wasn't kept. */
export function asLine(log: LogStore, { request, secrets }: LogEntry): string | null {
  const body = log.textOf(request);
  return body === null ? null : escapedInvisible(maskSecrets(body, secrets)).replaceAll('\n', ' ');
}
