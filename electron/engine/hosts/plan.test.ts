import { describe, expect, it } from 'vitest';
import { err } from '../../../shared/result.ts';
import { applyPlan } from './apply.ts';
import { placeOf, planBack, planThrough } from './plan.ts';
import { cursor } from './testing/servers.ts';
import { fileOf, launcher, machine } from './testing/stage.ts';

const all = () => true;
const text = cursor({ a: { command: 'a' }, b: { command: 'b' } });
const bothWays = [
  ['protecting', planThrough],
  ['undoing', planBack],
] as const;

describe.each(bothWays)('%s', (way, plan) => {
  it.each([
    ['cannot be opened', 'refused', 'permission denied'],
    [
      'is no text',
      'refused',
      '/home/cursor isn’t UTF-8 text, so it couldn’t be restored unchanged.',
    ],
  ])('is refused where the file %s', async (what, code, message) => {
    const on = machine({ cursor: text });
    if (what === 'is no text') on.write('cursor', '{"a": "\0"}');
    const parts =
      what === 'is no text'
        ? on.parts
        : {
            ...on.parts,
            hostFiles: {
              ...on.parts.hostFiles,
              read: async () => err({ reason: 'unreadable' as const, message }),
            },
          };
    expect(await plan(parts, fileOf('cursor'), all)).toEqual(err({ code, message }));
  });

  it('changes what is wanted alone', async () => {
    const on = machine({ cursor: text });
    const through = await planThrough(on.parts, fileOf('cursor'), all);
    if (way === 'undoing' && through.ok) await applyPlan(on.parts, through.value);
    const some = await plan(on.parts, fileOf('cursor'), ({ path }) => path.at(-1) === 'b');
    if (!some.ok) throw new Error(some.error.message);
    expect(some.value.changes.map(({ entry }) => entry.label)).toEqual(['b']);
    expect(some.value.left).toEqual([]);
    expect(some.value.to).toBe(way === 'undoing' ? 'direct' : 'through');
  });
});

it('gives the line on which each entry begins before any change, both ways', async () => {
  const linesOf = ({ a }: { a: string }, more: string) =>
    more.split('\n').indexOf(`    "${a}": {`) + 1;
  const three = cursor({
    a: { command: 'a' },
    b: { command: 'b', args: ['1'] },
    c: { command: 'c' },
  });
  const on = machine({ cursor: three });
  const expected = (content: string) => ['a', 'b', 'c'].map((a) => linesOf({ a }, content));
  const through = await planThrough(on.parts, fileOf('cursor'), all);
  if (!through.ok) throw new Error(through.error.message);
  expect(through.value.changes.map(({ line }) => line)).toEqual(expected(three));
  await applyPlan(on.parts, through.value);
  const back = await planBack(on.parts, fileOf('cursor'), all);
  if (!back.ok) throw new Error(back.error.message);
  expect(back.value.changes.map(({ line }) => line).toSorted((x, y) => x - y)).toEqual(
    expected(through.value.text.text),
  );
});

