import { existsSync, readFileSync } from 'node:fs';
import type { Rule, Script } from '../../../e2e/servers/scripted.ts';
import { skillMd, type ServedSkill } from '../../../e2e/servers/support/served-skill.ts';
import { bundled } from '../../mcp/testing/servers.ts';
import { makePlace, type Place } from './place.ts';
import type { BuiltCli } from './cli.ts';
import { approved, configured } from './gateway.ts';
import { rawHost, rawHostOfProcess, type Era, type Json, type RawHost } from './raw-host.ts';

/** Appears in every unapproved byte, and must never reach the app. */
export const canary = 'canary-b1a7c0';

export const good = 'skill://good/SKILL.md';
export const secret = 'skill://secret/SKILL.md';

/** Approved in every scene. */
export const goodSkill: ServedSkill = {
  path: 'good',
  files: {
    'SKILL.md': skillMd('good', 'About what is good', '# Good\n'),
    'references/guide.md': '# A guide to what is good\n',
  },
  extraFiles: { 'extra.md': `${canary} beside the manifest` },
};

/** Approved in none. */
export const secretSkill: ServedSkill = {
  path: 'secret',
  files: {
    'SKILL.md': skillMd('secret', canary, `# ${canary}\n`),
    'references/guide.md': `# ${canary} guide\n`,
  },
};

/** Answered by `skills/get` and read, but not listed. */
export const unlistedSkill: ServedSkill = {
  path: 'unlisted',
  unlisted: true,
  files: { 'SKILL.md': skillMd('unlisted', canary, `# ${canary}\n`) },
};

const capabilities = {
  tools: {},
  prompts: {},
  resources: { subscribe: true, listChanged: true },
  completions: {},
  logging: {},
  extensions: { 'io.modelcontextprotocol/skills': { directoryRead: true } },
};

export interface HostileScene {
  readonly place: Place;
  readonly host: RawHost;
  /** What is served from now on, in addition to or instead of every scene's skills. */
  play(script: Partial<Script>): void;
  rules(...rules: readonly Rule[]): void;
  /** Messages the server has received since the last look, without listings of skills. */
  got(): readonly (Json & { readonly method?: string })[];
  /** Starts one more app with the same server. */
  another(): Promise<RawHost>;
  audit(): readonly Json[];
  close(): Promise<void>;
}

interface Pair {
  readonly host: Era;
  readonly server: Era;
  /** The server doesn't end when its input does. */
  readonly stays?: boolean;
  /** The gateway is the built command, as an app starts it. */
  readonly ownProcess?: true;
}

/**
 * A server behind a gateway that does what a test says. One skill, and `more`, are approved before
 * a test begins.
 */
export async function hostileScene(
  cli: BuiltCli,
  { host: hostEra, server: serverEra, stays = false, ownProcess }: Pair,
  first: Partial<Script> = {},
  more: readonly string[] = [],
  /** The gateway's own environment, in addition to every command's. */
  env: (place: Place) => Readonly<Record<string, string>> = () => ({}),
): Promise<HostileScene> {
  const place = makePlace();
  const heard = place.path('heard.jsonl');
  let playing: Script = {
    capabilities,
    skills: [goodSkill, secretSkill, unlistedSkill],
    ...first,
  };
  const play = (script: Partial<Script>): void => {
    playing = { ...playing, ...script };
    place.replace('script.json', playing);
  };
  play({});
  const args = [bundled('scripted'), '--script', place.path('script.json'), '--heard', heard];
  await configured(cli, place, 'acme', {
    command: process.execPath,
    args: [...args, '--era', serverEra, ...(stays ? ['--stays', 'yes'] : [])],
  });
  await Promise.all(
    [good, ...more].map(async (uri) => {
      const { code, stderr } = await approved(cli, place, 'acme', uri);
      if (code !== 0) throw new Error(`approve: ${stderr}`);
    }),
  );
  const its = env(place);
  const start = (): Promise<RawHost> =>
    (ownProcess ? rawHostOfProcess : rawHost)(cli, place, 'acme', hostEra, its);
  const host = await start();
  const hosts = [host];
  // Every skill is known before a test begins.
  await host.ask('skills/list');
  let seen = 0;
  const got: HostileScene['got'] = () => {
    const lines = existsSync(heard) ? readFileSync(heard, 'utf8').split('\n').slice(0, -1) : [];
    const fresh = lines.slice(seen).map((line) => JSON.parse(line) as Json & { method?: string });
    seen = lines.length;
    return fresh.filter(({ method, params }) => !isOwn(method, params as Json | undefined));
  };
  got();
  return {
    place,
    host,
    play,
    rules: (...rules) => play({ rules }),
    got,
    async another() {
      const one = await start();
      hosts.push(one);
      return one;
    },
    audit: () =>
      place
        .text('data/audit.jsonl')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Json),
    async close() {
      await Promise.all(hosts.map((one) => one.close()));
      place.remove();
    },
  };
}

/** Apps and servers of the same era. */
export const eras = [
  { host: 'modern', server: 'modern' },
  { host: 'legacy', server: 'legacy' },
] as const;

/** And across eras. */
export const everyPair = [
  ...eras,
  { host: 'modern', server: 'legacy' },
  { host: 'legacy', server: 'modern' },
] as const;

/**
 * The gateway's own requests, at any time after it has connected: a listing, but no page of one,
 * and to be notified of changed lists and approved skills. They include nothing withheld from an
 * app.
 */
function isOwn(method: string | undefined, params: Json | undefined): boolean {
  if (method === 'skills/list') return params?.['cursor'] === undefined;
  if (method === 'resources/subscribe') return params?.['uri'] === good;
  const wanted = Object.values((params?.['notifications'] ?? {}) as Json).flat();
  return (
    method === 'subscriptions/listen' && wanted.every((value) => value === true || value === good)
  );
}
