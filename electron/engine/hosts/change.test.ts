import { describe, expect, it } from 'vitest';
import { err, ok } from '../../../shared/result.ts';
import type { ServerTrial, TrialRunner } from '../ports/servers.ts';
import { stage } from '../testing/stage.ts';
import { applyHost, previewHost, type PendingChanges } from './change.ts';
import { syncServers } from '../servers/roster.ts';
import { cursor } from './testing/servers.ts';
import { launcher, machine } from './testing/stage.ts';
import { makeEntryKey } from './view.ts';

const key = (label: string): string => makeEntryKey({ path: ['mcpServers', label] });
const text = cursor({
  a: { command: 'acme', args: ['serve', '--token', 'sekret'], env: { MODE: 'on' } },
  b: { url: 'https://b.example/mcp' },
  c: { command: 'c', envFile: '.env' },
});

/** The application, over the files of a host. */
async function opened(file = text, trial?: TrialRunner) {
  const on = machine({ cursor: file });
  const scene = await stage();
  const { hostFiles, hostLedger } = on.parts;
  const parts = {
    ...scene.app,
    hostFiles,
    hostLedger,
    launcher: ok(launcher),
    ...(trial === undefined ? {} : { trial }),
  };
  const pending: PendingChanges = new Map();
  const preview = async (
    labels: readonly string[],
    to: 'through' | 'direct' | 'repair' = 'through',
    exposes?: readonly 'tools'[] | 'usual',
  ) => {
    const keys = labels.map(key);
    const change = await previewHost(parts, pending, {
      host: 'cursor',
      path: '/home/cursor',
      keys,
      to,
      exposes,
    });
    if (!change.ok) throw new Error(change.error.message);
    return change.value;
  };
  const apply = (changeId: string, isUntested = true) =>
    applyHost(parts, pending, { changeId, isUntested });
  return { on, scene, parts, pending, preview, apply };
}

