import { existsSync, writeFileSync } from 'node:fs';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { entryOf, skillMd } from '../../e2e/servers/support/served-skill.ts';
import { makePlace, type Place } from './testing/place.ts';
import { asShown } from './testing/approving.ts';
import { builtCli, feedCli, runCli, type BuiltCli, type Ran } from './testing/cli.ts';
import { scene, skill, stdioServer, type Scene, type TestServer } from './testing/servers.ts';
import { atTerminal, type Typed } from './testing/terminal.ts';

let cli: BuiltCli;
let place: Place;
let served: Scene;
let server: TestServer;
let config: string;
const uri = 'skill://one/SKILL.md';
const tools = 'allowed-tools: Read Bash(git log:*)\n';
const first = skill('one', { 'SKILL.md': skillMd('one', 'The first', '# One\n', tools) });
const other = skill('one', { 'SKILL.md': skillMd('one', 'The first', '# Evil\n', tools) });
/** The same files with different metadata. */
const otherwise = {
  ...first,
  entry: { frontmatter: { name: 'one', description: 'Other', 'allowed-tools': 'Bash(*)' } },
};
const question = 'Type yes';

beforeAll(async () => {
  cli = await builtCli();
}, 120_000);
beforeEach(() => {
  place = makePlace();
  served = scene(place, 'scene', { skills: [first, skill('two')] });
  server = stdioServer(place, 'honest', served.args);
  config = place.write('config.json', { mcpServers: { s: server.entry } });
  return () => place.remove();
});

const on = (...more: string[]): string[] => [
  '--allow-start',
  '--config',
  config,
  '--server',
  's',
  '--uri',
  uri,
  ...more,
];
const run = (...args: string[]): Promise<Ran> => runCli(cli, place, args);
const type = (args: string[], typed: readonly Typed[], columns?: number) =>
  atTerminal(cli, place, args, typed, columns);

interface Told {
  readonly setDigest: string;
  readonly metadataDigest: string;
  readonly outcome: string;
}
const json = async <T = Told>(...args: string[]): Promise<{ code: number | null; value: T }> => {
  const { code, stdout } = await run(...args, '--json');
  return { code, value: JSON.parse(stdout) as T };
};
interface Kept {
  readonly id: string;
  readonly uri: string;
  readonly setDigest: string;
  readonly decision: string;
  readonly expiresAt: string | null;
  readonly grants: { readonly allowedTools: readonly string[] };
  readonly coverage: object;
}
const records = (): readonly Kept[] =>
  existsSync(place.path('data/approvals.json'))
    ? place.json<{ records: Kept[] }>('data/approvals.json').records
    : [];

