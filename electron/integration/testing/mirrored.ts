import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { root } from '../../../build/product.ts';
import { startCli, type BuiltCli } from './cli.ts';
import { approved, configured } from './gateway.ts';
import { makePlace, type Place } from './place.ts';
import {
  rawHostOf,
  rawHostOver,
  type Answered,
  type Era,
  type Json,
  type RawHost,
} from './raw-host.ts';
import { HttpWire, SseWire } from './remote-wire.ts';

/** How the mirror server is reached, in which era, and whether it asks for roots before it lists. */
export interface MirrorKind {
  readonly wire: 'stdio' | 'http' | 'sse';
  readonly era: Era;
  readonly manner: 'at-once' | 'roots-first';
}

export const mirrorKinds: readonly MirrorKind[] = [
  { wire: 'stdio', era: 'legacy', manner: 'at-once' },
  { wire: 'stdio', era: 'legacy', manner: 'roots-first' },
  { wire: 'stdio', era: 'modern', manner: 'at-once' },
  { wire: 'http', era: 'legacy', manner: 'at-once' },
  { wire: 'http', era: 'modern', manner: 'at-once' },
  { wire: 'sse', era: 'legacy', manner: 'at-once' },
];

/** What an app gives every server it starts. */
export const givenEnvironment = {
  ACME_TOKEN: 'the-token-of-acme',
  LANG: 'de_DE.UTF-8',
  HTTPS_PROXY: 'http://proxy.example:3128',
  EMPTY: '',
  'BASH_FUNC_f%%': '() { echo run; }',
};

/** One app with the same server twice: direct, and through the gateway. */
export interface MirroredPair {
  readonly direct: RawHost;
  readonly through: RawHost;
  close(): Promise<void>;
}

/** The app's side: what it answers a server that asks. */
const answerer = (method: string, params: Json): Json =>
  method === 'roots/list'
    ? { roots: [{ uri: 'file:///work', name: 'work' }] }
    : method === 'sampling/createMessage'
      ? { role: 'assistant', model: 'm', content: { type: 'text', text: JSON.stringify(params) } }
      : { action: 'accept', content: { color: JSON.stringify(params) } };

/** Starts the mirror server for both; only `skill://good/SKILL.md` is approved. */
export async function startMirrored(
  cli: BuiltCli,
  { wire, era, manner }: MirrorKind,
): Promise<MirroredPair> {
  const place = makePlace();
  const script = `${root}electron/integration/testing/mirror-server.mjs`;
  const args = [script, wire, era, manner];
  const own = { OWN: 'of the entry' };
  const server = wire === 'stdio' ? null : await startRemote(args);
  const entry =
    server === null
      ? { command: process.execPath, args, env: own }
      : { type: wire, url: `${server.url}?through` };
  await configured(cli, place, 'mirror', entry);
  const ran = await approved(cli, place, 'mirror', 'skill://good/SKILL.md');
  if (ran.code !== 0) throw new Error(ran.stderr);
  const given = server === null ? givenEnvironment : {};
  const gateway = startCli(cli, place, ['gateway', '--server', 'mirror'], given, 'pipe', 'pipe');
  const direct =
    server === null
      ? await rawHostOf(startDirect(place, args, own), era, answerer)
      : await rawHostOver(
          wire === 'sse' ? new SseWire(server.url) : new HttpWire(server.url),
          era,
          answerer,
        );
  const through = await rawHostOf(gateway, era, answerer);
  return {
    direct,
    through,
    close: async () => {
      await Promise.all([direct.close(), through.close()]);
      server?.child.kill();
      place.remove();
    },
  };
}

const startDirect = (place: Place, args: readonly string[], own: Json): ChildProcess =>
  spawn(process.execPath, args, {
    cwd: place.root,
    stdio: 'pipe',
    env: {
      ...{ PATH: process.env['PATH'], HOME: place.home, USERPROFILE: place.home },
      ...givenEnvironment,
      ...own,
    },
  });

async function startRemote(
  args: readonly string[],
): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { child, url };
}

/** Answered in a way that only a gateway has: decisions hold from the next request on. */
const unkept: ReadonlySet<string> = new Set(['ttlMs', 'cacheScope']);

/** An answer as it's compared: without its id, and how long it may be kept. */
export const comparable = (answer: unknown): Answered =>
  JSON.parse(
    JSON.stringify(answer ?? null, (key, value: unknown) =>
      key === 'id' ? 0 : unkept.has(key) ? undefined : value,
    ),
  ) as Answered;
