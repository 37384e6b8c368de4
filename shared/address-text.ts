import { parseUrl } from './url.ts';
import { writtenOut } from './written-out.ts';

/**
 * The host that is contacted if the address spells it differently: `https://2130706433/` is this
 * machine, and letters of another script can imitate a familiar name. Null if the host is spelled
 * the same, or if the text isn't an address.
 */
export function hostBehind(address: string): string | null {
  const authority = /^[a-z][a-z\d+.-]*:\/\/([^/?#\\]*)/i.exec(address)?.[1];
  const url = authority === undefined ? null : parseUrl(address);
  if (authority === undefined || url === null || url.hostname === '') return null;
  const written = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '');
  return written.toLowerCase() === url.hostname ? null : url.hostname;
}

/**
 * An address as a person may read it. A differently spelled host comes first, where no address can
 * begin with it: the address's own path could claim the same about another host.
 */
export function addressText(address: string): string {
  const host = hostBehind(address);
  return writtenOut(host === null ? address : `${host}, written ${address}`);
}