describe('a change of a host', () => {
  it('has the ways to show skills that were chosen', async () => {
    const { preview, apply, on } = await opened();
    const { changeId } = await preview(['a'], 'through', ['tools']);
    expect((await apply(changeId)).ok).toBe(true);
    expect(on.text('cursor')).toMatch(/"--expose",\s*"tools"/);
  });

  it('points an entry of a moved installation at this one, and can be undone to the byte', async () => {
    const { preview, apply, on } = await opened();
    await apply((await preview(['a'])).changeId);
    const before = on.text('cursor');
    on.write('cursor', before.replace(launcher.command, '/moved/skillgate'));
    const { changeId, entries } = await preview(['a', 'b'], 'repair');
    expect(entries).toMatchObject([{ label: 'a', server: 'a' }]);
    expect((await apply(changeId)).ok).toBe(true);
    expect(on.text('cursor')).toBe(before);
    await apply((await preview(['a'], 'direct')).changeId);
    expect(on.text('cursor')).toBe(text);
  });

  it('is shown as it would be written, and writes nothing', async () => {
    const { on, preview, scene } = await opened();
    const change = await preview(['a', 'b', 'c']);
    expect(change).toMatchObject({ host: 'cursor', name: 'Cursor', path: '/home/cursor' });
    expect(change.entries).toMatchObject([
      { label: 'a', project: '', server: 'a', line: 3 },
      { label: 'b', project: '', server: 'b', line: 14 },
    ]);
    const [first] = change.entries;
    expect(first?.lines.filter(({ kind }) => kind === 'removed').map((one) => one.text)).toContain(
      '        "••••"',
    );
    expect(change.added).toEqual([
      {
        label: 'a',
        ...{ isNew: true, isAllowed: false },
        start: {
          command: 'acme',
          args: [[{ text: 'serve' }], [{ text: '--token' }], [{ masked: 6 }]],
          folder: null,
          environment: [{ name: 'MODE', value: [{ text: 'on' }], loadsCode: false }],
          origin: '/home/cursor',
        },
      },
      { label: 'b', isNew: true, isAllowed: false, start: null },
    ]);
    expect(change.left).toMatchObject([
      { label: 'c', reason: expect.stringMatching(/^envFile can be /) },
    ]);
    expect(on.text('cursor')).toBe(text);
    expect(scene.app.catalogue.servers.size).toBe(0);
  });

  it('is written once, whole, and its servers are there at once', async () => {
    const { on, preview, apply, scene } = await opened();
    const { changeId } = await preview(['a', 'b']);
    expect(await apply(changeId)).toEqual(
      ok({ path: '/home/cursor', outcome: 'written', tried: [] }),
    );
    expect([...scene.app.catalogue.servers.keys()]).toEqual(['a', 'b']);
    expect(on.ledger).toHaveLength(2);
    expect(await apply(changeId)).toEqual(
      err({ code: 'not-found', message: 'This change has expired. Review the app again.' }),
    );
    const back = await preview(['a'], 'direct');
    expect(back.entries.map(({ label }) => label)).toEqual(['a']);
    expect(back.added).toEqual([]);
    expect(await apply(back.changeId)).toMatchObject({ ok: true });
    expect(on.ledger.map(({ path }) => path.at(-1))).toEqual(['b']);
  });

  it('that stopped half way shows the server that was added by then', async () => {
    const { on, preview, apply, scene } = await opened();
    const { changeId } = await preview(['a']);
    on.meanwhile(() => on.write('cursor', '{}'));
    expect(await apply(changeId)).toMatchObject({ error: { code: 'stale' } });
    expect([...scene.app.catalogue.servers.keys()]).toEqual(['a']);
  });

  it('is of what was asked for alone', async () => {
    const { preview } = await opened();
    expect((await preview(['b'])).entries.map(({ label }) => label)).toEqual(['b']);
    expect(await preview([])).toMatchObject({ entries: [], added: [], left: [] });
  });

  it('is held for the last twenty that were looked at', async () => {
    const { preview, apply, pending } = await opened();
    const first = await preview(['b']);
    const second = await preview(['b']);
    for (let more = 0; more < 19; more += 1) await preview([]);
    expect(pending.size).toBe(20);
    expect(await apply(first.changeId)).toMatchObject({ error: { code: 'not-found' } });
    expect(await apply(second.changeId)).toMatchObject({ ok: true });
  });

  it('is none where the file cannot be read', async () => {
    const { parts, pending } = await opened('{');
    const at = { host: 'cursor', path: '/home/cursor' } as const;
    const asked = { ...at, keys: [key('a')], to: 'through' } as const;
    expect(await previewHost(parts, pending, asked)).toMatchObject({ error: { code: 'refused' } });
    expect(pending.size).toBe(0);
  });

  it('is refused for a file that is not one of the app', async () => {
    const { parts, pending } = await opened('{}');
    const at = { host: 'cursor', path: '/etc/passwd' } as const;
    expect(await previewHost(parts, pending, { ...at, keys: ['[]'], to: 'through' })).toMatchObject(
      {
        error: { code: 'not-found', message: 'Cursor has no file at /etc/passwd.' },
      },
    );
  });
});

const works: ServerTrial = { outcome: 'ready', tools: ['count'], prompts: [], skills: null };
const broken: ServerTrial = { outcome: 'failed', reason: 'exited with code 4' };

