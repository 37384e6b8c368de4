import type { Place } from './place.ts';
import { runCli, type BuiltCli, type Ran } from './cli.ts';

interface Digests {
  readonly setDigest: string;
  readonly metadataDigest: string;
}

/** Flags of `approve` that name exactly what was shown, whatever nobody has read of it. */
export const asShown = ({ setDigest, metadataDigest }: Digests): string[] => [
  '--set-digest',
  setDigest,
  '--metadata-digest',
  metadataDigest,
  '--accept-risk',
];

/** Approves as a script does: reviews first, and then names the digests it was given. */
export async function approveAsShown(
  cli: BuiltCli,
  place: Place,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const json = args.includes('--json') ? [] : ['--json'];
  const shown = await runCli(cli, place, ['approve', ...args, ...json], env);
  if (shown.code !== 9) throw new Error(`approve without a digest ended with ${shown.code}`);
  return runCli(
    cli,
    place,
    ['approve', ...args, ...asShown(JSON.parse(shown.stdout) as Digests)],
    env,
  );
}