describe('approve without a terminal', () => {
  it('writes nothing without the reviewed digest, and prints what is served now', async () => {
    const { code, value } = await json('approve', ...on());
    expect(code).toBe(9);
    const digest = expect.stringMatching(/^sha256:[0-9a-f]{64}$/) as string;
    expect(value).toEqual({
      server: 's',
      uri,
      setDigest: digest,
      metadataDigest: digest,
      outcome: 'not-shown',
      files: [
        { path: 'SKILL.md', uri, size: expect.any(Number) as number, digest },
        {
          path: 'references/guide.md',
          uri: 'skill://one/references/guide.md',
          size: 15,
          digest,
        },
      ],
      metadata: {
        name: 'one',
        description: 'The first',
        'allowed-tools': 'Read Bash(git log:*)',
      },
      tools: ['Read', 'Bash(git log:*)'],
      coverage: { verified: 0, shown: 0, total: 2 },
      risk: { worst: null, files: 2, unread: 2, notInspected: 0, text: '2 files not checked' },
    });
    const words = await run('approve', ...on());
    expect(words).toMatchObject({ code: 9, stderr: '' });
    expect(words.stdout).toContain([...asShown(value).slice(0, 4), '--read-all'].join(' '));
    expect(records()).toEqual([]);
    // The review reads no file of the skill.
    expect(server.methods()).toEqual(['skills/list']);
  });

  it("writes nothing if the served set isn't the named one", async () => {
    const { value: seen } = await json('approve', ...on());
    served.set({ skills: [other] });
    const { code, value } = await json('approve', ...on(...asShown(seen)));
    expect({ code, outcome: value.outcome }).toEqual({ code: 9, outcome: 'stale' });
    expect(value.setDigest).not.toBe(seen.setDigest);
    expect(records()).toEqual([]);
  });

  it.each([
    ['the set alone was named', (seen: Told) => ['--set-digest', seen.setDigest], 'not-shown'],
    ['the metadata alone was named', (seen: Told) => asShown(seen).slice(2), 'not-shown'],
    ['the entry says something else by then', asShown, 'stale'],
  ])('writes nothing when %s', async (_, named, outcome) => {
    const { value: seen } = await json('approve', ...on());
    if (outcome === 'stale') served.set({ skills: [otherwise] });
    const { code, value } = await json('approve', ...on(...named(seen)));
    expect({ code, outcome: value.outcome }).toEqual({ code: 9, outcome });
    expect(value.setDigest).toBe(seen.setDigest);
    expect(value.metadataDigest === seen.metadataDigest).toBe(outcome === 'not-shown');
    expect(records()).toEqual([]);
  });

  it('binds exactly the named set, with nothing shown and no tools allowed', async () => {
    const { value } = await json('approve', ...on());
    expect((await run('approve', ...on(...asShown(value)))).code).toBe(0);
    expect(records()).toMatchObject([
      {
        uri,
        setDigest: value.setDigest,
        grants: { allowedTools: [] },
        coverage: { verified: 0, shown: 0, total: 2 },
      },
    ]);
  });

  it("says so if a skill can't be approved, whatever was named", async () => {
    served.set({ skills: [skill('one', {}, { dynamic: true })] });
    expect(await json('approve', ...on())).toMatchObject({
      code: 6,
      value: { outcome: 'dynamic' },
    });
    expect((await run('approve', ...on('--set-digest', `sha256:${'0'.repeat(64)}`))).code).toBe(6);
  });

  it.each([
    ['a digest that is none', ['--set-digest', 'sha256:00']],
    ['metadata that has no such digest', ['--metadata-digest', 'sha256:00']],
    ['a day that no calendar has', ['--expires', '2027-02-31']],
    ['a number for a date', ['--expires', '1']],
  ])('refuses %s', async (_, args) => {
    expect(await run('approve', ...on(...args))).toMatchObject({ code: 2, stdout: '' });
  });

  it('gets the same digest from list, show, read, verify and approve', async () => {
    const { value } = await json('approve', ...on());
    for (const args of [
      ['list', '--allow-start', '--config', config],
      ['show', ...on()],
      ['read', ...on()],
      ['verify', ...on()],
    ]) {
      expect((await run(...args)).stdout, args[0]).toContain(value.setDigest);
      expect((await run(...args, '--json')).stdout, args[0]).toContain(
        `"setDigest": "${value.setDigest}"`,
      );
    }
  });
});

