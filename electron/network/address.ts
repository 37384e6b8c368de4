import { BlockList, isIP } from 'node:net';
import { readFile } from 'node:fs/promises';

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
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  around.addSubnet(network, prefix, 'ipv4');
/** What is given out as global unicast (IANA, IPv6 Global Unicast Address Space). */
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');
for (const [network, prefix] of [
  // Assignments of the IETF with Teredo, documentation, and 6to4, each of which may lead back here.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  around.addSubnet(network, prefix, 'ipv6');
const own = new BlockList();
own.addSubnet('127.0.0.0', 8, 'ipv4');
own.addAddress('::1', 'ipv6');

type AddressKind = 'loopback' | 'private' | 'public';

/** What a numeric address is; IPv4 written as IPv6 counts as the IPv4 that it is. */
export function kindOfAddress(address: string): AddressKind {
  if (isIP(address) === 4) return kindOf4(address);
  // One spelling of each; a zone belongs to a network around this machine, and is none.
  const spelled = `http://[${address}]/`;
  if (isIP(address) !== 6 || !URL.canParse(spelled)) return 'private';
  const host = hostOf(new URL(spelled));
  const inside = embedded(host);
  if (inside !== null) return kindOf4(inside);
  if (own.check(host, 'ipv6')) return 'loopback';
  return global.check(host, 'ipv6') && !around.check(host, 'ipv6') ? 'public' : 'private';
}

function kindOf4(address: string): AddressKind {
  if (own.check(address, 'ipv4')) return 'loopback';
  return around.check(address, 'ipv4') ? 'private' : 'public';
}

/** IPv4-mapped (RFC 4291 section 2.5.5.2) and translated (RFC 6052 section 2.1) addresses. */
function embedded(address: string): string | null {
  const match = /^(?:::ffff:|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address);
  if (match === null) return null;
  const high = Number.parseInt(match[1] ?? '0', 16);
  const low = Number.parseInt(match[2] ?? '0', 16);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/**
 * The host of an address as a number or a name, without the brackets of IPv6 and the dot at the end
 * of a whole name.
 */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$|\.$/g, '');

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

/**
 * The same for what belongs to a server's sign-in: beside its own host, a server on this machine
 * may name others on this machine, and nothing else around it.
 */
export const mayAskToSignIn = (host: string, address: string, configured: string): boolean =>
  mayAsk(host, address, configured) ||
  (namesThisMachine(configured) && namesThisMachine(host) && kindOfAddress(address) === 'loopback');

/** Who has the other end of a connection of this machine. */
export type PeerOwner = 'ours' | 'another' | 'unknown';

interface Ends {
  /** As a socket has it; undefined once it's closed. */
  readonly remoteAddress?: string | undefined;
  readonly localPort?: number | undefined;
  readonly remotePort?: number | undefined;
}

/**
 * Whether the other end of a connection over 127.0.0.1 is this user's: another user of this machine
 * may have read the address of a sign-in from a list of processes and bring an answer of their own
 * account, or hold a gateway's key that a host showed to a port of theirs. Only Linux says.
 */
export async function peerOf(
  ends: Ends,
  uid: number | undefined = process.getuid?.(),
): Promise<PeerOwner> {
  if (process.platform !== 'linux' || uid === undefined) return 'unknown';
  return peerIn(await socketTables(), ends, uid);
}

const socketTables = (): Promise<readonly string[]> =>
  Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map((path) => readFile(path, 'latin1').catch(() => '')),
  );

/** Whose program listens on a port that can't be had. */
export async function ownerOfPort(
  port: number,
  uid: number | undefined = process.getuid?.(),
): Promise<PeerOwner> {
  if (process.platform !== 'linux' || uid === undefined) return 'unknown';
  return listenerIn(await socketTables(), port, uid);
}

/**
 * The same from the text of the tables: any address of this machine keeps 127.0.0.1 from others.
 */
export function listenerIn(tables: readonly string[], port: number, uid: number): PeerOwner {
  const owners = tables.flatMap((table) =>
    table.split('\n').flatMap((line) => {
      const [, local = '', , state, , , , owner] = line.trim().split(/\s+/);
      return state === '0A' && local.endsWith(`:${portOf(port)}`) ? [Number(owner)] : [];
    }),
  );
  if (owners.length === 0) return 'unknown';
  return owners.every((owner) => owner === uid) ? 'ours' : 'another';
}

/** The same from the text of `/proc/net/tcp` and `tcp6` (proc_pid_net(5)). */
export function peerIn(tables: readonly string[], ends: Ends, uid: number): PeerOwner {
  const lines = tables.flatMap((table) => table.split('\n').slice(1));
  if (lines.every((line) => line.trim() === '')) return 'unknown';
  // Another user can come from 127.0.0.2 with the port that this user has at 127.0.0.1.
  if (ends.remoteAddress !== '127.0.0.1' && ends.remoteAddress !== '::ffff:127.0.0.1')
    return 'another';
  const here = [ends.remotePort, ends.localPort].map(portOf);
  for (const line of lines) {
    const [, local = '', remote = '', , , , , owner, , inode] = line.trim().split(/\s+/);
    if (!isAt(local, here[0]) || !isAt(remote, here[1])) continue;
    // One that its process has closed already has no inode, and says root whoever it was.
    if (inode === '0') return 'another';
    // Root reads everything anyway, and brings answers from outside of a virtual machine.
    return Number(owner) === uid || owner === '0' ? 'ours' : 'another';
  }
  // Both ends are of this machine: one that is in no list is gone, so that nobody can tell whose it
  // was.
  return 'another';
}

const portOf = (port: number | undefined): string =>
  (port ?? 0).toString(16).toUpperCase().padStart(4, '0');

/** 127.0.0.1, plain or mapped into IPv6, in little-endian and big-endian byte order. */
const loopback = /^(?:0{16}(?:F{4}0000|0000F{4}))?(?:0100007F|7F000001)$/;
const isAt = (end: string, port: string | undefined): boolean => {
  const [address = '', written] = end.split(':');
  return written === port && loopback.test(address);
};
