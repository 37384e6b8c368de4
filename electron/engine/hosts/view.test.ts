import { describe, expect, it } from 'vitest';
import { err, ok } from '../../../shared/result.ts';
import { applyPlan } from './apply.ts';
import { hostOf } from '../../core/hosts/host.ts';
import { planThrough } from './plan.ts';
import { cursor } from './testing/servers.ts';
import { fileOf, launcher, machine } from './testing/stage.ts';
import { hostViews } from './view.ts';
import type { DecisionContext, ServerContext } from '../contexts.ts';

type Machine = ReturnType<typeof machine>;
const a = { command: 'npx', args: ['acme', '--token', 'sekret'] };

async function through(entry: object = a): Promise<Machine> {
  const on = machine({ cursor: cursor({ a: entry }) });
  const plan = await planThrough(on.parts, fileOf('cursor'), () => true);
  if (!plan.ok) throw new Error(plan.error.message);
  expect(await applyPlan(on.parts, plan.value)).toMatchObject({ ok: true });
  return on;
}

async function seen(on: Machine, parts: ServerContext = on.parts) {
  const [view] = await hostViews(parts);
  const [entry] = view?.entries ?? [];
  if (entry === undefined) throw new Error('no entry');
  return entry;
}

/** The entry that Skillgate wrote, with something else in it. */
function edit(on: Machine, change: (entry: { command: string; args: string[] }) => object): void {
  const { mcpServers } = JSON.parse(on.text('cursor')) as {
    mcpServers: { a: { command: string; args: string[] } };
  };
  on.write('cursor', cursor({ a: change(mcpServers.a) }));
}

describe('a host', () => {
  it('without a file is absent, and one whose file is no text or closed says so', async () => {
    const on = machine({ cursor: '{}', windsurf: '{}', vscode: '{}' });
    on.remove('cursor');
    on.write('windsurf', '{"\0": 1}');
    const read: DecisionContext['hostFiles']['read'] = async (path) =>
      path === '/home/vscode'
        ? err({ reason: 'unreadable', message: 'permission denied' })
        : on.parts.hostFiles.read(path);
    const views = await hostViews({ ...on.parts, hostFiles: { ...on.parts.hostFiles, read } });
    expect(views).toEqual([
      {
        ...{ id: 'cursor', name: 'Cursor', path: '/home/cursor' },
        ...{
          restart: hostOf('cursor').restart,
          usual: [],
          status: 'absent',
          message: '',
          entries: [],
        },
      },
      {
        ...{ id: 'windsurf', name: 'Windsurf', path: '/home/windsurf', status: 'unreadable' },
        ...{ restart: hostOf('windsurf').restart, usual: [], entries: [] },
        message: '/home/windsurf isn’t UTF-8 text',
      },
      {
        ...{ id: 'vscode', name: 'VS Code', path: '/home/vscode', status: 'unreadable' },
        ...{
          restart: hostOf('vscode').restart,
          usual: [],
          message: 'permission denied',
          entries: [],
        },
      },
    ]);
  });

  it('says what is wrong with a file that is no JSON, and nothing of one that is well', async () => {
    const [broken, well] = await hostViews(machine({ cursor: '{', windsurf: '{}' }).parts);
    expect(broken?.message).toMatch(/^\/home\/cursor can’t be used: it is not valid JSON: ./);
    expect([well?.status, well?.message, well?.entries]).toEqual(['ready', '', []]);
  });
});

