import { appendFileSync } from 'node:fs';
import { option } from './arguments.ts';

const file = option('record', '');

/**
 * Appends one line per request to the file of `--record`, so that a test knows what was asked and
 * not only what was answered.
 */
export function record(method: string, params: Readonly<Record<string, unknown>>): void {
  if (file !== '')
    appendFileSync(file, `${JSON.stringify([method, params['uri'] ?? params['cursor'] ?? ''])}\n`);
}
