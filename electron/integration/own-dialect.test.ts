import { afterEach, beforeEach, expect, it } from 'vitest';
import { defaults, found, recognised } from '../core/dialects/defaults.ts';
import type { SkillDialect } from '../core/dialects/dialect.ts';
import { registryOf } from '../core/dialects/dialects.ts';
import { foreignEntry } from '../core/dialects/forms/foreign-entry.ts';
import { wholeListing } from '../core/dialects/forms/index-document.ts';
import { request } from '../core/dialects/plan.ts';
import { dialects } from '../core/dialects/registry.ts';
import { listedFiles } from '../core/stated-paths.ts';
import { pinOf } from '../core/decisions/identity.ts';
import { metadataDigestOf } from '../core/decisions/display.ts';
import { setDigestOf } from '../core/skill-state/standing.ts';
import { isRecord, own } from '../core/json.ts';
import { openApprovals } from '../storage/approvals/approvals.ts';
import { openAuditLog } from '../storage/audit/read.ts';
import { sessionCredentials } from '../storage/credentials/grants.ts';
import { openHostFiles } from '../storage/hosts/host-files.ts';
import { openHostLedger } from '../storage/hosts/host-ledger.ts';
import { openKeys } from '../storage/keys.ts';
import { openWaiting } from '../storage/host-requests.ts';
import { openSettings } from '../storage/settings.ts';
import { openSnapshots } from '../storage/snapshots.ts';
import { sessionServers } from '../storage/servers.ts';
import { createApplication, type EngineApplication } from '../engine/application.ts';
import { decideSkills } from '../engine/deciding/decide.ts';
import { load } from '../engine/load.ts';
import type { ServerSession } from '../engine/ports/session.ts';
import { readAll } from '../engine/reading/read-all.ts';
import { readFile } from '../engine/reading/read-file.ts';
import { bringUp } from '../engine/servers/roster.ts';
import { serverView } from '../engine/catalogue/views.ts';
import type { DialectId } from '../../shared/model/skill.ts';
import { ok } from '../../shared/result.ts';
import { makePlace, type Place } from './testing/place.ts';
import { silentLog } from '../engine/testing/silent-log.ts';

/** A dialect that Skillgate doesn't know: skills are cards, requested by number. */
const id = 'cards' as DialectId;
const uriOf = (card: unknown): string => `cards://deck/${String(card)}/SKILL.md`;
const cards: SkillDialect = {
  ...defaults,
  id,
  label: 'Cards',
  recognise: ({ capabilities }) =>
    recognised(isRecord(own(capabilities, 'cards')) ? 'declaration' : 'question'),
  *list({ server }) {
    const answer = yield* request('cards/all', {});
    const all = answer.ok && isRecord(answer.value) ? own(answer.value, 'cards') : undefined;
    return wholeListing(Array.isArray(all) ? all : [], { server, dialect: id }, (card) =>
      ok(foreignEntry({ server, uri: uriOf(card), name: String(card), dialect: id, raw: card })),
    );
  },
  *files(entry) {
    yield* request('cards/count', { card: entry.name });
    return found([{ path: 'back.md', uri: entry.uri.replace('SKILL.md', 'back.md') }]);
  },
  *read(fileUri, entry) {
    const side = fileUri === entry.uri ? 'front' : 'back';
    const answer = yield* request('cards/turn', { card: entry.name, side });
    if (!answer.ok) return answer;
    const text = isRecord(answer.value) ? own(answer.value, 'text') : undefined;
    return { ok: true, value: { contents: [{ uri: fileUri, text }] }, named: 'exactly' };
  },
};

const front = '---\nname: ace\ndescription: The first card\n---\n\nLook at [the back](back.md).\n';

let place: Place;
let app: EngineApplication;
let asked: string[];
let back: string;
let declared: Readonly<Record<string, unknown>>;

const session: ServerSession = {
  protocolVersion: '2026-07-28',
  serverName: 'deck',
  serverVersion: '1',
  instructions: '',
  get capabilities() {
    return declared;
  },
  async call(method, params) {
    asked.push([method, ...Object.values(params)].map(String).join(' '));
    if (method === 'cards/all') return ok({ cards: ['ace'] });
    if (method === 'cards/count') return ok({});
    if (method === 'cards/turn') return ok({ text: params['side'] === 'front' ? front : back });
    const error = { reason: 'error-response', code: -32601, message: 'Method not found' } as const;
    return { ok: false, error };
  },
  relay: null,
  hello: {},
  onNotification: () => {},
  onClosed: () => {},
  close: async () => {},
};

