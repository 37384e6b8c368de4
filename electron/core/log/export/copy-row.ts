import { escapedInvisible } from '../../escape-invisible.ts';
import { maskSecrets } from '../../import/mask.ts';
import { indentedJson } from '../../json-text.ts';
import { isJson } from '../body.ts';
import type { LogEntry } from '../entry.ts';
import type { LogStore } from '../log-store.ts';

/** A row with its bodies as indented JSON, piece by piece as they came; secrets masked. */
export function asJson(log: LogStore, entry: LogEntry): string {
  if (entry.kind !== 'exchange') return log.texts(entry.id).request ?? '';
  const value = (kept: LogEntry['request']): string => {
    const text = log.textOf(kept);
    if (text === null) return 'null';
    const shown = maskSecrets(isJson(text) ? indentedJson(text) : text, entry.secrets);
    // What was cut, or is none any more without its secrets, is a text.
    return escapedInvisible(isJson(shown) ? shown : JSON.stringify(shown));
  };
  return indentedJson(`{"request":${value(entry.request)},"response":${value(entry.response)}}`);
}

/** The request as the line that went over the pipe; secrets masked. Null where it is not kept. */
export function asLine(log: LogStore, { request, secrets }: LogEntry): string | null {
  const body = log.textOf(request);
  return body === null ? null : escapedInvisible(maskSecrets(body, secrets)).replaceAll('\n', ' ');
}
