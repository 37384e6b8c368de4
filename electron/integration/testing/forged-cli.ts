import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { builtCli, runCli, runProcess, type BuiltCli, type Ran } from './cli.ts';
import { forged, type Forged } from './forged.ts';
import { makePlace, storeServers, type Place } from './place.ts';

export interface ForgedCli {
  /** Configures these servers, and no others. */
  store(servers: Parameters<typeof storeServers>[1]): void;
  run(words: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ran>;
  /** The same in a process of its own. */
  runProcess(words: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ran>;
  /** Where a forged server is, until the last test of the file is over. */
  open(answer: Parameters<typeof forged>[0]): Promise<string>;
}

/** The command line in a place of its own for each test of a file, beside servers that are forged. */
export function forgedCli(): ForgedCli {
  let cli: BuiltCli;
  let place: Place;
  const servers: Forged[] = [];
  beforeAll(async () => {
    // What a first connection loads: time that a busy machine takes for that is none of a server's.
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
    async open(answer) {
      const server = await forged(answer);
      servers.push(server);
      return server.url;
    },
  };
}
