import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { builtCli, type BuiltCli } from '../testing/cli.ts';
import {
  canary,
  everyPair,
  good,
  goodSkill,
  hostileScene,
  secret,
  secretSkill,
  type HostileScene,
} from '../testing/hostile-scene.ts';
import type { Json } from '../testing/raw-host.ts';

let cli: BuiltCli;
beforeAll(async () => {
  cli = await builtCli();
});

const stolen = String(secretSkill.files['SKILL.md']);
const stolenBlob = Buffer.from(stolen).toString('base64');
const own = String(goodSkill.files['SKILL.md']);
const innocent = 'docs://handbook';

const embedded = (uri: string, more: Json): Json => ({
  type: 'resource',
  resource: { uri, ...more },
});
const link = (uri: string, more: Json = {}): Json => ({
  type: 'resource_link',
  uri,
  name: canary,
  description: canary,
  ...more,
});

/** Content that may appear in a server's answers and must be removed. */
const withheld: readonly (readonly [what: string, block: Json])[] = [
  ['a link to it', link(secret)],
  ['a link to a file of it', link('skill://secret/references/guide.md')],
  ['a link that spells it otherwise', link('SKILL://s%2565cret/./SKILL.md')],
  ['a link to a skill that nothing lists', link('skill://unlisted/SKILL.md')],
  ['a link to the index of skills', link('skill://index.json')],
  ['a link to a file beside a manifest', link('skill://good/extra.md')],
  ['its text', embedded(secret, { text: stolen })],
  ['its bytes', embedded(secret, { blob: stolenBlob })],
  ['its text under another address', embedded(innocent, { text: stolen })],
  ['its bytes under another address', embedded(innocent, { blob: stolenBlob })],
  ['another text under an approved address', embedded(good, { text: canary })],
  ['other bytes under an approved address', embedded(good, { blob: stolenBlob })],
  ['its text with another end', embedded(innocent, { text: `\uFEFF${stolen.trimEnd()}\r\n` })],
  ['a block of an unknown type', { type: 'embedded', uri: secret, text: stolen }],
];
/** In no shape that clients know, so its content type is unknown. */
const shapeless: (typeof withheld)[number] = [
  'a block without a type',
  { resource: { uri: secret, text: stolen } },
];

const notice = /Skillgate withheld a skill that wasn’t approved/;
const eitherNotice =
  /Skillgate withheld (?:a skill that wasn’t approved|content of an unknown type)/g;
const before = { type: 'text', text: 'before' };
const kept = embedded(good, { mimeType: 'text/markdown', text: own });

