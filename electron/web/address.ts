import { BlockList, isIP } from 'node:net';

/**
 * Addresses that belong to this machine or to a network around it. A page on the internet that
 * names one would have this program ask, from inside, what its author cannot ask from outside.
 */
const around = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  around.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
  ['64:ff9b::', 96],
  ['::', 128],
] as const)
  around.addSubnet(network, prefix, 'ipv6');
const own = new BlockList();
own.addSubnet('127.0.0.0', 8, 'ipv4');
own.addAddress('::1', 'ipv6');

export type AddressKind = 'loopback' | 'private' | 'public';

/** What a numeric address is; IPv4 written as IPv6 counts as the IPv4 that it is. */
export function kindOfAddress(address: string): AddressKind {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? mappedHex(address);
  const plain = mapped ?? address;
  const family = isIP(plain) === 6 ? 'ipv6' : 'ipv4';
  if (isIP(plain) === 0) return 'private';
  if (own.check(plain, family)) return 'loopback';
  return around.check(plain, family) ? 'private' : 'public';
}

function mappedHex(address: string): string | null {
  const match = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(address);
  if (match === null) return null;
  const high = Number.parseInt(match[1] ?? '0', 16);
  const low = Number.parseInt(match[2] ?? '0', 16);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** The host of an address as a number or a name, without the brackets of IPv6. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/** A person who typed this host asked for this machine itself. */
export const namesThisMachine = (host: string): boolean =>
  host === 'localhost' ||
  host.endsWith('.localhost') ||
  (isIP(host) !== 0 && kindOfAddress(host) === 'loopback');

/**
 * Whether a request of `configured`'s server may go to `host` at `address`. Public addresses
 * may always be asked; others only on the very host that a person configured, and this machine
 * only when they wrote so: a name in the DNS can be made to mean anything.
 */
export function mayAsk(host: string, address: string, configured: string): boolean {
  const kind = kindOfAddress(address);
  if (kind === 'public') return true;
  if (host !== configured) return false;
  return kind === 'private' || namesThisMachine(configured);
}
