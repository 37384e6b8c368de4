import { dataFolderPath } from '../../storage/disk/data-folder.ts';
import { rotateGatewayKeys } from '../../storage/gateway-key.ts';
import { CommandError, type CommandOutput } from '../call/command.ts';
import type { CommandContext } from '../call/command-context.ts';
import { readPort } from './gateway-port.ts';

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
