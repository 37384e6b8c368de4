import { parseUrl } from '../url.ts';
import { writtenOut } from '../written-out.ts';
import type { ImportAsk } from './import.ts';
import type { ServerTarget } from './server.ts';

/**
 * Where an entered value goes: into which program's start, or over the network to whom. The
 * attacker wrote the entry, and asks for it under the name of a secret that a person has for
 * another server.
 */
export function goesTo(target: ServerTarget): string {
  if (target.type === 'stdio') return `given to the command ${writtenOut(target.command)}`;
  const host = parseUrl(target.url)?.host ?? '';
  // If the host itself is still missing, it's whatever the person enters.
  return host === '' || /[{}]|%7b|%7d/i.test(host)
    ? 'sent to the resulting address'
    : `sent to ${host}`;
}

/** The allowed values and the default; null if there's nothing to say. */
export function choiceWords({ options, otherwise }: ImportAsk): string | null {
  const said = [
    ...(options === undefined ? [] : [`One of ${options.map(writtenOut).join(', ')}.`]),
    ...(otherwise === undefined ? [] : [`If left empty, it’s ${writtenOut(otherwise)}.`]),
  ];
  return said.length === 0 ? null : said.join(' ');
}

/**
 * What to know before entering a secret somewhere it won't be treated as one; null for every other
 * value.
 */
export const exposedWords = ({ isExposed }: ImportAsk, { type }: ServerTarget): string | null =>
  isExposed === true
    ? `Its name suggests a secret, but here it’s part of the ${
        type === 'stdio' ? 'command' : 'address'
      }, so it’s stored and shown unencrypted.`
    : null;
