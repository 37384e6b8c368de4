import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { approvalsText, vectors, type CheckVector } from '../../../shared/host/testing/vectors.ts';
import type { CommandOutput } from '../call/command.ts';
import { answer } from '../run.ts';
import { hereAt } from '../testing/here.ts';

const approved = vectors.check.find(({ name }) => name === 'approved')!.query;
const exits = {
  approved: 0,
  undecided: 3,
  denied: 4,
  changed: 5,
  refused: 6,
  expired: 8,
  'cannot-tell': 2,
} as Record<string, number>;

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'skillgate-check-')));
  mkdirSync(join(root, 'data'), { mode: 0o700 });
  decisions('approved');
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(root, { recursive: true, force: true });
});

const write = (name: string, value: unknown): void =>
  writeFileSync(join(root, name), typeof value === 'string' ? value : JSON.stringify(value), {
    mode: 0o600,
  });
const decisions = (name: string): void => write('data/approvals.json', approvalsText(name));
const servers = (map: object): void => write('data/servers.json', { mcpServers: map });

function run(
  args: readonly string[],
  input: unknown = approved.resources,
  env: Record<string, string> = {},
): Promise<CommandOutput> {
  const text = typeof input === 'string' ? input : JSON.stringify(input);
  const stdin = (async function* () {
    // In pieces that cut characters, as a pipe may.
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += 1_001) yield bytes.subarray(at, at + 1_001);
  })();
  const place = {
    platform: process.platform,
    home: root,
    env: { SKILLGATE_HOME: join(root, 'data'), ...env },
  };
  return answer(['check', ...args], '0', hereAt({ place, cwd: root, stdin }));
}
const ask = (
  args: readonly string[],
  input?: unknown,
  env?: Record<string, string>,
): Promise<CommandOutput> => run(['--uri', approved.uri, '--resources', '-', ...args], input, env);

/** A query of the library that a command line can ask: its arguments are texts and JSON. */
const sayable = ({ query }: CheckVector): boolean => {
  const { uri, now, identity, archive, resources } = query as unknown as Record<string, unknown>;
  return (
    typeof uri === 'string' &&
    (now === undefined || typeof now === 'number') &&
    typeof identity === 'object' &&
    identity !== null &&
    (archive === undefined || isArchive(archive)) &&
    resources !== undefined
  );
};
const isArchive = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'digest' in value;

