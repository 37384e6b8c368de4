import { describe, expect, it } from 'vitest';
import { err, ok } from '../../../shared/result.ts';
import { consentFingerprint } from '../../core/start/fingerprint.ts';
import { applyPlan } from './apply.ts';
import { planBack, planThrough, type HostPlan } from './plan.ts';
import { cursor } from './testing/servers.ts';
import { fileOf, machine } from './testing/stage.ts';

const all = () => true;
const text = cursor({ a: { command: 'a' } });
const path = '/home/cursor';
type Machine = ReturnType<typeof machine>;
type Parts = Machine['parts'];

async function planned(on: Machine, to: HostPlan['to'] = 'through'): Promise<HostPlan> {
  const plan = await (to === 'through' ? planThrough : planBack)(on.parts, fileOf('cursor'), all);
  if (!plan.ok) throw new Error(plan.error.message);
  return plan.value;
}

const failed = (code: string, message: string) => err({ code, message });
const noSpace = async () => err('no space is left');

describe('protecting a host leaves its file as it was and says why', () => {
  const breaks: readonly [string, (parts: Parts) => Partial<Parts>, string, string][] = [
    [
      'the yes can’t be written',
      ({ consents }) => ({ consents: { ...consents, allow: async () => err('unwritable') } }),
      'store',
      'Couldn’t save permission to use a. Nothing was changed.',
    ],
    [
      'the label is another server’s by now',
      ({ servers }) => ({ servers: { ...servers, add: async () => err('label-taken') } }),
      'stale',
      'Another server is labeled a now. Refresh and try again.',
    ],
    [
      'the list of servers can’t be written',
      ({ servers }) => ({ servers: { ...servers, add: async () => err('unwritable') } }),
      'store',
      'Couldn’t write /data/servers.json. Nothing was changed.',
    ],
    [
      'no copy can be kept',
      ({ hostFiles }) => ({ hostFiles: { ...hostFiles, keep: noSpace } }),
      'store',
      `Couldn’t back up ${path}: no space is left`,
    ],
    [
      'what was kept earlier cannot be read',
      ({ hostLedger }) => ({ hostLedger: { ...hostLedger, list: noSpace } }),
      'store',
      `no space is left; ${path} is unchanged.`,
    ],
    [
      'the way back cannot be kept',
      ({ hostLedger }) => ({ hostLedger: { ...hostLedger, put: noSpace } }),
      'store',
      `no space is left; ${path} is unchanged.`,
    ],
    [
      'the file can’t be written',
      ({ hostFiles }) => ({
        hostFiles: {
          ...hostFiles,
          replace: async () => err({ reason: 'unwritable', message: 'it is read only' }),
        },
      }),
      'store',
      'it is read only; Skillgate wrote nothing. Refresh and try again.',
    ],
    [
      'the file is another one by now',
      ({ hostFiles }) => ({
        hostFiles: {
          ...hostFiles,
          replace: async () => err({ reason: 'changed', message: 'it changed' }),
        },
      }),
      'stale',
      'it changed; Skillgate wrote nothing. Refresh and try again.',
    ],
    [
      'servers are for one run only',
      ({ options }) => ({ options: { ...options, sessionConfig: '/x.json' } }),
      'refused',
      'An app can’t use a list of servers that exists for one run only.',
    ],
  ];
  it.each(breaks)('where %s', async (_, broken, code, message) => {
    const on = machine({ cursor: text });
    const plan = await planned(on);
    const parts = { ...on.parts, ...broken(on.parts) };
    expect(await applyPlan(parts, plan)).toEqual(failed(code, message));
    expect([on.text('cursor'), on.ledger]).toEqual([text, []]);
  });

  it('and keeps the way back of another Skillgate, at other entries and in other files', async () => {
    const on = machine({ cursor: text });
    const plan = await planned(on);
    const line = { host: 'cursor', file: path, path: ['mcpServers', 'a'] } as const;
    const rest = { server: 'a', before: 'x', after: 'y', at: '2026-10-01T00:00:00.000Z' };
    const earlier = [
      { ...line, ...rest },
      { ...line, ...rest, path: ['mcpServers', 'b'] },
      { ...line, ...rest, file: '/home/other' },
      { ...line, ...rest, host: 'windsurf' as const },
    ];
    await on.parts.hostLedger.put(earlier);
    on.meanwhile(() => on.write('cursor', `${text}\n`));
    expect(await applyPlan(on.parts, plan)).toMatchObject({ error: { code: 'stale' } });
    expect(on.ledger).toHaveLength(4);
    expect(on.ledger).toEqual(expect.arrayContaining(earlier));
  });

  it('may go on in a list of servers for one run where no server is new', async () => {
    const on = machine({ cursor: text });
    on.configure('a', { command: 'a' });
    const plan = await planned(on);
    const options = { ...on.parts.options, sessionConfig: '/x.json' };
    expect(await applyPlan({ ...on.parts, options }, plan)).toEqual(ok({ backup: '/data/cursor' }));
  });

  it('writes nothing at all where nothing changes', async () => {
    const on = machine({ cursor: cursor({}) });
    const plan = await planned(on);
    on.killAfter(0);
    expect(await applyPlan(on.parts, plan)).toEqual(ok({ backup: null }));
  });

  it('keeps what stood there before, and says where, and when it was', async () => {
    const on = machine({ cursor: text });
    const done = await applyPlan(on.parts, await planned(on));
    expect(done).toEqual(ok({ backup: '/data/cursor' }));
    const kept = await on.parts.hostFiles.read('/data/cursor');
    expect(kept.ok && Buffer.from(kept.value.bytes).toString()).toBe(text);
    expect(on.ledger).toEqual([
      {
        ...{ host: 'cursor', file: path, path: ['mcpServers', 'a'], server: 'a' },
        ...{ before: '{\n      "command": "a"\n    }', after: expect.stringContaining('gateway') },
        at: '2026-11-01T00:00:00.000Z',
      },
    ]);
  });
});