describe('protecting a host', () => {
  it('leaves a server that is another program in another folder, which the gateway would refuse', async () => {
    const on = machine({
      cursor: cursor({
        relative: { command: './run.sh' },
        script: { command: 'node', args: ['./server.js'] },
        whole: { command: './run.sh', cwd: '/srv' },
      }),
    });
    on.configure('safe', { command: './run.sh', startIn: '/tmp/safe' });
    const plan = await planThrough(on.parts, fileOf('cursor'), all);
    if (!plan.ok) throw new Error(plan.error.message);
    expect(plan.value.changes.map(({ entry }) => entry.label)).toEqual(['whole']);
    expect(plan.value.left.map(({ label }) => label)).toEqual(['relative', 'script']);
    expect(plan.value.left[0]?.reason).toBe(
      '“./run.sh” is relative to the folder that the app starts it in. Write the full path, or give the entry a full cwd',
    );
  });

  it('says that a host without a file isn’t configured here', async () => {
    const on = machine({ cursor: text });
    on.remove('cursor');
    expect(await planThrough(on.parts, fileOf('cursor'), all)).toEqual(
      err({
        code: 'not-found',
        message: 'Cursor isn’t configured here: /home/cursor doesn’t exist.',
      }),
    );
  });

  it('says why a file cannot be used', async () => {
    const on = machine({ cursor: '{' });
    expect(await planThrough(on.parts, fileOf('cursor'), all)).toMatchObject({
      error: {
        code: 'refused',
        message: expect.stringMatching(/^\/home\/cursor can’t be used: it is not valid JSON: ./),
      },
    });
  });

  it('changes a hundred entries at once, and the rest when it’s done again', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 120 }, (_, at) => [`s${at}`, { command: 'node', args: [`${at}`] }]),
    );
    const on = machine({ cursor: cursor(many) });
    const first = await planThrough(on.parts, fileOf('cursor'), all);
    if (!first.ok) throw new Error(first.error.message);
    expect([first.value.changes.length, first.value.left.length]).toEqual([100, 20]);
    expect(first.value.left[0]?.reason).toBe(
      'only 100 servers can be changed at once, so repeat this for the rest',
    );
    await applyPlan(on.parts, first.value);
    const again = await planThrough(on.parts, fileOf('cursor'), all);
    expect(again.ok && again.value.changes.length).toBe(20);
  });

  it('leaves what starts Skillgate already', async () => {
    const on = machine({ cursor: text });
    const first = await planThrough(on.parts, fileOf('cursor'), all);
    if (first.ok) await applyPlan(on.parts, first.value);
    const again = await planThrough(on.parts, fileOf('cursor'), all);
    expect(again).toMatchObject({
      value: {
        changes: [],
        left: [
          { label: 'a', project: '', reason: 'it already starts Skillgate' },
          { label: 'b', project: '', reason: 'it already starts Skillgate' },
        ],
      },
    });
  });

  it('leaves an entry that cannot be changed by itself, and goes on with the next', async () => {
    const twice = '{"mcpServers": {"a": {"command": "a", "command": "a"}, "b": {"command": "b"}}}';
    const on = machine({ cursor: twice });
    const plan = await planThrough(on.parts, fileOf('cursor'), all);
    expect(plan).toMatchObject({
      value: {
        left: [{ label: 'a', reason: '"command" appears twice in it' }],
        changes: [{ entry: { label: 'b' }, server: 'b', line: 1 }],
        servers: [{ label: 'b', isNew: true }],
      },
    });
  });

  it('shows labels and folders of another program with what cannot be seen in them', async () => {
    const left = { command: 'a', envFile: '.env' };
    const projects = { '/work/\u202E': { mcpServers: { 'a\u200B': left } } };
    const on = machine({ 'claude-code': JSON.stringify({ projects }) });
    const plan = await planThrough(on.parts, fileOf('claude-code'), all);
    expect(plan.ok && plan.value.left).toEqual([
      {
        label: expect.stringMatching(/^a.*200B/i),
        project: expect.stringMatching(/^\/work\/.*202E/i),
        reason: expect.stringMatching(/^envFile can be filled in only by the app/),
      },
    ]);
  });
});

