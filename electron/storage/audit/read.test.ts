import { appendFile, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../../core/digest.ts';
import type { AuditQuery } from '../../engine/ports/decisions.ts';
import { openAuditLog } from './read.ts';
import { openStore, put, temporaryFolder } from '../testing/forge.ts';

const everything: AuditQuery = { server: null, text: '', action: null };
let folder: string;
let path: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  path = join(folder, 'audit.jsonl');
});

/** 2,500 lines: several steps of a backward read. */
async function fill(): Promise<void> {
  const store = await openStore(folder);
  await store.commit(
    Array.from({ length: 2_500 }, (_, index) =>
      put(`skill-${index}`, index % 5 === 0 ? { decision: 'denied' } : {}),
    ),
  );
  await store.close();
}

describe('reading the audit', () => {
  it('has no lines where there is no file', async () => {
    const log = openAuditLog(path);
    expect(await log.page(everything, null, 10)).toEqual({ lines: [], more: false });
    expect(await log.chain()).toEqual({ ok: true, lines: 0 });
    expect(await log.text(everything)).toEqual({ text: '', complete: true });
  });

  it('gives the newest first, a page at a time, every line once', async () => {
    await fill();
    const log = openAuditLog(path);
    const seen: number[] = [];
    for (let before: number | null = null; ;) {
      const page = await log.page(everything, before, 400);
      seen.push(...page.lines.map(({ seq }) => seq));
      if (!page.more) break;
      before = page.lines.at(-1)?.seq ?? 0;
    }
    expect(seen).toEqual(Array.from({ length: 2_500 }, (_, index) => 2_500 - index));
    expect(await log.chain()).toEqual({ ok: true, lines: 2_500 });
  });

  it('filters by server, skill, action and text in any case of letters', async () => {
    await fill();
    const log = openAuditLog(path);
    const denied = await log.page({ ...everything, action: 'denied' }, null, 1_000);
    expect(denied.lines).toHaveLength(500);
    expect(new Set(denied.lines.map(({ action }) => action))).toEqual(new Set(['denied']));
    expect((await log.page({ ...everything, server: 'other' }, null, 500)).lines).toEqual([]);
    expect(
      (await log.page({ ...everything, uri: 'skill://acme/skill-7/SKILL.md' }, null, 500)).lines,
    ).toHaveLength(1);
    expect(
      (await log.page({ ...everything, text: 'SKILL-2499' }, null, 500)).lines.map(
        ({ seq }) => seq,
      ),
    ).toEqual([2_500]);
  });

  it('searches every field that a person sees, and exports only what is found', async () => {
    const store = await openStore(folder);
    await store.note([
      { action: 'denied', server: 'Acme', uri: 'a:1', setDigest: sha256('x'), detail: 'why not' },
      { action: 'approved', server: 'other', uri: 'b:2', setDigest: null, detail: '' },
    ]);
    await store.close();
    const log = openAuditLog(path);
    const found = async (text: string): Promise<readonly number[]> =>
      (await log.page({ ...everything, text }, null, 9)).lines.map(({ seq }) => seq);
    for (const text of ['deni', 'aCME', 'A:1', 'Why', sha256('x').toUpperCase()])
      expect([text, await found(text)]).toEqual([text, [1]]);
    for (const text of ['ADA', '2026-11-21t']) expect(await found(text)).toEqual([2, 1]);
    expect(await found('stryker')).toEqual([]);
    const [first] = (await readFile(path, 'utf8')).split('\n');
    expect(await log.text({ ...everything, server: 'Acme' })).toEqual({
      text: `${first}\n`,
      complete: true,
    });
  });

  it('reads a log that begins with an empty line', async () => {
    const store = await openStore(folder);
    await store.commit([put('a')]);
    await writeFile(path, `\n${await readFile(path, 'utf8')}`);
    const log = openAuditLog(path);
    expect((await log.page(everything, null, 9)).lines.map(({ seq }) => seq)).toEqual([1]);
    const other = { ...everything, uri: 'skill://acme/b/SKILL.md' };
    expect((await log.page(other, null, 9)).lines).toEqual([]);
  });

  it('says in words why the chain is broken, and reads no log through a link', async () => {
    await fill();
    const log = openAuditLog(path);
    await appendFile(path, 'x\n');
    expect(await log.chain()).toEqual({
      ok: false,
      line: 2_501,
      reason: 'cut short; the next decision will record the recovery',
    });
    await symlink(path, `${path}.link`);
    await expect(openAuditLog(`${path}.link`).page(everything, null, 1)).rejects.toThrow('ELOOP');
  });

  it('exports the lines as the file has them, oldest first', async () => {
    await fill();
    expect(await openAuditLog(path).text(everything)).toEqual({
      text: await readFile(path, 'utf8'),
      complete: true,
    });
  });

  it('passes over a damaged line and a torn end, and names the first broken line', async () => {
    await fill();
    const lines = (await readFile(path, 'utf8')).split('\n');
    lines[9] = lines[9]?.replace('approved', 'denied!!') ?? '';
    await writeFile(path, lines.join('\n'));
    await appendFile(path, '{"seq":2501,"at":');
    const log = openAuditLog(path);
    expect((await log.page(everything, null, 1)).lines.map(({ seq }) => seq)).toEqual([2_500]);
    expect(await log.chain()).toMatchObject({ ok: false, line: 10 });
  });

  it('checks the chain anew when the file has changed', async () => {
    await fill();
    const log = openAuditLog(path);
    expect(await log.chain()).toMatchObject({ ok: true });
    await appendFile(path, 'x\n');
    expect(await log.chain()).toMatchObject({ ok: false, line: 2_501 });
  });
});