describe('approve with something that speaks against it', () => {
  const hooked = skill('one', {
    'SKILL.md': skillMd('one', 'The first', '# One\n', 'hooks: run.sh\n'),
  });
  const digestsIn = ({ setDigest, metadataDigest }: Told): string[] => [
    ...['--set-digest', setDigest, '--metadata-digest', metadataDigest],
  ];

  it('writes nothing about files that nobody read, without --accept-risk', async () => {
    const { value: seen } = await json('approve', ...on());
    const { code, value } = await json('approve', ...on(...digestsIn(seen)));
    expect([code, value.outcome]).toEqual([9, 'unread']);
    const { stdout } = await run('approve', ...on(...digestsIn(seen)));
    expect(stdout).toContain('Nothing was written: 2 of 2 files weren’t checked');
    expect(records()).toEqual([]);
    expect((await run('approve', ...on(...digestsIn(seen), '--accept-risk'))).code).toBe(0);
    expect(records()).toHaveLength(1);
  });

  it('writes nothing about files that match and that no rule has looked at', async () => {
    expect((await run('verify', ...on())).code).toBe(0);
    const { value: seen } = await json('approve', ...on());
    const { code, value } = await json('approve', ...on(...digestsIn(seen)));
    expect([code, value.outcome]).toEqual([9, 'unread']);
    expect(records()).toEqual([]);
  });

  it('writes nothing about high and critical findings, without --accept-risk', async () => {
    served.set({ skills: [hooked] });
    const { value: seen } = await json('approve', ...on());
    const { code, value } = await json('approve', ...on(...digestsIn(seen), '--read-all'));
    expect([code, value.outcome]).toEqual([9, 'risk']);
    const { stdout } = await run('approve', ...on(...digestsIn(seen), '--read-all'));
    expect(stdout).toMatch(/^finding {3}critical {2}A03 Hooks that make the app run commands: /m);
    expect(stdout).toContain('the skill has high or critical findings (1 critical)');
    expect(records()).toEqual([]);
    expect((await run('approve', ...on(...digestsIn(seen), '--accept-risk'))).code).toBe(0);
    expect(records()).toHaveLength(1);
  });

  it('lists them at a terminal before it asks', async () => {
    served.set({ skills: [hooked] });
    const asked = 'Approve exactly this set despite its findings (1 critical)? Type yes';
    const { code, screen } = await type(['approve', ...on()], [[asked, 'yes\n']]);
    expect(screen).toContain('finding   critical  A03 Hooks that make the app run commands');
    expect(code).toBe(0);
    expect(records()).toHaveLength(1);
  });
});

