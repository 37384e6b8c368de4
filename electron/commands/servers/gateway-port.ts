import type { PeerOwner } from '../../network/loopback-peer.ts';
import { CommandError } from '../call/command.ts';

/** A port as `--http` gives it. */
export function readPort(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new CommandError('--http takes a port from 0 to 65535');
  return Number(text);
}

/** Why a gateway has no port: whoever listens there is shown the key by every host that is set up for this port. */
export function describePortTaken(
  owner: PeerOwner,
  { server, http }: { readonly server: string; readonly http: string },
): string {
  const other = 'Choose another port.';
  switch (owner) {
    case 'ours':
      return 'another program of yours listens there. Stop it, or choose another port.';
    case 'another':
      return (
        "another user's program listens there. A host that's set up for this port has shown it " +
        `this gateway's key. ${other} Then run \`skillgate gateway key rotate --server ` +
        `${JSON.stringify(server)} --http ${http}\`.`
      );
    case 'unknown':
      return `another program listens there, and this system doesn't say whose. ${other}`;
  }
}
