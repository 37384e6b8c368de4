import { describe, expect, it } from 'vitest';
import { err, ok } from '../../../shared/result.ts';
import { stage } from '../testing/stage.ts';
import { applyHost, previewHost, type PendingChanges } from './change.ts';
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
async function opened(file = text) {
  const on = machine({ cursor: file });
  const scene = await stage();
  const { hostFiles, hostLedger } = on.parts;
  const parts = { ...scene.app, hostFiles, hostLedger, launcher: ok(launcher) };
  const pending: PendingChanges = new Map();
  const preview = async (
    labels: readonly string[],
    to: 'through' | 'direct' | 'repair' = 'through',
    exposes?: readonly 'tools'[],
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
  const apply = (changeId: string) => applyHost(parts, pending, changeId);
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
      { label: 'b', project: '', server: 'b', line: 13 },
    ]);
    const [first] = change.entries;
    expect(first?.lines.filter(({ kind }) => kind === 'removed').map((one) => one.text)).toContain(
      '        "••••"',
    );
    expect(change.added).toEqual([
      {
        label: 'a',
        isNew: true,
        start: {
          command: 'acme',
          args: [[{ text: 'serve' }], [{ text: '--token' }], [{ masked: 6 }]],
          folder: null,
          environment: [{ name: 'MODE', value: [{ text: 'on' }], loadsCode: false }],
          origin: '/home/cursor',
        },
      },
      { label: 'b', isNew: true, start: null },
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
    expect(await apply(changeId)).toEqual(ok({ path: '/home/cursor', backup: '/data/cursor' }));
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