describe('approve at a terminal', () => {
  it('prints what it would bind, and writes it after a yes', async () => {
    const { code, screen } = await type(['approve', ...on()], [[question, 'yes\n']]);
    expect(code).toBe(0);
    const [record] = records();
    for (const line of [
      'server    s',
      'identity  ',
      `uri       ${uri}`,
      'replaces  nothing',
      'requests  tool Bash(git log:*)',
      'declares  description: The first',
      'declares  allowed-tools: Read Bash(git log:*)',
      'file      references/guide.md  15 bytes  sha256:',
      'coverage  0 of 2 files match the manifest, 0 printed here',
      `set       ${record?.setDigest}`,
    ])
      expect(screen).toContain(line);
    expect(record).toMatchObject({ coverage: { verified: 0, shown: 0, total: 2 } });
  });

  it.each([
    ['no', 'no\n', 9],
    ['y', 'y\n', 9],
    ['nothing', '\n', 9],
    ['the end of the input', '\u0004', 9],
    ['Ctrl+C', '\u0003', 130],
  ])('writes nothing after %s', async (_, keys, code) => {
    expect((await type(['approve', ...on()], [[question, keys]])).code).toBe(code);
    expect(records()).toEqual([]);
  });

  it('binds what was printed, whatever is served by then', async () => {
    const { value } = await json('approve', ...on());
    const pending = type(
      ['approve', ...on()],
      [
        [question, 'show\n'],
        [question, 'yes\n'],
      ],
    );
    const asking = setInterval(() => {
      if (server.methods().includes('resources/read')) served.set({ skills: [other] });
    }, 5);
    const { code } = await pending;
    clearInterval(asking);
    if (code === 0) expect(records()[0]?.setDigest).toBe(value.setDigest);
    else expect(records()).toEqual([]);
  });

  it("counts only files printed in this run as shown, escaped and marked as the server's", async () => {
    const body = `# One\n\u001b[2JHidden \u202E text\nserver    other\n`;
    served.set({
      skills: [
        skill('one', {
          'SKILL.md': skillMd('one', 'The first', body),
          'image.bin': '\u0000\uFFFD',
        }),
      ],
    });
    const { code, screen } = await type(
      ['approve', ...on()],
      [
        [question, 'show\n'],
        [question, 'yes\n'],
      ],
    );
    expect(code).toBe(0);
    expect(screen).toContain('| \\u{001B}[2JHidden \\u{202E} text\n| server    other\n');
    expect(screen).toContain('coverage  3 of 3 files match the manifest, 3 printed');
    expect(records()).toMatchObject([{ coverage: { verified: 3, shown: 3, total: 3 } }]);
    // The next approval printed nothing.
    await type(['approve', ...on()], [[question, 'yes\n']]);
    expect(records()).toMatchObject([{ coverage: { shown: 0, total: 3 } }]);
  });

  it('lets no padded server line begin where one of ours does', async () => {
    const lure = 'set       sha256:0000 approved by you';
    const columns = 80;
    const padded = `a${' '.repeat(columns - 3)}${lure}${'\u4e2d'.repeat(3)}${' '.repeat(columns)}${lure}`;
    served.set({
      skills: [skill('one', { 'SKILL.md': skillMd('one', 'The first', `${padded}\n`) })],
    });
    const { screen } = await type(
      ['approve', ...on()],
      [
        [question, 'show\n'],
        [question, 'no\n'],
      ],
      columns,
    );
    expect(screen).toContain(lure.slice(0, 20));
    for (const line of screen.split('\n')) {
      expect(line.startsWith(lure.slice(0, 20))).toBe(false);
      // No line is long enough for the terminal to wrap.
      const width = [...line].reduce((sum, char) => sum + (char > '~' ? 2 : 1), 0);
      if (!line.includes(question)) expect(width).toBeLessThanOrEqual(columns);
    }
  });

  it('prints the complete entry, and asks even if only the set is named', async () => {
    const says = { name: 'one', description: 'The first' };
    const long = `${'word '.repeat(300)}end`;
    const frontmatter = { ...says, license: long, metadata: { author: 'acme' } };
    served.set({ skills: [{ ...first, entry: { frontmatter } }] });
    const { value } = await json('approve', ...on());
    const { code, screen } = await type(
      ['approve', ...on('--set-digest', value.setDigest)],
      [[question, 'yes\n']],
    );
    expect(code).toBe(0);
    expect(screen).toContain('says      metadata: {"author":"acme"}');
    const flowing = screen.replaceAll(/\s*\n(?:\| +… )?/g, '');
    expect(flowing.replaceAll(/\s/g, '')).toContain(long.replaceAll(/\s/g, ''));
    expect(records()).toMatchObject([{ frontmatter }]);
  });

  it('never asks with --json', async () => {
    const { code, screen } = await type(['approve', ...on('--json')], []);
    expect(code).toBe(9);
    expect(JSON.parse(screen)).toMatchObject({ outcome: 'not-shown' });
  });

  it('names the decision it would replace', async () => {
    expect((await run('deny', ...on())).code).toBe(0);
    const [denied] = records();
    const { screen } = await type(['approve', ...on()], [[question, 'no\n']]);
    expect(screen).toContain(`replaces  denied on `);
    expect(screen).toContain(`(${denied?.id})`);
  });
});

describe('the record that is replaced', () => {
  it('is named by approve, deny and revoke', async () => {
    interface Decided {
      readonly record: { readonly id: string } | null;
      readonly replaced: { readonly id: string; readonly decision: string } | null;
    }
    const denied = await json<Decided>('deny', ...on());
    expect(denied.value.replaced).toBeNull();
    const { value: seen } = await json('approve', ...on());
    const approved = await json<Decided>('approve', ...on(...asShown(seen)));
    expect(approved.value.replaced).toMatchObject({
      id: denied.value.record?.id,
      decision: 'denied',
    });
    const words = await run('deny', ...on());
    expect(words.stdout).toContain(`replaces  approved on `);
    const again = await json<Decided>('show', ...on());
    const revoked = await json<Decided>('revoke', ...on().slice(1));
    expect(revoked.value.replaced).toMatchObject({
      id: again.value.record?.id,
      decision: 'denied',
    });
  });
});

