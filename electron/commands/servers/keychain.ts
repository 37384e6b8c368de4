import type { ServerContext } from '../../engine/contexts.ts';
import type { SecretsState } from '../../engine/ports/credentials.ts';
import { CommandError, type CommandOutput } from '../call/command.ts';

interface Given {
  readonly 'use-file': boolean;
  readonly 'use-keychain': boolean;
}

/** `keychain`: where secrets are stored, and moving their key. */
export async function keychain({ secrets }: ServerContext, given: Given): Promise<CommandOutput> {
  const place = given['use-file'] ? 'file' : given['use-keychain'] ? 'keychain' : null;
  if (place !== null) {
    const moved = await secrets.keepKeyIn(place);
    if (!moved.ok) throw new CommandError(moved.error, 'store');
  }
  const state = await secrets.state();
  const { problem } = state;
  return { json: state, human: secretLines(state), exit: problem === null ? 0 : 1 };
}

/** What to tell a person about their secrets. */
export const secretLines = ({ protection, path, problem, clear }: SecretsState): string[] => [
  protections[protection](path),
  ...(problem === null ? [] : [`wrong: ${problem}`]),
  ...clear.map(({ label, field }) => `unencrypted in servers.json: ${field} of ${label}`),
];

const protections: Readonly<Record<SecretsState['protection'], (path: string) => string>> = {
  keychain: (path) => `Secrets are encrypted in ${path} with a key in the system's keychain.`,
  session: () =>
    'No keychain: ' +
    'sign-ins last for one session, and server secrets stay unencrypted in servers.json.',
  file: (path) =>
    `UNPROTECTED: the key to ${path} is in a file next to it. ` +
    'Anyone who can read your files can read it.',
};