describe('undoing leaves the file as it is and says why', () => {
  const breaks: readonly [string, (parts: Parts) => Partial<Parts>, string, string][] = [
    [
      'no copy can be kept',
      ({ hostFiles }) => ({ hostFiles: { ...hostFiles, keep: noSpace } }),
      'store',
      `Couldn’t back up ${path}: no space is left`,
    ],
    [
      'the file is another one by now',
      ({ hostFiles }) => ({
        hostFiles: {
          ...hostFiles,
          replace: async () => err({ reason: 'changed', message: 'it changed' }),
        },
      }),
      'stale',
      'it changed; Skillgate wrote nothing. Refresh and try again.',
    ],
  ];
  it.each(breaks)('where %s', async (_, broken, code, message) => {
    const on = machine({ cursor: text });
    await applyPlan(on.parts, await planned(on));
    const through = on.text('cursor');
    const plan = await planned(on, 'direct');
    const parts = { ...on.parts, ...broken(on.parts) };
    expect(await applyPlan(parts, plan)).toEqual(failed(code, message));
    expect(on.text('cursor')).toBe(through);
    expect(on.ledger).toHaveLength(1);
  });

  it('and says where the file is back and what was kept cannot be forgotten', async () => {
    const on = machine({ cursor: text });
    await applyPlan(on.parts, await planned(on));
    const plan = await planned(on, 'direct');
    const hostLedger = { ...on.parts.hostLedger, drop: noSpace };
    expect(await applyPlan({ ...on.parts, hostLedger }, plan)).toEqual(
      failed('store', 'no space is left'),
    );
    expect([on.text('cursor'), on.ledger.length]).toEqual([text, 1]);
  });

  it('or keeps no copy of what stands there already, and one of what does not', async () => {
    const on = machine({ cursor: text });
    await applyPlan(on.parts, await planned(on));
    expect(await applyPlan(on.parts, await planned(on, 'direct'))).toEqual(
      ok({ backup: '/data/cursor' }),
    );
    on.killAfter(0);
    expect(await applyPlan(on.parts, await planned(on, 'direct'))).toEqual(ok({ backup: null }));
  });
});

describe('a server that a host starts', () => {
  it('is asked about again where the yes was to something else', async () => {
    const on = machine({ cursor: text });
    on.configure('a', { command: 'a' });
    const [server] = on.servers.values();
    if (!server?.config.ok) throw new Error('no server');
    expect((await planned(on)).servers).toMatchObject([
      { label: 'a', isNew: false, isAllowed: false },
    ]);
    on.consents.set('a', 'another');
    expect((await planned(on)).servers).toMatchObject([
      { label: 'a', isNew: false, isAllowed: false },
    ]);
    on.consents.set('a', consentFingerprint(server.config.value));
    expect((await planned(on)).servers).toMatchObject([{ label: 'a', isAllowed: true }]);
  });

  it('is the one that has a folder to start in beside its entry, with the permission of that', async () => {
    const on = machine({ cursor: text });
    on.configure('a', { command: 'a', startIn: '/srv' });
    const [server] = on.servers.values();
    if (!server?.config.ok) throw new Error('no server');
    const config = server.config.value;
    const behind = {
      label: 'a',
      isNew: false,
      config,
      program: null,
      origin: on.parts.servers.path,
    };
    expect((await planned(on)).servers).toEqual([{ ...behind, isAllowed: false }]);
    on.consents.set('a', consentFingerprint(config));
    expect((await planned(on)).servers).toEqual([{ ...behind, isAllowed: true }]);
  });

  it('is not taken for one whose entry cannot be read, and gets a label that is free', async () => {
    const on = machine({ cursor: cursor({ a: { command: 'a' }, '\u200B': { command: 'b' } }) });
    on.configure('a', { command: 7 });
    const plan = await planned(on);
    expect(plan.servers.map(({ label, isNew }) => [label, isNew])).toEqual([
      ['a-2', true],
      ['server', true],
    ]);
  });

  it('is added once where two entries start the same', async () => {
    const on = machine({ cursor: cursor({ a: { command: 'x' }, b: { command: 'x' } }) });
    const plan = await planned(on);
    expect(plan.servers.map(({ label }) => label)).toEqual(['a']);
    expect(plan.changes.map(({ server }) => server)).toEqual(['a', 'a']);
  });
});