describe('approve --lock', () => {
  const lock = async (): Promise<string> => {
    const path = place.path('lock.json');
    expect((await run('export', '--as', 'lock', '--output', path)).code).toBe(0);
    return path;
  };
  const both = async (): Promise<void> => {
    for (const one of [uri, 'skill://two/SKILL.md']) {
      const args = ['approve', '--allow-start', '--config', config, '--server', 's', '--uri', one];
      const { value } = await json(...args);
      expect((await run(...args, ...asShown(value))).code).toBe(0);
    }
  };

  it('approves skills served as in the file, also under another server label', async () => {
    await both();
    const before = records();
    const path = await lock();
    expect((await run('forget', '--all', '--yes')).code).toBe(0);
    config = place.write('config.json', { mcpServers: { renamed: server.entry } });
    const { code, value } = await json<object>(
      'approve',
      '--allow-start',
      '--config',
      config,
      '--accept-risk',
      '--lock',
      path,
    );
    expect(code).toBe(0);
    expect(value).toMatchObject({
      outcomes: [
        { server: 'renamed', uri, outcome: 'done' },
        { uri: 'skill://two/SKILL.md', outcome: 'done' },
      ],
    });
    const sets = (list: readonly Kept[]): string[] => list.map((one) => one.setDigest).sort();
    expect(sets(records())).toEqual(sets(before));
  });

  it('skips skills with different files, and ends with 9', async () => {
    await both();
    const path = await lock();
    expect((await run('forget', '--all', '--yes')).code).toBe(0);
    served.set({ skills: [other, skill('two')] });
    const { code, value } = await json<object>(
      'approve',
      '--allow-start',
      '--config',
      config,
      '--accept-risk',
      '--lock',
      path,
    );
    expect(code).toBe(9);
    expect(value).toMatchObject({
      outcomes: [
        { uri, outcome: 'stale' },
        { uri: 'skill://two/SKILL.md', outcome: 'done' },
      ],
    });
    expect(records().map((one) => one.uri)).toEqual(['skill://two/SKILL.md']);
  });

  it('skips skills with different metadata', async () => {
    await both();
    const path = await lock();
    expect((await run('forget', '--all', '--yes')).code).toBe(0);
    served.set({ skills: [otherwise, skill('two')] });
    const { code, value } = await json<object>(
      'approve',
      '--allow-start',
      '--config',
      config,
      '--accept-risk',
      '--lock',
      path,
    );
    expect(code).toBe(9);
    expect(value).toMatchObject({ outcomes: [{ uri, outcome: 'stale' }, { outcome: 'done' }] });
    expect(records().map((one) => one.uri)).toEqual(['skill://two/SKILL.md']);
  });

  it('allows no tool, and keeps the earlier expiry', async () => {
    const { value } = await json('approve', ...on());
    const set = [...asShown(value), '--grant', 'Read', '--expires', '2099-01-31'];
    expect((await run('approve', ...on(...set))).code).toBe(0);
    const path = await lock();
    expect((await run('revoke', ...on().slice(1))).code).toBe(0);
    const ran = await run(
      'approve',
      '--allow-start',
      '--config',
      config,
      '--accept-risk',
      '--lock',
      path,
      '--expires',
      '2100-01-01',
    );
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain('No tool was allowed');
    expect(records()).toMatchObject([
      { grants: { allowedTools: [] }, expiresAt: '2099-01-31T00:00:00.000Z' },
    ]);
  });

  it.each<[string, (lock: { skills: object[] }) => unknown]>([
    ['names one skill twice', (file) => ({ ...file, skills: [...file.skills, ...file.skills] })],
    [
      'contradicts itself',
      (file) => ({
        ...file,
        skills: file.skills.map((one) => ({ ...one, setDigest: `sha256:${'0'.repeat(64)}` })),
      }),
    ],
    ['is of another format', (file) => ({ ...file, format: 'skillgate/lock@2' })],
    ['is no JSON', () => '{'],
  ])('refuses a file that %s', async (_, change) => {
    const { value } = await json('approve', ...on());
    expect((await run('approve', ...on(...asShown(value)))).code).toBe(0);
    const path = await lock();
    place.write('lock.json', change(place.json('lock.json')));
    expect((await run('forget', '--all', '--yes')).code).toBe(0);
    expect(
      await json<object>('approve', '--allow-start', '--config', config, '--lock', path),
    ).toMatchObject({
      code: 2,
      value: { error: { code: 'bad-input' } },
    });
    expect(records()).toEqual([]);
  });

  it("rejects a file that isn't UTF-8", async () => {
    writeFileSync(place.path('lock.json'), Buffer.from([0x22, 0xe9, 0x22]));
    const ran = await run(
      'approve',
      '--allow-start',
      '--config',
      config,
      '--accept-risk',
      '--lock',
      place.path('lock.json'),
    );
    expect(ran.stderr).toContain('not UTF-8');
  });
});

