import { parseUrl } from '../url.ts';
import { writtenOut } from '../written-out.ts';
import type { ImportAsk } from './import.ts';
import type { ServerTarget } from './server.ts';

/**
 * Where a value that is given goes: into which program's start, or over the network to whom. The
 * attacker wrote the entry, and asks by the name of a secret that a person has for another server.
 */
export function goesTo(target: ServerTarget): string {
  if (target.type === 'stdio') return `given to the command ${writtenOut(target.command)}`;
  const host = parseUrl(target.url)?.host ?? '';
  // A host that is still to be given is whatever is given.
  return host === '' || /[{}]|%7b|%7d/i.test(host)
    ? 'sent to the resulting address'
    : `sent to ${host}`;
}

/** What may be given, and what is taken where nothing is; null where there is nothing to say. */
export function choiceWords({ options, otherwise }: ImportAsk): string | null {
  const said = [
    ...(options === undefined ? [] : [`One of ${options.map(writtenOut).join(', ')}.`]),
    ...(otherwise === undefined ? [] : [`If left empty, it’s ${writtenOut(otherwise)}.`]),
  ];
  return said.length === 0 ? null : said.join(' ');
}

/** What to know before a secret is given for a place where it is none; null for every other ask. */
export const exposedWords = ({ isExposed }: ImportAsk, { type }: ServerTarget): string | null =>
  isExposed === true
    ? `Its name suggests a secret, but here it’s part of the ${
        type === 'stdio' ? 'command' : 'address'
      }, so it’s stored and shown unencrypted.`
    : null;
