import { existsSync, readFileSync } from 'node:fs';
import type { ServedSkill } from '../../../e2e/servers/support/served-skill.ts';
import { skillMd } from '../../../e2e/servers/support/served-skill.ts';
import { bundled, remoteServer } from '../../mcp/testing/servers.ts';
import type { Entry, Place } from './place.ts';

/** One test server as a configuration names it, and the requests it got so far. */
export interface TestServer {
  readonly entry: Entry;
  /**
   * `method uri-or-cursor` of every request after the handshake, in order; without
   * `resources/list`, which reads nothing.
   */
  asked(): string[];
  methods(): string[];
  stop(): Promise<void>;
}

/** Both eras over both transports. */
export const ways = [
  ['modern', 'stdio'],
  ['modern', 'http'],
  ['legacy', 'stdio'],
  ['legacy', 'http'],
] as const;

let servers = 0;

/** A stdio server that the app starts from `entry`. `args` are the server's own. */
export function stdioServer(
  place: Place,
  name: 'honest' | 'hostile' | 'dialects' | 'defects' | 'full',
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): TestServer {
  const record = recordIn(place);
  return {
    ...watching(record),
    entry: {
      command: process.execPath,
      args: [bundled(name), ...args, '--record', record],
      ...(Object.keys(env).length > 0 ? { env } : {}),
    },
    stop: async () => {},
  };
}

/** Either kind. */
export const serverOver = async (
  transport: 'stdio' | 'http',
  ...[place, name, args]: Parameters<typeof stdioServer>
): Promise<TestServer> =>
  transport === 'http' ? httpServer(place, name, args) : stdioServer(place, name, args);

/** A separately running server, reached over HTTP or SSE. */
export async function httpServer(
  place: Place,
  name: 'honest' | 'hostile' | 'dialects' | 'defects' | 'full',
  args: readonly string[],
  type: 'http' | 'sse' | 'well-known' = 'http',
): Promise<TestServer> {
  const record = recordIn(place);
  const { config, stop } = await remoteServer(
    name,
    [...args, '--transport', type, '--record', record],
    type,
  );
  return { ...watching(record), entry: { type, url: config.url }, stop };
}

function recordIn(place: Place): string {
  servers += 1;
  return place.path(`asked-${servers}.jsonl`);
}

function watching(record: string): Pick<TestServer, 'asked' | 'methods'> {
  const lines = (): [string, string][] =>
    existsSync(record)
      ? readFileSync(record, 'utf8')
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line) as [string, string])
          .filter(
            ([method]) =>
              !/^(?:server\/|initialize|notifications\/|ping|resources\/(?:templates\/)?list$)/.test(
                method,
              ),
          )
      : [];
  return {
    asked: () => lines().map(([method, about]) => `${method} ${about}`.trimEnd()),
    methods: () => [...new Set(lines().map(([method]) => method))].sort(),
  };
}

/** What an honest server serves, and how to change it while the server runs. */
export interface Scene {
  readonly args: readonly string[];
  set(change: {
    readonly skills?: readonly ServedSkill[];
    readonly instructions?: string;
    readonly reads?: Readonly<Record<string, string>>;
    readonly crashOn?: readonly string[];
    readonly resources?: readonly object[];
  }): void;
}

export function scene(place: Place, name: string, first: Parameters<Scene['set']>[0]): Scene {
  const path = place.path(`${name}.json`);
  const set: Scene['set'] = (change) => void place.replace(`${name}.json`, change);
  set(first);
  return { args: ['--scenario', path], set };
}

/** A skill of two files; the given files replace or add to them. */
export function skill(
  name: string,
  files: Readonly<Record<string, string>> = {},
  more: Partial<ServedSkill> = {},
): ServedSkill {
  return {
    path: name,
    files: {
      'SKILL.md': skillMd(name, `About ${name}`),
      'references/guide.md': `# Guide to ${name}\n`,
      ...files,
    },
    ...more,
  };
}
