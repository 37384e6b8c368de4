import { upstreamOpener } from '../../compose-gateway.ts';
import { visible } from '../../core/text.ts';
import { serveStdio } from '../../gateway/transport/stdio.ts';
import type { Output } from '../call/command.ts';
import type { Here } from '../call/here.ts';

/** `gateway`: until the host closes its end. Standard output is the host's, and nothing else's. */
export async function runGateway(
  here: Here,
  given: {
    readonly server: string;
    readonly identity: string | undefined;
    readonly config: string | undefined;
  },
): Promise<Output> {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => stopping.abort());
  const open = upstreamOpener({
    compose: here.composing(given.config),
    server: given.server,
    identity: given.identity ?? null,
    complain: (line) => void process.stderr.write(`skillgate gateway: ${visible(line, 1_000)}\n`),
  });
  await serveStdio(process.stdin, process.stdout, open, stopping.signal);
  return { json: null, human: [], exit: 0 };
}
