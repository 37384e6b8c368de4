import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtCli, type BuiltCli } from '../testing/cli.ts';
import {
  comparable,
  givenEnvironment,
  mirrorKinds,
  startMirrored,
  type MirroredPair,
  type MirrorKind,
} from '../testing/mirrored.ts';
import type { Json, RawHost } from '../testing/raw-host.ts';
import { until } from '../testing/until.ts';
import { comparedAnswer, runSequence } from './request-sequence.ts';
import { seed } from './spellings.ts';

/**
 * One server for the same app twice: directly, and through the gateway. Whatever an app can observe
 * must be the same.
 */
let cli: BuiltCli;
beforeAll(async () => {
  cli = await builtCli();
}, 120_000);

const call =
  (name: string, more: Json = {}) =>
  (host: RawHost): Promise<unknown> =>
    host.ask('tools/call', { name, ...more });
const ask =
  (method: string, params: Json = {}) =>
  (host: RawHost): Promise<unknown> =>
    host.ask(method, params);
/** The answer, and what was heard until it came. */
const heardWith =
  (run: (host: RawHost) => Promise<unknown>, count: number) =>
  async (host: RawHost): Promise<unknown> => {
    const before = host.heard.length;
    const answer = await run(host);
    await until(`${count} messages`, () => (host.heard.length >= before + count ? true : null));
    const heard = host.heard.slice(before).map(({ method, params }) => ({ method, params }));
    return [heard, answer];
  };

/** What the server has counted of this app's messages. */
async function countsOf(
  host: RawHost,
): Promise<{ readonly cancelled: number; readonly running: number }> {
  const { result } = await host.ask('tools/call', { name: 'counts' });
  const [{ text }] = (result as unknown as { content: [{ text: string }] }).content;
  return JSON.parse(text) as { cancelled: number; running: number };
}

const cases: Readonly<Record<string, (host: RawHost) => Promise<unknown>>> = {
  folder: call('folder'),
  roots: call('roots'),
  'instructions, capabilities and names': async (host) => {
    const { result } = JSON.parse(host.raw().split('\n', 1)[0] ?? '') as { result: Json };
    const { tools, prompts, logging, completions } = result['capabilities'] as Json;
    // The gateway speaks more revisions than the server, and says who answers in `_meta`, too.
    const { supportedVersions: _, _meta, ...others } = result;
    return { ...others, capabilities: { tools, prompts, logging, completions } };
  },
  'what comes first': async (host) => {
    const [first, second] = host
      .raw()
      .split('\n')
      .slice(0, 2)
      .map((line) => JSON.parse(line) as Json);
    return [Object.keys(first ?? {}), second?.['method']];
  },
  'tools, first page': ask('tools/list'),
  'an unknown cursor': ask('tools/list', { cursor: 'more' }),
  'tools, second page': ask('tools/list', { cursor: 'after 3' }),
  prompts: ask('prompts/list'),
  'a prompt': ask('prompts/get', { name: 'greet', arguments: { who: 'Ada' } }),
  resources: ask('resources/list'),
  templates: ask('resources/templates/list'),
  'a resource': ask('resources/read', { uri: 'file:///notes.txt' }),
  'a resource that isn’t there': ask('resources/read', { uri: 'file:///none.txt' }),
  completion: ask('completion/complete', {
    ref: { type: 'ref/prompt', name: 'greet' },
    argument: { name: 'who', value: 'A' },
  }),
  'the level of log messages': ask('logging/setLevel', { level: 'debug' }),
  'a subscription': ask('resources/subscribe', { uri: 'file:///notes.txt' }),
  'a subscription that the server refuses': ask('resources/subscribe', { uri: 'docs://none' }),
  'a change right after its subscription': heardWith(async (host) => {
    await host.ask('resources/subscribe', { uri: 'docs://a' });
    return call('touch', { arguments: { uri: 'docs://a' } })(host);
  }, 1),
  'an unknown method': ask('acme/unknown'),
  'an unknown tool': call('nothing'),
  'structured content': call('structured'),
  'a tool that fails': call('fails'),
  'an error with data': call('refuses'),
  'an answer of 2 MiB': call('large', { arguments: { size: 1_048_576 } }),
  progress: heardWith(call('progress', { _meta: { progressToken: 'p-1' } }), 3),
  'log messages, in order': heardWith(call('log'), 20),
  sampling: heardWith(call('sampling'), 1),
  elicitation: heardWith(call('elicitation'), 1),
  cancel: async (host) => {
    const before = (await countsOf(host)).cancelled;
    const { id } = host.put('tools/call', { name: 'hangs' });
    // Over HTTP, what is canceled too early was never sent.
    await until('the call to arrive', async () => (await countsOf(host)).running > 0);
    host.say('notifications/cancelled', { requestId: id, reason: 'enough' });
    return until('the cancellation', async () => {
      const { cancelled, running } = await countsOf(host);
      return cancelled === before + 1 && running === 0 ? 'canceled' : null;
    });
  },
};