describe('undoing', () => {
  it('touches nothing of another host, and of another file of the same', async () => {
    const on = machine({ cursor: text });
    const through = await planThrough(on.parts, fileOf('cursor'), all);
    if (through.ok) await applyPlan(on.parts, through.value);
    const [line] = on.ledger;
    if (line === undefined) throw new Error('nothing was kept');
    const strangers = [
      { ...line, host: 'windsurf' as const },
      { ...line, file: '/home/elsewhere' },
    ];
    await on.parts.hostLedger.put(strangers);
    const back = await planBack(on.parts, fileOf('cursor'), all);
    if (!back.ok) throw new Error(back.error.message);
    expect(back.value.changes.map(({ entry, server }) => [entry.label, server])).toEqual([
      ['b', 'b'],
      ['a', 'a'],
    ]);
    await applyPlan(on.parts, back.value);
    expect(on.ledger).toEqual(strangers);
    expect(on.text('cursor')).toBe(text);
  });

  it('says why what was kept cannot be read', async () => {
    const on = machine({ cursor: text });
    const hostLedger = { ...on.parts.hostLedger, list: async () => err('it is damaged') };
    expect(await planBack({ ...on.parts, hostLedger }, fileOf('cursor'), all)).toEqual(
      err({ code: 'store', message: 'it is damaged' }),
    );
  });

  it('says of which project an entry is', async () => {
    const servers = { mcpServers: { a: { command: 'a' } } };
    const before = JSON.stringify({ ...servers, projects: { '/work': servers } }, null, 2);
    const on = machine({ 'claude-code': before });
    const through = await planThrough(on.parts, fileOf('claude-code'), all);
    if (through.ok) await applyPlan(on.parts, through.value);
    const back = await planBack(on.parts, fileOf('claude-code'), all);
    if (!back.ok) throw new Error(back.error.message);
    expect(back.value.changes.map(({ entry }) => [entry.label, entry.project])).toEqual([
      ['a', '/work'],
      ['a', ''],
    ]);
    expect(back.value.changes.map(({ line, lines }) => line > 0 && lines.length > 0)).toEqual([
      true,
      true,
    ]);
    expect(back.value.text.text).toBe(before);
  });

  it('leaves entries of which nothing is kept where they are wanted, and no servers', async () => {
    const entry = (server: string) => ({
      command: 'skillgate',
      args: ['gateway', '--server', server],
    });
    const on = machine({ cursor: cursor({ a: entry('x'), b: entry('y'), c: { command: 'c' } }) });
    const back = await planBack(on.parts, fileOf('cursor'), (_, server) => server === 'y');
    expect(back.ok && back.value.left).toEqual([
      { label: 'b', project: '', reason: 'nothing is kept of what stood there before' },
    ]);
  });

  it('shows an entry without lines where what stood there names no server', async () => {
    const on = machine({ cursor: cursor({ a: { command: launcher.command } }) });
    const after = '{\n      "command": "/data/bin/skillgate"\n    }';
    await on.parts.hostLedger.put([
      {
        ...{ host: 'cursor', file: '/home/cursor', path: ['mcpServers', 'a'], server: 'a' },
        ...{ before: '{}', after, at: '2026-10-01T00:00:00.000Z' },
      },
    ]);
    const back = await planBack(on.parts, fileOf('cursor'), all);
    expect(back).toMatchObject({ value: { changes: [{ server: 'a', line: 3, lines: [] }] } });
    expect(back.ok && JSON.parse(back.value.text.text)).toEqual({ mcpServers: { a: {} } });
  });
});

describe('the place of a file', () => {
  it('says where a link leads, and nothing more of a file that is none', () => {
    expect(placeOf({ path: '/a', real: '/a' })).toBe('/a');
    expect(placeOf({ path: '/a', real: '/b' })).toBe('/a, which leads to /b');
  });
});

describe("an administrator's list of servers", () => {
  it('ends protecting, because the app ignores its own file then, and never undoing', async () => {
    const on = machine({ 'claude-code': text });
    const at = { ...fileOf('claude-code'), managed: '/etc/managed-mcp.json' };
    const through = await planThrough(on.parts, at, all);
    if (through.ok) await applyPlan(on.parts, through.value);
    on.programs.add('/etc/managed-mcp.json');
    expect(await planThrough(on.parts, at, all)).toMatchObject({
      error: {
        code: 'refused',
        message:
          'Claude Code ignores /home/claude-code, because an administrator lists its servers in ' +
          '/etc/managed-mcp.json. Ask them to route those through Skillgate.',
      },
    });
    const back = await planBack(on.parts, at, all);
    expect(back.ok && back.value.text.text).toBe(text);
  });
});
