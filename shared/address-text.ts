import { parseUrl } from './url.ts';
import { writtenOut } from './written-out.ts';

/**
 * The host that is contacted where the address is written with another: `https://2130706433/` is
 * this machine, and letters of another script look like those of a name that a person knows. Null
 * where it stands there as it is, or where the text is no address.
 */
export function hostBehind(address: string): string | null {
  const authority = /^[a-z][a-z\d+.-]*:\/\/([^/?#\\]*)/i.exec(address)?.[1];
  const url = authority === undefined ? null : parseUrl(address);
  if (authority === undefined || url === null || url.hostname === '') return null;
  const written = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '');
  return written.toLowerCase() === url.hostname ? null : url.hostname;
}

/**
 * An address as a person may read it. What is contacted stands first, where no address begins so:
 * its own path could say the same of another host.
 */
export function addressText(address: string): string {
  const host = hostBehind(address);
  return writtenOut(host === null ? address : `${host}, written ${address}`);
}
