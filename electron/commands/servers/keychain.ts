import type { EngineParts } from '../../engine/parts.ts';
import type { SecretsState } from '../../engine/ports/secrets.ts';
import { CommandError, type CommandOutput } from '../call/command.ts';

interface Given {
  readonly 'use-file': boolean;
  readonly 'use-keychain': boolean;
}

/** `keychain`: where secrets lie, and moving their key. */
export async function keychain(
  { secrets }: Pick<EngineParts, 'secrets'>,
  given: Given,
): Promise<CommandOutput> {
  const place = given['use-file'] ? 'file' : given['use-keychain'] ? 'keychain' : null;
  if (place !== null) {
    const moved = await secrets.keepKeyIn(place);
    if (!moved.ok) throw new CommandError(moved.error, 'store');
  }
  const state = await secrets.state();
  const { problem } = state;
  return { json: state, human: secretLines(state), exit: problem === null ? 0 : 1 };
}

/** What a person is told of their secrets. */
export const secretLines = ({ protection, path, problem, clear }: SecretsState): string[] => [
  protections[protection](path),
  ...(problem === null ? [] : [`wrong: ${problem}`]),
  ...clear.map(({ label, field }) => `in the clear: ${field} of ${label}, in servers.json`),
];

const protections: Readonly<Record<SecretsState['protection'], (path: string) => string>> = {
  keychain: (path) => `Secrets are encrypted in ${path}, under a key in the system's keychain.`,
  session: () =>
    'No keychain: sign-ins last for one session, and secrets of servers stay in servers.json.',
  file: (path) =>
    `UNPROTECTED: the key of ${path} lies in a file beside it, which whoever can read your files can read.`,
};