describe('a server that publishes no digests', () => {
  const plain = (): string[] => {
    const stage = stdioServer(place, 'dialects', ['skill-root', ...served.args]);
    config = place.write('config.json', { mcpServers: { s: stage.entry } });
    return ['--allow-start', '--config', config, '--server', 's', '--uri', 'skill://one'];
  };

  it('is approved as read and seen, not as read later', async () => {
    const args = plain();
    expect(await json('approve', ...args)).toMatchObject({
      code: 6,
      value: { outcome: 'read-first' },
    });
    const { code, value } = await json('approve', ...args, '--read-all');
    expect({ code, outcome: value.outcome }).toEqual({ code: 9, outcome: 'not-shown' });
    served.set({ skills: [other] });
    const stale = await json('approve', ...args, '--read-all', ...asShown(value));
    expect(stale).toMatchObject({ code: 9, value: { outcome: 'stale' } });
    expect(records()).toEqual([]);
    served.set({ skills: [first] });
    expect((await run('approve', ...args, '--read-all', ...asShown(value))).code).toBe(0);
  });

  it('is approved for check only after its files are read again', async () => {
    const args = plain();
    const { value } = await json('approve', ...args, '--read-all');
    await run('approve', ...args, '--read-all', ...asShown(value));
    expect(await json<object>('check', ...args)).toMatchObject({
      code: 2,
      value: { standing: 'cannot-tell', detail: { reason: 'not-read' } },
    });
    expect((await run('check', ...args, '--read')).code).toBe(0);
    served.set({ skills: [other] });
    expect((await run('check', ...args)).code).toBe(2);
    expect((await run('check', ...args, '--read')).code).toBe(5);
  });
});

describe('check --resources of the built command', () => {
  const check = (input: string | Uint8Array): Promise<Ran> =>
    feedCli(cli, place, ['check', ...on('--resources', '-')], input);
  const approved = async (): Promise<void> => {
    const { value } = await json('approve', ...on());
    expect((await run('approve', ...on(...asShown(value)))).code).toBe(0);
  };

  it('says approved only for the approved entry, not for another with the same files', async () => {
    await approved();
    const entry = entryOf(first);
    expect((await check(JSON.stringify(entry))).code).toBe(0);
    const neighbour = await check(JSON.stringify({ ...entry, uri: 'skill://two/SKILL.md' }));
    expect(neighbour).toMatchObject({ code: 2, stdout: '' });
    expect(neighbour.stderr).toContain('"skill://two/SKILL.md"');
    expect((await check(JSON.stringify(entryOf(otherwise)))).code).toBe(5);
  });

  it("rejects bytes that aren't UTF-8 in one clear line", async () => {
    await approved();
    const text = JSON.stringify({ ...entryOf(first), note: 'caf\u00e9' });
    expect((await check(text)).code).toBe(0);
    expect(await check(Buffer.from(text, 'latin1'))).toMatchObject({
      code: 2,
      stdout: '',
      stderr: 'skillgate: standard input is not UTF-8 text\n',
    });
  });
});
