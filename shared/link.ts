import { addressOf, nowhere, placeAt, type AppLocation } from './place.ts';

/** The scheme of links that other programs open in the window. */
export const linkScheme = 'skillgate';
const start = `${linkScheme}://open#`;

/** Longer ones are not looked at. Characters. */
const longestLink = 64_000;

/** A link to a place, for other programs of this machine. */
export const linkTo = (address: string): string => `${start}${address}`;

/** Whether a program's argument is meant as a link, well-formed or not. */
export const isLink = (text: string): boolean => /^skillgate:/i.test(text);

/**
 * The address that a link leads to. Any page of the web may have made the link: it can lead to what
 * is there to be looked at, and not to a form that adds or changes a server, or to
 * what a person left half decided. `nowhere` for every
 * other, so that the window can say that there is no such place.
 */
export function addressOfLink(link: string): string {
  const [, address] =
    link.length > longestLink ? [] : (/^skillgate:\/\/open\/?#(.*)$/i.exec(link) ?? []);
  const place = placeAt(address ?? nowhere);
  return place.ok && isToLookAt(place.value) ? addressOf(place.value) : nowhere;
}

const isToLookAt = ({ selection: { kind } }: AppLocation): boolean =>
  kind !== 'add-server' && kind !== 'edit-server' && kind !== 'many';
