import type { PeerOwner } from '../../network/loopback-peer.ts';
import { CommandError } from '../call/command.ts';

/** A port as given to `--http`. */
export function readPort(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new CommandError('--http takes a port from 0 to 65535');
  return Number(text);
}

/**
 * Why a gateway has no port. Every app set up for this port shows the gateway's key to whoever
 * listens there.
 */
export function describePortTaken(
  owner: PeerOwner,
  { server, http }: { readonly server: string; readonly http: string },
): string {
  const other = 'Choose another port.';
  switch (owner) {
    case 'ours':
      return 'another of your programs is using it. Stop it, or choose another port.';
    case 'another':
      return (
        "another user's program is using it. Any app set up for this port has shown it " +
        `this gateway's key. ${other} Then run \`skillgate gateway key rotate --server ` +
        `${JSON.stringify(server)} --http ${http}\`.`
      );
    case 'unknown':
      return `another program is using it, and this system doesn't say whose. ${other}`;
  }
}
