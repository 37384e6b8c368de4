import type { ChildProcess } from 'node:child_process';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { builtCli, runCli, runProcess, startCli, type BuiltCli, type Ran } from './cli.ts';
import { forged, type Forged } from './forged.ts';
import { makePlace, storeServers, type Place } from './place.ts';

export interface ForgedCli {
  /** Configures exactly these servers. */
  store(servers: Parameters<typeof storeServers>[1]): void;
  run(words: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ran>;
  /** The same in a separate process. */
  runProcess(words: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ran>;
  /** Starts it in a separate process. */
  start(words: readonly string[]): ChildProcess;
  /** Starts a forged server that runs until the last test of the file is over. */
  open(answer: Parameters<typeof forged>[0]): Promise<string>;
}

/** The command line in a new place for each test of a file, with forged servers. */
export function forgedCli(): ForgedCli {
  let cli: BuiltCli;
  let place: Place;
  const servers: Forged[] = [];
  beforeAll(async () => {
    // Loading for a first connection takes time on a busy machine, which isn't the server's fault.
    const loaded = [
      import('../../compose-core.ts'),
      import('../../mcp/connector.ts'),
      import('../../core/dialects/registry.ts'),
      import('../../engine/listing/list.ts'),
    ];
    [cli] = await Promise.all([builtCli(), ...loaded]);
  }, 120_000);
  beforeEach(() => {
    place = makePlace();
  });
  afterEach(() => place.remove());
  afterAll(() => {
    for (const server of servers) server.stop();
  });
  return {
    store: (configured) => storeServers(place, configured),
    run: (words, env) => runCli(cli, place, words, env),
    runProcess: (words, env) => runProcess(cli, place, words, env),
    start: (words) => startCli(cli, place, words),
    async open(answer) {
      const server = await forged(answer);
      servers.push(server);
      return server.url;
    },
  };
}
