import { readFile } from 'node:fs/promises';

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
