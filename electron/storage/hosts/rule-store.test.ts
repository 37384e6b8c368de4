import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nothingWritten } from '../../core/hosts/permission-rules.ts';
import type { RuleFile, RuleRecord } from '../../engine/ports/hosts.ts';
import { openHostFiles } from './host-files.ts';
import { ruleStoreOnUse } from './lazy-rule-store.ts';
import { managedProblem } from './managed-settings.ts';

let home: string;
let data: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'skillgate-rules-'));
  data = join(home, 'data');
  mkdirSync(data, { mode: 0o700 });
  mkdirSync(join(home, '.claude'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function open(env: Record<string, string> = {}) {
  const place = { platform: 'linux' as const, home, env };
  return ruleStoreOnUse(place, data, 'servers', openHostFiles(place, data), async () => []);
}
const at = (path = join(home, '.claude', 'settings.json')): RuleFile => ({
  ...{ id: 'claude-code', path, serverFiles: [] },
});
const kept = (): RuleRecord => ({
  ...{ host: 'claude-code', file: at().path, serverFiles: [], written: nothingWritten },
  ...{ madeFile: false, since: '2026-11-26T00:00:00.000Z' },
});

describe('the settings of an app', () => {
  it('are where its environment says', async () => {
    const paths = async (env: Record<string, string>) =>
      (await open(env).files()).map(({ path, serverFiles }) => [path, ...serverFiles]);
    expect(await paths({})).toEqual([[at().path, join(home, '.claude.json')]]);
    expect(await paths({ CLAUDE_CONFIG_DIR: '/claude' })).toEqual([
      ['/claude/settings.json', '/claude/.claude.json'],
    ]);
  });

  it('of another user are not Skillgate’s to write', async () => {
    writeFileSync(at().path, '{}');
    expect((await open().read(at())).ok).toBe(true);
    const own = process.getuid?.() ?? 0;
    vi.spyOn(process, 'getuid').mockReturnValue(own + 12_345);
    expect(await open().read(at())).toEqual({
      ok: false,
      error: `${at().path} belongs to another user`,
    });
  });

  it('are made in one step, and deleted only unchanged', async () => {
    const store = open();
    expect(await store.read(at())).toEqual({ ok: true, value: null });
    expect(await store.write(at(), null, Buffer.from('{"a": 1}'))).toEqual({ ok: true });
    expect(await store.write(at(), null, Buffer.from('{}'))).toMatchObject({
      error: { reason: 'changed' },
    });
    const file = await store.read(at());
    if (!file.ok || file.value === null) throw new Error('no file');
    writeFileSync(at().path, '{"a": 2}');
    expect(await store.write(at(), file.value, null)).toMatchObject({
      error: { reason: 'changed' },
    });
    expect(readFileSync(at().path, 'utf8')).toBe('{"a": 2}');
    const now = await store.read(at());
    expect(await store.write(at(), now.ok ? now.value : null, null)).toEqual({ ok: true });
    expect(existsSync(at().path)).toBe(false);
  });

  it('are nowhere if the app isn’t set up', async () => {
    const path = join(home, 'none', 'settings.json');
    expect(await open().read(at(path))).toMatchObject({
      error: expect.stringContaining('isn’t set up here') as never,
    });
  });
});

describe('the record of rules', () => {
  it('is kept for others to read, and gone with its last entry', async () => {
    const store = open();
    expect(await store.list()).toEqual({ ok: true, value: [] });
    await store.exclusively(async (_, keep) => keep([kept()]));
    expect(await open().list()).toEqual({ ok: true, value: [kept()] });
    await store.exclusively(async (records, keep) => keep(records.slice(1)));
    expect(existsSync(join(data, 'host-rules.json'))).toBe(false);
  });

  it.each(['{', '{"format": "skillgate/host-rules@2", "hosts": []}'])(
    'is never written over if it can’t be read: %s',
    async (text) => {
      const path = join(data, 'host-rules.json');
      writeFileSync(path, text, { mode: 0o600 });
      const store = open();
      const error = `${path} is damaged`;
      expect(await store.list()).toEqual({ ok: false, error });
      const work = vi.fn<() => Promise<void>>();
      expect(await store.exclusively(work)).toEqual({ ok: false, error });
      expect(work).not.toHaveBeenCalled();
      expect(readFileSync(path, 'utf8')).toBe(text);
    },
  );
});

describe('an administrator’s settings', () => {
  const managed = (name: string, text: string): void => {
    const path = join(home, 'managed', name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, text);
  };
  const problem = () => managedProblem('Claude Code', join(home, 'managed'));

  it('leave a person’s rules in force unless they say otherwise', async () => {
    expect(await problem()).toBeNull();
    managed('managed-settings.json', '{"permissions": {"deny": ["Skill"]}}');
    managed('managed-settings.d/10-more.json', '{"allowManagedPermissionRulesOnly": false}');
    managed('managed-settings.d/notes.txt', '{');
    expect(await problem()).toBeNull();
  });

  it.each(['managed-settings.json', 'managed-settings.d/20-rules.json'])(
    'turn them off in %s, and may do so if they can’t be read',
    async (name) => {
      managed(name, '{"allowManagedPermissionRulesOnly": true}');
      expect(await problem()).toMatch(/^Claude Code ignores your own rules, because/);
      managed(name, '{');
      expect(await problem()).toMatch(/can’t be read$/);
    },
  );
});