beforeEach(async () => {
  place = makePlace();
  asked = [];
  declared = { cards: {} };
  back = 'An ace has no back.';
  const config = ok({ type: 'http', url: 'https://deck.example/mcp', headers: {} } as const);
  let ids = 0;
  app = await createApplication(
    {
      dialects: registryOf([...dialects.all, cards]),
      inspector: null,
      memory: null,
      answers: {
        problem: null,
        find: () => [],
        others: () => [],
        take: async () => ok({ left: [] }),
        onChange: () => () => {},
        put: async () => ok(undefined),
        remove: async () => ok(undefined),
      },
      connector: { connect: async () => ok(session), stderr: () => [] },
      publish: () => {},
      observed: () => false,
      clock: { now: () => Date.now(), after: () => () => {} },
      ids: { next: () => `id-${(ids += 1)}` },
      actor: { kind: 'user', name: 'tester' },
      log: silentLog(),
      startPlaces: {
        programOf: async () => null,
        relativeIn: () => null,
        loginShell: async () => ({ shell: null, folders: [], leftOut: [], problem: 'off' }),
      },
      servers: sessionServers(place.path('list'), [
        { label: 'deck', enabled: true, source: 'session', config },
      ]),
      folders: null,
      consents: {
        state: async () => 'allowed',
        allow: async () => ok(undefined),
        forget: async () => ok(undefined),
      },
      approvals: await openApprovals({
        folder: place.data,
        now: Date.now,
        actor: 'tester',
        generator: { name: 'test', version: '1' },
      }),
      audit: openAuditLog(place.path('data/audit.jsonl')),
      policy: { current: { status: 'none' }, onChange: () => () => {} },
      keys: openKeys(place.data, Date.now),
      snapshots: openSnapshots(place.data),
      settingsStore: openSettings(place.data),
      localSkills: { list: async () => [] },
      imports: { find: async () => [], open: async () => Promise.reject(new Error('none')) },
      waiting: openWaiting(place.data),
      secrets: {} as never,
      credentials: sessionCredentials(),
      signIn: {} as never,
      hostFiles: openHostFiles({ platform: 'linux', home: place.home, env: {} }, place.data),
      hostLedger: openHostLedger(place.data),
      folderRules: null,
      ruleStore: { about: 'servers', list: async () => ok([]) } as never,
      launcher: { ok: false, error: 'not installed' },
      trial: async () => ({ outcome: 'failed', reason: 'no server is tried here' }),
    },
    { autoRetry: false, allowedByList: new Set(), sessionConfig: null },
  );
});

afterEach(async () => {
  await app.shutDown();
  place.remove();
});

it('lists, reads and decides with an externally registered dialect', async () => {
  const uri = uriOf('ace');
  const deck = app.catalogue.servers.get('deck');
  if (deck === undefined) throw new Error('the server is not there');
  const skill = () => {
    const at = app.catalogue.at({ server: deck, uri });
    if (at === null) throw new Error('the skill is not held');
    return at;
  };
  await bringUp(app, deck);

  expect(serverView(app, deck)).toMatchObject({ dialects: ['cards'], listing: { skills: 1 } });
  expect(skill().entry).toMatchObject({ name: 'ace', dialect: 'cards', integrity: 'none' });
  expect(asked).toEqual(['cards/all']);

  const one = await readFile(app, skill(), uri, { keep: true });
  expect(Buffer.from(one.bytes ?? []).toString()).toBe(front);
  expect(one.verdict).toMatchObject({ status: 'unverifiable' });

  const whole = await readAll(app, skill(), {}, { report: () => {} });
  expect(whole).toMatchObject({ complete: true });
  expect(asked).toContain('cards/count ace');
  expect(listedFiles(skill().entry)).toMatchObject([{ path: 'SKILL.md' }, { path: 'back.md' }]);

  const item = {
    server: 'deck',
    uri,
    identity: pinOf(skill().server.identity),
    setDigest: setDigestOf(skill().entry),
    metadataDigest: metadataDigestOf(skill().entry),
    replaces: null,
    grants: [],
  };
  const approve = { action: 'approve', note: '', expiresAt: null } as const;
  expect(await decideSkills(app, [item], approve)).toMatchObject([{ outcome: 'done' }]);
  expect(skill().standing.kind).toBe('approved');
  expect(await load(app, skill())).toMatchObject({ kind: 'loaded' });

  back = 'An ace has another back now.';
  await readFile(app, skill(), uriOf('ace').replace('SKILL.md', 'back.md'), { keep: true });
  expect(skill().standing.kind).toBe('changed');
  expect(asked.some((line) => line.startsWith('resources/'))).toBe(false);
});

it('finds what a server lists in one document without declaring it, with one question more', async () => {
  declared = {};
  const deck = app.catalogue.servers.get('deck');
  if (deck === undefined) throw new Error('the server is not there');
  await bringUp(app, deck);
  expect(serverView(app, deck)).toMatchObject({ dialects: ['cards'], listing: { skills: 1 } });
  expect(asked.filter((line) => line === 'cards/all')).toHaveLength(2);
});