describe('an entry of a host', () => {
  it('that goes by itself shows what it starts, without its secrets', async () => {
    expect(await seen(machine({ cursor: cursor({ a }) }))).toEqual({
      ...{ key: '["mcpServers","a"]', label: 'a', project: '', repairable: false, undoable: false },
      ...{ state: 'direct', server: null, problem: null, shownAs: null },
      target: { type: 'stdio', command: 'npx', args: ['acme', '--token', '••••'], envNames: [] },
    });
  });

  it('that goes through Skillgate shows what stands behind it, and can go back', async () => {
    const on = await through();
    expect(await seen(on)).toEqual({
      ...{ key: '["mcpServers","a"]', label: 'a', project: '', repairable: false, undoable: true },
      ...{ state: 'through', server: 'a', problem: null, shownAs: 'usual' },
      target: { type: 'stdio', command: 'npx', args: ['acme', '--token', '••••'], envNames: [] },
    });
    on.servers.clear();
    expect(await seen(on)).toMatchObject({ target: null, server: 'a' });
  });

  it('of which the way back cannot be read goes through all the same', async () => {
    const on = await through();
    const hostLedger = { ...on.parts.hostLedger, list: async () => err('damaged') };
    expect(await seen(on, { ...on.parts, hostLedger })).toMatchObject({
      ...{ state: 'through', undoable: false, problem: null },
    });
  });

  it('has its own way back, not that of another host or file', async () => {
    const on = machine({ cursor: cursor({ a }) });
    const line = { path: ['mcpServers', 'a'], server: 'a', before: '', after: '', at: '' };
    await on.parts.hostLedger.put([
      { ...line, host: 'windsurf', file: '/home/cursor' },
      { ...line, host: 'cursor', file: '/home/other' },
      { ...line, host: 'cursor', file: '/home/cursor', path: ['mcpServers', 'b'] },
    ]);
    expect(await seen(on)).toMatchObject({ undoable: false, problem: null });
  });

  it('of which a line was kept and nothing written is as before', async () => {
    const on = machine({ cursor: cursor({ a: { command: 'a' } }) });
    const at = { host: 'cursor', file: '/home/cursor', path: ['mcpServers', 'a'] } as const;
    const line = {
      ...at,
      server: 'a',
      before: '{\n      "command": "a"\n    }',
      after: '',
      at: '',
    };
    await on.parts.hostLedger.put([line]);
    expect(await seen(on)).toMatchObject({ undoable: true, problem: null });
    await on.parts.hostLedger.put([{ ...line, before: '{ "command": "b" }' }]);
    expect(await seen(on)).toMatchObject({
      state: 'direct',
      problem: 'It went through Skillgate, but the entry was changed since.',
    });
  });

  it('that Skillgate cannot read or change says why', async () => {
    const [view] = await hostViews(
      machine({
        cursor:
          '{"mcpServers": {"a": {"envFile": "x", "command": "a"}, "b": {"url": "https://b.example/", "url": "https://b.example/"}}}',
      }).parts,
    );
    expect(view?.entries).toMatchObject([
      {
        ...{ state: 'direct', target: null, server: null },
        problem: expect.stringMatching(/^envFile can be filled in only by the app/),
      },
      {
        ...{ state: 'direct', target: { type: 'http' }, server: null },
        problem: '"url" appears twice in it',
      },
    ]);
  });
});

describe('an entry that goes through Skillgate', () => {
  it('says that the script of the program is gone', async () => {
    const on = await through();
    const at = { command: '/usr/bin/node', args: ['/opt/sg/cli.js'], env: {} };
    on.programs.add('/usr/bin/node');
    edit(on, (entry) => ({ ...entry, command: at.command, args: [...at.args, ...entry.args] }));
    const parts = { ...on.parts, launcher: ok({ ...launcher, installation: at }) };
    expect(await seen(on, parts)).toMatchObject({
      problem: 'Skillgate is no longer at /opt/sg/cli.js.',
      repairable: true,
    });
    on.programs.add('/opt/sg/cli.js');
    expect(await seen(on, parts)).toMatchObject({ state: 'through', problem: null });
  });

  it.each<[string, (on: Machine) => void, string]>([
    [
      'cannot be started',
      (on) => on.programs.clear(),
      `The program ${launcher.command} no longer exists.`,
    ],
    ['has no server', (on) => on.servers.clear(), 'Skillgate no longer has a server labeled a.'],
    [
      'has a server that cannot be used',
      (on) => on.configure('a', { command: 7 }),
      'Skillgate can’t use its server a: command is missing or not text',
    ],
    [
      'has another server than it was made for',
      (on) => on.configure('a', { command: 'evil' }),
      "Skillgate's server a isn’t the one this entry was made for.",
    ],
    [
      'does not say who the server must be',
      (on) => edit(on, (entry) => ({ ...entry, args: entry.args.slice(0, 3) })),
      'The entry doesn’t say which server it must be.',
    ],
    [
      'was never said yes to',
      (on) => on.consents.clear(),
      'a needs permission to start. Run skillgate servers allow, or open its page.',
    ],
    [
      'was said yes to as something else',
      (on) => on.consents.set('a', 'another'),
      'a needs permission to start. Run skillgate servers allow, or open its page.',
    ],
    [
      'has words that Skillgate did not write',
      (on) => edit(on, ({ args, ...rest }) => ({ ...rest, args: [...args, '--evil', 'x\u200B'] })),
      'The entry also has --evil, which Skillgate didn’t write: it could start something else.',
    ],
  ])('and %s says so', async (_, happens, problem) => {
    const on = await through();
    happens(on);
    expect(await seen(on)).toMatchObject({ state: 'through', problem });
  });

  it('of another Skillgate says which, or that it is not there', async () => {
    const on = await through();
    edit(on, (entry) => ({ ...entry, command: '/tmp/skillgate' }));
    expect(await seen(on)).toMatchObject({
      state: 'other',
      problem: 'The program /tmp/skillgate no longer exists.',
    });
    on.programs.add('/tmp/skillgate');
    const problem = 'It starts /tmp/skillgate, which isn’t this Skillgate.';
    expect(await seen(on)).toMatchObject({ state: 'other', problem });
    const parts = { ...on.parts, launcher: err('an AppImage') };
    expect(await seen(on, parts)).toMatchObject({ state: 'other', problem });
  });
});