/** What only the older era has, or does in another way. */
const legacyOnly: ReadonlySet<string> = new Set([
  ...['roots', 'what comes first', 'the level of log messages', 'a subscription'],
  ...['a subscription that the server refuses', 'a change right after its subscription'],
  ...['log messages, in order', 'sampling', 'elicitation'],
]);
const modernOnly: typeof cases = {
  'log messages of a request, in order': heardWith(
    call('log', { _meta: { 'io.modelcontextprotocol/logLevel': 'debug' } }),
    20,
  ),
  'a question': call('asks'),
  'its answer': async (host) => {
    const { result } = await host.ask('tools/call', { name: 'asks' });
    return host.ask('tools/call', {
      name: 'asks',
      requestState: result?.['requestState'],
      inputResponses: { color: { action: 'accept', content: { color: 'red' } } },
    });
  },
};
/** What only a server that the app starts has. */
const startedOnly: ReadonlySet<string> = new Set(['folder']);
const casesOf = ({ wire, era }: MirrorKind): typeof cases => {
  const all =
    era === 'modern'
      ? {
          ...Object.fromEntries(Object.entries(cases).filter(([name]) => !legacyOnly.has(name))),
          ...modernOnly,
        }
      : cases;
  return wire === 'stdio'
    ? all
    : Object.fromEntries(Object.entries(all).filter(([name]) => !startedOnly.has(name)));
};

/** Steps of a generated sequence; `npm run soak` takes more. */
const steps = Number(process.env['GATEWAY_STEPS'] ?? 40);
const sameSize = (one: object, other: object): boolean =>
  JSON.stringify(one).length === JSON.stringify(other).length;

describe.each(mirrorKinds)('a server over $wire, $era, that lists $manner', (kind) => {
  let pair: MirroredPair;
  beforeAll(async () => {
    pair = await startMirrored(cli, kind);
  });
  afterAll(() => pair.close());

  it.each(Object.keys(casesOf(kind)))('gives a protected app the same: %s', async (name) => {
    const run = casesOf(kind)[name];
    expect(comparable(await run?.(pair.through))).toEqual(comparable(await run?.(pair.direct)));
  });

  it(`answers a generated sequence alike (seed ${seed})`, async () => {
    const options = { seed, steps };
    const direct = await runSequence(pair.direct, kind.era, options);
    const through = await runSequence(pair.through, kind.era, options);
    const compared = ({ answers }: typeof direct): readonly unknown[] =>
      answers.map((answer) => comparedAnswer(answer, kind.era));
    expect(compared(through)).toEqual(compared(direct));
    expect(pair.through.raw()).not.toMatch(/How to be secret|skill:\/\/secret.*"result"/);
    const isHeard = (): boolean => sameSize(direct.heard(), through.heard());
    await until('everything to be heard', isHeard, 5_000).catch(() => {});
    expect(through.heard()).toEqual(direct.heard());
  });

  it.runIf(kind.wire === 'stdio')(
    'has the environment of its app, without Skillgate’s own variables and functions',
    async () => {
      const [direct, through] = await Promise.all(
        [pair.direct, pair.through].map(async (host) => {
          const { result } = await host.ask('tools/call', { name: 'environment' });
          const [{ text }] = (result as unknown as { content: [{ text: string }] }).content;
          return JSON.parse(text) as Record<string, string>;
        }),
      );
      const { 'BASH_FUNC_f%%': own, ...rest } = direct ?? {};
      expect(own).toBeDefined();
      expect(rest).toMatchObject({
        ACME_TOKEN: givenEnvironment.ACME_TOKEN,
        EMPTY: '',
        OWN: 'of the entry',
      });
      expect(through).toEqual(rest);
    },
  );
});
