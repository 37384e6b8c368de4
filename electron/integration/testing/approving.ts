import type { Place } from './place.ts';
import { runCli, type BuiltCli, type Ran } from './cli.ts';

interface Digests {
  readonly setDigest: string;
  readonly metadataDigest: string;
}

/** What names exactly what was shown, in the words of `approve`. */
export const asShown = ({ setDigest, metadataDigest }: Digests): string[] => [
  '--set-digest',
  setDigest,
  '--metadata-digest',
  metadataDigest,
];

/** Approves as a script does: looks first, and then names the digests that it was told of. */
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
