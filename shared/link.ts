import { addressOf, nowhere, placeAt, type AppLocation } from './place.ts';

/** The scheme of links that other programs open in the window. */
export const linkScheme = 'skillgate';
const start = `${linkScheme}://open#`;

/** Longer links are ignored. Characters. */
const longestLink = 64_000;

/** A link to a place, for other programs on this machine. */
export const linkTo = (address: string): string => `${start}${address}`;

/** Whether a program's argument is meant as a link, well-formed or not. */
export const isLink = (text: string): boolean => /^skillgate:/i.test(text);

/**
 * The address that a link leads to. Any web page may have made the link, so it may lead to
 * something to look at, but not to a form that adds or changes a server or to a half-finished
 * decision. `nowhere` for all others, so that the window can say that the place doesn't exist.
 */
export function addressOfLink(link: string): string {
  const [, address] =
    link.length > longestLink ? [] : (/^skillgate:\/\/open\/?#(.*)$/i.exec(link) ?? []);
  const place = placeAt(address ?? nowhere);
  return place.ok && isToLookAt(place.value) ? addressOf(place.value) : nowhere;
}

const isToLookAt = ({ selection }: AppLocation): boolean =>
  selection.kind !== 'add-server' &&
  selection.kind !== 'edit-server' &&
  !(selection.kind === 'review' && selection.filter === 'selected');