describe('check --resources', () => {
  it.each(vectors.check.filter(sayable))(
    'answers like the library and the core: $name',
    async ({ approvals, query, expect: expected }) => {
      decisions(approvals);
      vi.useFakeTimers({ now: query.now ?? 0, toFake: ['Date'] });
      const output = await run(
        ['--identity', JSON.stringify(query.identity), '--uri', query.uri, '--resources', '-'],
        JSON.stringify(
          query.archive === undefined
            ? query.resources
            : { resources: query.resources, archives: [query.archive] },
        ),
      );
      const json = output.json as {
        standing: string;
        detail: { changes?: object; reason?: string; failures?: string[] };
        record: { id: string } | null;
      };
      const { changes, reason, failures } = json.detail;
      expect({
        standing: json.standing,
        ...(changes === undefined ? {} : { changes }),
        ...(failures === undefined ? {} : { failures }),
        ...(reason === undefined ? {} : { reason }),
        ...(json.record === null ? {} : { record: json.record.id }),
      }).toEqual(expected);
      expect(output.exit).toBe(exits[expected.standing]);
    },
  );

  it("takes a label's identity from servers.json, whatever else the file has", async () => {
    write(
      'data/servers.json',
      '{\n  // a comment\n  "mcpServers": { "mine": { "type": "sse", "url": "https://MCP.acme.example:443/mcp#x", "headers": { "Authorization": "Bearer x" } }, }\n}',
    );
    expect((await ask(['--server', 'mine'])).json).toMatchObject({
      server: 'mine',
      standing: 'approved',
      detail: { kind: 'approved', at: '2026-11-20T12:00:00.000Z', expiresAt: null },
    });
  });

  it("doesn't follow a label to its former server", async () => {
    servers({ acme: { url: 'https://mcp.other.example/mcp' } });
    expect((await ask(['--server', 'acme'])).exit).toBe(3);
  });

  it('takes the servers of --config or SKILLGATE_CONFIG instead of the stored ones', async () => {
    servers({ acme: { url: 'https://mcp.other.example/mcp' } });
    write('session.json', { mcpServers: { acme: { url: 'https://mcp.acme.example/mcp' } } });
    expect((await ask(['--server', 'acme', '--config', 'session.json'])).exit).toBe(0);
    expect(
      (await ask(['--server', 'acme'], undefined, { SKILLGATE_CONFIG: 'session.json' })).exit,
    ).toBe(0);
  });

  it.each<[string, object]>([
    ['an endpoint', { url: 'https://mcp.acme.example/mcp', headers: { a: 'b' } }],
    ['an identity', { kind: 'http', url: 'https://mcp.acme.example/mcp' }],
  ])('takes %s as the server', async (_, server) => {
    expect((await ask(['--identity', JSON.stringify(server)])).exit).toBe(0);
  });

  describe('with a whole entry', () => {
    const frontmatter = { description: 'Process refunds', name: 'refunds', license: null };
    const entry = { uri: approved.uri, frontmatter, resources: approved.resources };
    const args = [
      '--uri',
      approved.uri,
      '--identity',
      JSON.stringify(approved.identity),
      '--resources',
      'entry.json',
    ];

    it('reads it from a file and uses its list', async () => {
      write('entry.json', `\uFEFF${JSON.stringify(entry)}`);
      expect((await run(args)).exit).toBe(0);
      write('entry.json', { uri: approved.uri, frontmatter });
      expect((await run(args)).exit).toBe(5);
    });

    it.each([
      ['another description', { ...frontmatter, description: 'Other' }],
      ['tools that the person did not see', { ...frontmatter, 'allowed-tools': 'Bash(*)' }],
      ['nothing of what the person saw', {}],
    ])('says changed when the same files come with %s', async (_, other) => {
      write('entry.json', { ...entry, frontmatter: other });
      expect(await run(args)).toMatchObject({
        exit: 5,
        json: { standing: 'changed', detail: { metadata: true } },
      });
    });
  });

  it.each<[string, unknown]>([
    ['text', '"static"'],
    ['a list of texts', ['skill://a']],
    ['a number', '7'],
  ])('cannot tell from resources that are %s', async (_, resources) => {
    expect((await ask(['--identity', JSON.stringify(approved.identity)], resources)).exit).toBe(2);
  });

  it.each<[string, () => Promise<CommandOutput>, RegExp]>([
    ['no server', () => ask([]), /--server is missing/],
    ['no URI', () => run(['--server', 'acme', '--resources', '-']), /--uri is missing/],
    ['an unknown label', () => ask(['--server', 'acme']), /no server labeled "acme"/],
    ['a label of a prototype', () => ask(['--server', 'constructor']), /no server labeled/],
    [
      'resources that are not JSON',
      () => ask(['--identity', '{"url":"https://h/"}'], '[1'),
      /standard input is not JSON/,
    ],
    [
      'a file that is not there',
      () => run(['--uri', 'u', '--identity', '{"url":"https://h/"}', '--resources', 'none.json']),
      /doesn’t exist/,
    ],
    ['an identity that is not JSON', () => ask(['--identity', 'acme']), /--identity is not JSON/],
    [
      'an identity that names no server',
      () => ask(['--identity', '{"url":"ftp://h/"}']),
      /doesn't name a server/,
    ],
    ['an unknown flag', () => ask(['--fast']), /--fast/],
    ['a further word', () => ask(['now', '--server', 'a']), /unexpected argument "now"/],
  ])('refuses a call with %s', async (_, call, message) => {
    await expect(call()).rejects.toThrow(message);
  });

  it("says why a server can't be used", async () => {
    servers({ acme: { url: '${HOST}/mcp' } });
    await expect(ask(['--server', 'acme'])).rejects.toThrow(/placeholder/);
  });

  it("writes nothing to the data folder, and doesn't create it", async () => {
    rmSync(join(root, 'data'), { recursive: true });
    expect((await ask(['--identity', JSON.stringify(approved.identity)])).exit).toBe(3);
    expect(readdirSync(root)).toEqual([]);
  });

  describe('on a machine with a policy', () => {
    const policy = (value: unknown): Record<string, string> => {
      write('policy.json', value);
      return { SKILLGATE_POLICY: join(root, 'policy.json') };
    };
    const by = ['--identity', JSON.stringify(approved.identity)];
    const rules = (...given: object[]): object => ({ format: 'skillgate/policy@1', rules: given });

    it('says which rule blocks an approved skill', async () => {
      const output = await ask(
        by,
        undefined,
        policy(
          rules({
            name: 'no acme',
            effect: 'deny',
            server: { url: 'https://mcp.acme.example/**' },
          }),
        ),
      );
      expect(output).toMatchObject({
        exit: 7,
        json: { standing: 'blocked', detail: { kind: 'blocked', rule: 'no acme' } },
        human: [expect.stringContaining('no acme')],
      });
    });

    it('ignores skills that no rule covers, and approves nothing on its own', async () => {
      const env = policy(
        rules({
          name: 'acme alone',
          effect: 'allow',
          server: { url: 'https://mcp.acme.example/**' },
        }),
      );
      expect((await ask(by, undefined, env)).exit).toBe(0);
      expect((await ask(by, [], env)).exit).toBe(5);
      rmSync(join(root, 'data/approvals.json'));
      expect((await ask(by, undefined, env)).exit).toBe(3);
    });

    it('ends an approval when the policy says', async () => {
      const env = policy({ format: 'skillgate/policy@1', longestExpiryDays: 1 });
      vi.useFakeTimers({ now: Date.parse('2026-11-21T11:59:59.999Z'), toFake: ['Date'] });
      expect(await ask(by, undefined, env)).toMatchObject({
        exit: 0,
        json: { detail: { expiresAt: '2026-11-21T12:00:00.000Z' } },
      });
      vi.setSystemTime(Date.parse('2026-11-21T12:00:00.000Z'));
      expect(await ask(by, undefined, env)).toMatchObject({
        exit: 8,
        json: { standing: 'expired', detail: { at: '2026-11-21T12:00:00.000Z' } },
      });
    });

    it.each<[string, () => Record<string, string>]>([
      ['cannot be understood', () => policy('{')],
      ['is named and not there', () => ({ SKILLGATE_POLICY: join(root, 'none.json') })],
    ])('blocks everything when the policy %s', async (_, env) => {
      expect((await ask(by, undefined, env())).exit).toBe(7);
    });

    it("can't tell takes precedence over the policy", async () => {
      write('data/approvals.json', '{');
      expect((await ask(by, undefined, policy('{'))).exit).toBe(2);
    });
  });
});
