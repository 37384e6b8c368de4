import { describe, expect, it, vi } from 'vitest';
import { forgedCli } from './testing/forged-cli.ts';
import { json, olderHello } from './testing/forged.ts';

const { open, run, runProcess, store } = forgedCli();
// Nothing here answers in time: the timeouts are shorter than a person's patience, and longer than
// a busy machine needs for an answer.
vi.mock(import('../core/limits.ts'), async (original) => {
  const { limits } = await original();
  return { limits: { ...limits, requestMs: 1_500 as never, listMs: 3_000 as never } };
});

type Shape =
  | 'a foreign id'
  | 'an empty list'
  | 'HTTP 202 without a body'
  | 'no JSON-RPC'
  | 'no JSON';
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

const commands = [['list'], ['verify'], ['check', '--uri', 'skill://a/SKILL.md']] as const;

const shapes: readonly (readonly [Shape, RegExp])[] = [
  ['a foreign id', /answers? .*another request.*not yours/s],
  ['an empty list', /JSON that isn’t a JSON-RPC message.*\[\]/s],
  ['HTTP 202 without a body', /HTTP 202/],
  ['no JSON-RPC', /JSON that isn’t a JSON-RPC message.*hello/s],
  ['no JSON', /isn’t JSON/],
];

describe('a server over HTTP with unusable answers', () => {
  it.each(['initialize', 'skills/list'] as const)(
    "from %s on is named by every command, which never ends silently (takes as long as a server's start)",
    async (from) => {
      const urls = await Promise.all(
        shapes.map(async ([shape]) => [shape, await answering(shape, from)] as const),
      );
      const entries = urls.map(([, url], index) => [
        `s${index}`,
        { type: 'http', url, startTimeout: 10 },
      ]);
      store(Object.fromEntries(entries) as Parameters<typeof store>[0]);
      await Promise.all(
        shapes.flatMap(([shape, said], index) =>
          commands.map(async (words) => {
            const { code, stdout, stderr } = await run([...words, '--server', `s${index}`]);
            expect(`${stdout}${stderr}`, `${words[0]}: ${shape}`).toMatch(said);
            // A library's error text means nothing to a person.
            expect(`${stdout}${stderr}`).not.toMatch(/invalid_union|"path"|Unexpected/);
            expect(code).toBe(words[0] === 'check' ? 2 : 1);
          }),
        ),
      );
    },
    120_000,
  );
});

describe('a command whose process ends before it has answered', () => {
  // Like a timer that doesn't keep the process alive.
  const NODE_OPTIONS =
    '--import "data:text/javascript,const%20set=globalThis.setTimeout;globalThis.setTimeout=(...a)=>{const%20t=set(...a);t.ref=()=>t;return%20t.unref()}"';

  it('says so, and with --json in the document', async () => {
    const url = await answering('HTTP 202 without a body', 'skills/list');
    store({ s: { type: 'http', url } });
    const plain = await runProcess(['list'], { NODE_OPTIONS });
    expect(plain).toMatchObject({ code: 2, stdout: '' });
    expect(plain.stderr).toContain('skillgate: ended before it was done');
    const json = await runProcess(['list', '--json'], { NODE_OPTIONS });
    expect(json.code).toBe(2);
    expect(JSON.parse(json.stdout)).toMatchObject({ error: { code: 'internal' } });
  });
});
