import { describe, expect, it } from 'vitest';
import { forgedCli } from './testing/forged-cli.ts';
import { json, olderHello } from './testing/forged.ts';

const { open, run, store } = forgedCli();

type Shape =
  'a foreign id' | 'an empty list' | 'HTTP 202 without a body' | 'no JSON-RPC' | 'no JSON';
const bodies: Readonly<Record<Exclude<Shape, 'HTTP 202 without a body'>, string>> = {
  'a foreign id': '{"jsonrpc":"2.0","id":"not yours","result":{}}',
  'an empty list': '[]',
  'no JSON-RPC': '{"hello":"\\u001b[2Jworld"}',
  'no JSON': '{"jsonrpc":"2.0",',
};

/** Answers in this shape from `from` on. */
const answering = (shape: Shape, from: 'initialize' | 'skills/list'): Promise<string> =>
  open(({ id, method }, _, response) => {
    if (id === undefined) return null;
    if (method === 'server/discover') return { error: { code: -32_601, message: 'no' } };
    if (method === 'initialize' && from !== 'initialize') return { result: olderHello };
    if (shape === 'HTTP 202 without a body') return null;
    response.writeHead(200, json).end(bodies[shape]);
    return undefined;
  });

const commands = [
  ['list'],
  ['verify'],
  ['check', '--server', 's', '--uri', 'skill://a/SKILL.md'],
] as const;

const shapes: readonly (readonly [Shape, RegExp])[] = [
  ['a foreign id', /answers? .*another request.*not yours/s],
  ['an empty list', /no JSON-RPC message.*\[\]/s],
  ['HTTP 202 without a body', /HTTP 202/],
  ['no JSON-RPC', /no JSON-RPC message.*hello/s],
  ['no JSON', /not JSON/],
];

describe.each(shapes)('a server over HTTP that answers with %s', (shape, said) => {
  it.each(['initialize', 'skills/list'] as const)(
    'from %s on is named by every command, which never ends in silence',
    async (from) => {
      store({ s: { type: 'http', url: await answering(shape, from), startTimeout: 12 } });
      // One request is waited for as long as a slow server may need: once is enough of that.
      const asked = from !== 'initialize' && shape.startsWith('HTTP 202') ? 1 : commands.length;
      await Promise.all(
        commands.slice(0, asked).map(async (words) => {
          const { code, stdout, stderr } = await run(words);
          expect(`${stdout}${stderr}`, words[0]).toMatch(said);
          // The words of a library are none for a person.
          expect(`${stdout}${stderr}`).not.toMatch(/invalid_union|"path"|Unexpected/);
          expect(code).toBe(words[0] === 'check' ? 2 : 1);
        }),
      );
    },
    120_000,
  );
});

describe('a command whose process ends before it has answered', () => {
  // As a timer that holds nothing would make it.
  const NODE_OPTIONS =
    '--import "data:text/javascript,const%20set=globalThis.setTimeout;globalThis.setTimeout=(...a)=>{const%20t=set(...a);t.ref=()=>t;return%20t.unref()}"';

  it('says so, and with --json in the one document', async () => {
    const url = await answering('HTTP 202 without a body', 'skills/list');
    store({ s: { type: 'http', url } });
    const plain = await run(['list'], { NODE_OPTIONS });
    expect(plain).toMatchObject({ code: 2, stdout: '' });
    expect(plain.stderr).toContain('skillgate: ended before it was done');
    const json = await run(['list', '--json'], { NODE_OPTIONS });
    expect(json.code).toBe(2);
    expect(JSON.parse(json.stdout)).toMatchObject({ error: { code: 'internal' } });
  });
});