describe('a change of a host that is tried', () => {
  const isGateway = (config: Parameters<TrialRunner>[1]): boolean =>
    config.type === 'stdio' && config.command === launcher.command;

  it('starts each shown server through Skillgate and directly, and says how far it is', async () => {
    const started: string[] = [];
    const { preview, apply, on, scene } = await opened(text, async (label, config) => {
      started.push(`${label} ${isGateway(config) ? 'through' : 'directly'}`);
      // No window connects to it meanwhile: two of one server may want the same port.
      await syncServers(scene.app);
      expect(scene.app.catalogue.servers.size).toBe(0);
      return works;
    });
    const { changeId } = await preview(['a', 'b']);
    expect(await apply(changeId, false)).toMatchObject({
      value: {
        outcome: 'written',
        tried: [
          {
            label: 'a',
            isSame: true,
            isLeft: false,
            text: expect.stringMatching(/^works the same/),
          },
          { label: 'b', isSame: true, isLeft: false },
        ],
      },
    });
    expect(started).toEqual(['a through', 'a directly', 'b through', 'b directly']);
    const steps = scene.events.flatMap((event) =>
      event.type === 'operation' && event.kind === 'protect' ? [event.message] : [],
    );
    expect(steps).toContain('Starting a directly and through Skillgate, 1 of 2');
    expect(steps).toContain('Contacting b directly and through Skillgate, 2 of 2');
    expect(on.ledger).toHaveLength(2);
    expect([...scene.app.catalogue.servers.keys()]).toEqual(['a', 'b']);
  });

  it('leaves what works only directly unchanged, adds no server for it, and writes the rest', async () => {
    const { preview, apply, on, scene } = await opened(text, async (label, config) =>
      label === 'a' && isGateway(config) ? broken : works,
    );
    expect(await apply((await preview(['a', 'b'])).changeId, false)).toMatchObject({
      value: {
        outcome: 'written',
        tried: [
          { label: 'a', isLeft: true, text: expect.stringContaining('exited with code 4') },
          { label: 'b', isLeft: false },
        ],
      },
    });
    expect(on.ledger.map(({ server }) => server)).toEqual(['b']);
    expect([...scene.app.catalogue.servers.keys()]).toEqual(['b']);
    // Once more without a trial, as the person may choose.
    expect(await apply((await preview(['a'])).changeId)).toMatchObject({
      value: { outcome: 'written' },
    });
  });

  it('writes nothing if nothing is left of it', async () => {
    const { preview, apply, on, scene } = await opened(text, async (_, config) =>
      isGateway(config) ? broken : works,
    );
    expect(await apply((await preview(['a'])).changeId, false)).toMatchObject({
      value: { outcome: 'unchanged' },
    });
    expect(on.text('cursor')).toBe(text);
    expect(scene.app.catalogue.servers.size).toBe(0);
    expect(scene.consents.allowed.size).toBe(0);
  });

  it('is cancelled between two starts: nothing more starts, and nothing is added or written', async () => {
    const started: string[] = [];
    const { preview, apply, on, scene } = await opened(text, async (label, _, signal) => {
      started.push(label);
      const running = scene.app.operations.all().find(({ kind }) => kind === 'protect');
      scene.app.operations.cancel(running?.operationId ?? '');
      expect(signal.aborted).toBe(true);
      return broken;
    });
    expect(await apply((await preview(['a', 'b'])).changeId, false)).toMatchObject({
      value: { outcome: 'cancelled', tried: [] },
    });
    expect(new Set(started)).toEqual(new Set(['a']));
    expect(on.text('cursor')).toBe(text);
    expect(scene.app.catalogue.servers.size).toBe(0);
    expect(scene.app.operations.all()).toMatchObject([{ kind: 'protect', status: 'cancelled' }]);
  });

  it('is not written over a file that was edited while servers started', async () => {
    const edited = cursor({ a: { command: 'other' } });
    const { preview, apply, on, scene } = await opened(text, async () => {
      on.write('cursor', edited);
      return works;
    });
    expect(await apply((await preview(['a'])).changeId, false)).toMatchObject({
      error: { code: 'stale' },
    });
    expect(on.text('cursor')).toBe(edited);
    expect(scene.app.catalogue.servers.size).toBe(0);
  });

  it('shows a server that may start already, since the trial starts it', async () => {
    const { preview, apply, parts } = await opened(text, async () => works);
    await apply((await preview(['a'])).changeId);
    await apply((await preview(['a'], 'direct')).changeId);
    const start = { command: 'acme', origin: parts.servers.path };
    expect((await preview(['a'])).added).toMatchObject([
      { label: 'a', isNew: false, isAllowed: true, start },
    ]);
  });

  it('starts nothing where only the way to show skills changes, and undo stays exact', async () => {
    let starts = 0;
    const { preview, apply, on } = await opened(text, async () => {
      starts += 1;
      return works;
    });
    await apply((await preview(['a'])).changeId);
    const shown = await preview(['a'], 'through', ['tools']);
    expect(shown).toMatchObject({ entries: [{ label: 'a' }], added: [] });
    expect(await apply(shown.changeId, false)).toMatchObject({ value: { outcome: 'written' } });
    expect(on.text('cursor')).toMatch(/"--expose",\s*"tools"/);
    expect(await apply((await preview(['a'], 'through', 'usual')).changeId, false)).toMatchObject({
      value: { outcome: 'written' },
    });
    expect(on.text('cursor')).not.toContain('--expose');
    expect((await preview(['a'], 'through', 'usual')).left).toMatchObject([
      { reason: 'it already starts Skillgate and shows skills in this way' },
    ]);
    expect(starts).toBe(0);
    await apply((await preview(['a'], 'direct')).changeId);
    expect(on.text('cursor')).toBe(text);
  });
});
