import { serve } from '../../serve.ts';
import { bundleFile } from '../bundle-file.ts';
import { CommandError, type CommandOutput, type CommandContext } from '../call/command.ts';

/** `serve`: runs until it is told to end, and prints while it runs. */
export async function serveInterface(
  here: CommandContext,
  given: {
    readonly port: string | undefined;
    readonly idle: string | undefined;
    readonly 'no-open': boolean;
    readonly config: string | undefined;
    readonly 'allow-start': boolean;
  },
): Promise<CommandOutput> {
  const port = numberOf(given.port ?? '0', /^\d{1,5}$/);
  if (port === null || port > 65_535)
    throw new CommandError('--port takes a number from 0 to 65535');
  const idle = given.idle === undefined ? null : numberOf(given.idle, /^\d{1,6}(?:\.\d{1,6})?$/);
  // A longer wait would overflow the timer, which would fire at once.
  if (given.idle !== undefined && (idle === null || idle === 0 || idle > 10_080))
    throw new CommandError('--idle takes a number of minutes, up to 10080 (a week)');
  await serve({
    compose: {
      ...here.composing(given.config, given['allow-start']),
      autoRetry: true,
      keepLog: true,
      findings: bundleFile('findings'),
    },
    port,
    open: !given['no-open'],
    idleMinutes: idle,
    pageFolder: bundleFile('renderer'),
  });
  return { json: null, human: [], exit: 0 };
}

/** Only as a person writes it: `0x50` and `1e3` aren't ports. */
const numberOf = (text: string, shape: RegExp): number | null =>
  shape.test(text) ? Number(text) : null;
