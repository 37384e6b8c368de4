import { collectGarbage, keepNewSpaceSmall } from '../../heap.ts';
import { upstreamOpener } from '../../compose-gateway.ts';
import { visible } from '../../core/text.ts';
import type { OpenUpstream } from '../../gateway/session/host-requests.ts';
import { serveHttp } from '../../gateway/transport/http/server.ts';
import { serveStdio } from '../../gateway/transport/stdio.ts';
import { dataFolderPath, prepareFolder } from '../../storage/disk/data-folder.ts';
import { ownerOfPort, peerOf, type PeerOwner } from '../../network/address.ts';
import { gatewayKeys, rotateGatewayKeys } from '../../storage/gateway-key.ts';
import { endSignals } from '../call/command-process.ts';
import { CommandError, type CommandOutput, type CommandContext } from '../call/command.ts';
import { readExposures } from '../hosts/exposures.ts';

/**
 * `gateway`: runs until the app closes its end or the process is told to end. Over stdio, standard
 * output belongs to the app alone.
 */
export async function runGateway(
  here: CommandContext,
  given: {
    readonly server: string;
    readonly http: string | undefined;
    readonly identity: string | undefined;
    readonly expose: readonly string[];
    readonly config: string | undefined;
    readonly 'allow-start': boolean;
  },
): Promise<CommandOutput> {
  const exposes = readExposures(given.expose);
  const { isShared, stderr } = here.process;
  if (!isShared) keepNewSpaceSmall();
  const stopping = new AbortController();
  for (const signal of endSignals) here.process.onSignal(signal, () => stopping.abort());
  const open = upstreamOpener({
    compose: here.composing(given.config, given['allow-start']),
    server: given.server,
    identity: given.identity ?? null,
    exposes,
    complain: (line) => void stderr.write(`skillgate gateway: ${visible(line, 1_000)}\n`),
  });
  if (given.http === undefined) {
    const { input, output } = here.process.pipes();
    await serveStdio(input, output, open, stopping.signal, isShared ? () => {} : collectGarbage);
  } else await overHttp(here, { server: given.server, http: given.http }, open, stopping.signal);
  return { json: null, human: [], exit: 0 };
}

async function overHttp(
  { place, cwd, process: { stdout } }: CommandContext,
  given: { readonly server: string; readonly http: string },
  open: OpenUpstream,
  stopping: AbortSignal,
): Promise<void> {
  const { server } = given;
  const port = readPort(given.http);
  const folder = dataFolderPath(place, cwd);
  await prepareFolder(folder);
  const made = await gatewayKeys(folder, { server, port });
  if (!made.ok) throw new CommandError(made.error, 'bad-input');
  const gateway = await serveHttp({
    open,
    port,
    keys: async () => {
      const now = await gatewayKeys(folder, { server, port });
      return now.ok ? now.value.accepted : [];
    },
    ownerOf: ({ remoteAddress, localPort, remotePort }) =>
      peerOf({ remoteAddress, localPort, remotePort }),
    now: Date.now,
  }).catch(async (error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'EADDRINUSE' ? describePortTaken(await ownerOfPort(port), given) : message;
    throw new CommandError(`port ${port}: ${why}`, 'bad-input');
  });
  // For the program that started this: the address and where the key is, never the key itself.
  stdout.write(`${JSON.stringify({ url: gateway.url, key: made.value.path })}\n`);
  if (!stopping.aborted)
    await new Promise((resolve) => stopping.addEventListener('abort', resolve, { once: true }));
  await gateway.close();
}

/** `gateway key rotate`: makes new keys for gateways' ports and removes the shared one. */
export async function rotateKeys(
  { place, cwd }: CommandContext,
  given: { readonly server: string | undefined; readonly http: string | undefined },
): Promise<CommandOutput> {
  const folder = dataFolderPath(place, cwd);
  const done = await rotateGatewayKeys(folder, {
    ...(given.server === undefined ? {} : { server: given.server }),
    ...(given.http === undefined ? {} : { port: readPort(given.http) }),
  });
  if (!done.ok) throw new CommandError(done.error, 'store');
  const { rotated, sharedRemoved } = done.value;
  const human = [
    ...rotated.map((path) => `New key: ${path}`),
    ...(sharedRemoved ? ['Removed the key that all gateways shared.'] : []),
  ];
  return {
    json: { rotated, sharedRemoved },
    human:
      human.length === 0
        ? ['No gateway has a key yet.']
        : [
            ...human,
            'Give each app the new key of its gateway. Running gateways use it within a second.',
          ],
    exit: 0,
  };
}

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