describe.each(everyPair)("in a $server server's messages to a $host app", (pair) => {
  let scene: HostileScene;
  beforeAll(async () => {
    scene = await hostileScene(cli, pair);
  });
  afterAll(() => scene.close());
  afterEach(() => {
    expect(scene.host.raw()).not.toContain(canary);
    expect(scene.host.raw()).not.toContain(stolenBlob);
  });

  it('approved content passes with the approved metadata only', async () => {
    const lies = { title: canary, _meta: { note: canary }, annotations: { lastModified: canary } };
    const described = { ...embedded(good, { ...lies, mimeType: canary, text: own }), ...lies };
    const content = [before, described, link(good, { ...lies, mimeType: canary, size: 1 })];
    scene.rules({ method: 'tools/call', results: [{ content }] });
    const { result } = await scene.host.ask('tools/call', { name: 'any' });
    expect(result?.['content']).toEqual([
      before,
      kept,
      {
        type: 'resource_link',
        uri: good,
        name: 'good',
        description: 'About what is good',
        mimeType: 'text/markdown',
        size: Buffer.byteLength(own),
      },
    ]);
  });

  it.each(withheld)('%s becomes a notice in the result of a tool', async (_, block) => {
    scene.rules({ method: 'tools/call', results: [{ content: [before, block, kept] }] });
    const { result } = await scene.host.ask('tools/call', { name: 'any' });
    expect(result?.['content']).toEqual([
      before,
      { type: 'text', text: expect.stringMatching(notice) as never },
      kept,
    ]);
  });

  it.each([...withheld, shapeless])(
    '%s becomes a notice at any depth of a result',
    async (_, block) => {
      scene.rules({
        method: 'tools/call',
        results: [
          {
            content: [{ type: 'tool_result', toolUseId: 'x', content: [block] }],
            structuredContent: { of: [{ what: { is: block } }] },
          },
        ],
      });
      const { result } = await scene.host.ask('tools/call', { name: 'any' });
      expect(JSON.stringify(result).match(eitherNotice)).toHaveLength(2);
    },
  );

  it.each(withheld)('%s becomes a notice in the message of a prompt', async (_, block) => {
    const messages = [
      { role: 'user', content: block },
      { role: 'assistant', content: before },
    ];
    scene.rules({ method: 'prompts/get', results: [{ messages }] });
    const { result } = await scene.host.ask('prompts/get', { name: 'any' });
    expect(result?.['messages']).toEqual([
      { role: 'user', content: { type: 'text', text: expect.stringMatching(notice) as never } },
      messages[1],
    ]);
  });

  it.each(withheld)('%s becomes a notice in a sampling request', async (_, block) => {
    const method = 'sampling/createMessage';
    const messages = [{ role: 'user', content: block }];
    const params = { messages, maxTokens: 10, systemPrompt: 'Be kind.' };
    const inputRequests = { it: { method, params } };
    const done = { content: [before] };
    scene.rules(
      pair.server === 'modern'
        ? {
            method: 'tools/call',
            results: [{ resultType: 'input_required', inputRequests, requestState: 's' }, done],
          }
        : {
            method: 'tools/call',
            before: [{ jsonrpc: '2.0', id: 'question', method, params }],
            awaits: 'question',
            results: [done],
          },
    );
    const mark = scene.host.heard.length;
    let { result } = await scene.host.ask('tools/call', { name: 'any' });
    let [asked]: unknown[] = scene.host.heard.slice(mark).filter((one) => one.method === method);
    if (pair.host === 'modern') {
      expect(result).toMatchObject({ resultType: 'input_required' });
      const { inputRequests: questions, requestState } = result ?? {};
      asked = questions;
      const inputResponses = Object.fromEntries(
        Object.keys(questions as Json).map((key) => [key, { role: 'assistant', content: before }]),
      );
      ({ result } = await scene.host.ask('tools/call', {
        name: 'any',
        inputResponses,
        requestState,
      }));
    }
    expect(JSON.stringify(asked)).toMatch(notice);
    expect(JSON.stringify(asked)).toContain('Be kind.');
    expect(result).toMatchObject(done);
  });

  it('a skill in a read of another resource is withheld, too', async () => {
    for (const contents of [
      [{ uri: secret, text: stolen }],
      [{ uri: innocent, text: stolen }],
      [{ uri: innocent, blob: stolenBlob }],
      [{ uri: good, text: `${own}${canary}` }],
    ]) {
      scene.rules({ method: 'resources/read', results: [{ contents }] });
      const { result } = await scene.host.ask('resources/read', { uri: innocent });
      const [one] = (result?.['contents'] ?? []) as Json[];
      // A client that checks results accepts only contents with an address.
      expect(one).toMatchObject({ uri: innocent, text: expect.stringMatching(notice) as never });
    }
  });

  it("contents of an approved address in another resource's read aren't accepted", async () => {
    scene.rules({
      method: 'resources/read',
      when: { uri: good },
      results: [{ contents: [{ uri: secret, text: stolen }] }],
    });
    const answered = await scene.host.ask('resources/read', { uri: good });
    expect(answered.error).toBeDefined();
  });

  it('change notices for withheld items are dropped, others pass', async () => {
    const mark = scene.host.heard.length;
    const updated = (uri: string): Json => ({
      jsonrpc: '2.0',
      method: 'notifications/resources/updated',
      params: { uri, title: canary },
    });
    scene.rules({
      method: 'tools/call',
      before: [
        updated(secret),
        updated('skill://s%65cret/SKILL.md'),
        updated('skill://unlisted/SKILL.md'),
        { jsonrpc: '2.0', method: 'notifications/skills/changed', params: { uri: canary } },
        { jsonrpc: '2.0', id: 'q', method: 'skills/push', params: { text: canary } },
      ],
      results: [{ content: [before] }],
    });
    await scene.host.ask('tools/call', { name: 'any' });
    const heard = scene.host.heard.slice(mark).map(({ method }) => method);
    expect(heard.filter((method) => !method.endsWith('list_changed'))).toEqual([]);
  });

  it('logs a line for each removal', async () => {
    await expect
      .poll(() => scene.audit().filter(({ action }) => action === 'withheld').length)
      .toBeGreaterThan(3);
  });
});
