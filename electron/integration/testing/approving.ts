import type { Place } from './app.ts';
import { runCli, type BuiltCli, type Ran } from './cli.ts';

/** Approves as a script does: looks first, and then names the set that it was told of. */
export async function approveAsShown(
  cli: BuiltCli,
  place: Place,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const json = args.includes('--json') ? [] : ['--json'];
  const shown = await runCli(cli, place, ['approve', ...args, ...json], env);
  if (shown.code !== 9) throw new Error(`approve without a digest ended with ${shown.code}`);
  const { setDigest } = JSON.parse(shown.stdout) as { setDigest: string };
  return runCli(cli, place, ['approve', ...args, '--set-digest', setDigest], env);
}
