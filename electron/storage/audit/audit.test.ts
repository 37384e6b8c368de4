import { appendFile, mkdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AuditLine } from '../../../shared/model/approval.ts';
import { canonicalJson } from '../../core/canonical-json.ts';
import { sha256 } from '../../core/digest.ts';
import type { AuditEntry } from '../../engine/ports/decisions.ts';
import { genesis } from './line.ts';
import { verifyAudit } from './verify.ts';
import { AuditWriter } from './audit.ts';
import { at, temporaryFolder } from '../testing/forge.ts';

let path: string;
beforeEach(async () => {
  path = join(await temporaryFolder(), 'audit.jsonl');
});

const entry = (uri: string, detail = ''): AuditEntry => ({
  action: 'approved',
  server: 'acme',
  uri,
  setDigest: null,
  detail,
});
const open = (): AuditWriter => new AuditWriter({ path, now: () => at, actor: 'ada' });
const lines = async (): Promise<AuditLine[]> =>
  (await readFile(path, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as AuditLine);

async function edit(change: (lines: string[]) => string[]): Promise<void> {
  const text = (await readFile(path, 'utf8')).trimEnd().split('\n');
  await writeFile(path, `${change(text).join('\n')}\n`);
}

describe('the audit', () => {
  it('chains every line to the one before, over several writers', async () => {
    const [one, two] = [open(), open()];
    await one.append([entry('a'), entry('b')]);
    await two.append([entry('c')]);
    await one.append([entry('d')]);
    const written = await lines();
    expect(written.map(({ seq, uri, at: time, actor }) => [seq, uri, time, actor])).toEqual(
      ['a', 'b', 'c', 'd'].map((uri, index) => [index + 1, uri, '2026-11-21T12:00:00.000Z', 'ada']),
    );
    expect(written.map(({ prev }) => prev)).toEqual([
      genesis,
      ...written.slice(0, -1).map(({ hash }) => hash),
    ]);
    expect(await verifyAudit(path)).toEqual({ ok: true, lines: 4, recovered: 0 });
  });

  it('holds whatever a server put into a URI', async () => {
    await open().append([entry('skill://\ud800/\n"\u202e', 'x'.repeat(200_000)), entry('b')]);
    await open().append([entry('c')]);
    expect(await verifyAudit(path)).toEqual({ ok: true, lines: 3, recovered: 0 });
  });

  it.each([1, 7, 40])('keeps a last line cut by %i bytes and vouches for it', async (cut) => {
    await open().append([entry('a'), entry('b')]);
    const size = (await readFile(path)).length;
    await truncate(path, size - cut);
    await open().append([entry('c')]);
    expect(await verifyAudit(path)).toMatchObject({ ok: true, recovered: cut === 1 ? 0 : 1 });
    const whole = (await readFile(path, 'utf8')).split('\n').filter((line) => line.endsWith('}'));
    expect(whole.map((line) => (JSON.parse(line) as AuditLine).action)).toEqual(
      cut === 1
        ? ['approved', 'approved', 'approved']
        : ['approved', 'store-recovered', 'approved'],
    );
  });

  it('goes on after a tail of zeros, as a power failure leaves it', async () => {
    await open().append([entry('a')]);
    await appendFile(path, Buffer.alloc(70_000));
    await open().append([entry('b')]);
    expect(await verifyAudit(path)).toEqual({ ok: true, lines: 3, recovered: 1 });
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace('\0', 'x'));
    expect(await verifyAudit(path)).toMatchObject({ ok: false, line: 2 });
  });

  it('goes on from a line that is longer than one step back', async () => {
    await open().append([entry('a'), entry('b', 'x'.repeat(70_000))]);
    await open().append([entry('c')]);
    await open().append([entry('d', 'y'.repeat(300_000))]);
    await open().append([entry('e')]);
    expect((await lines()).map(({ seq, uri }) => `${seq}${uri}`)).toEqual([
      '1a',
      '2b',
      '3c',
      '4d',
      '5e',
    ]);
    expect(await verifyAudit(path)).toEqual({ ok: true, lines: 5, recovered: 0 });
  });

  it('goes on from an edited line as it stands, which verifying names', async () => {
    await open().append([entry('a'), entry('b')]);
    await edit((all) => all.map((line) => line.replace('"uri":"b"', '"uri":"x"')));
    await open().append([entry('c')]);
    expect((await lines()).map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(await verifyAudit(path)).toMatchObject({ ok: false, line: 2 });
  });

  it('does not take a line for whole that a crash cut to what still is JSON', async () => {
    await open().append([entry('a'), entry('b')]);
    const [first = '', second = ''] = (await readFile(path, 'utf8')).split('\n');
    await writeFile(path, `${first}\n${second.replace('"uri":"b"', '"uri":"x"')}`);
    await open().append([entry('c')]);
    expect(await verifyAudit(path)).toMatchObject({ ok: false, line: 2 });
    const [, , recovery, last] = await lines();
    expect([recovery?.action, recovery?.seq, last?.seq]).toEqual(['store-recovered', 2, 3]);
  });

  it('begins a chain after a file of nothing but damage, which it vouches for', async () => {
    await writeFile(path, '\nno line\n');
    await open().append([entry('a')]);
    expect(await verifyAudit(path)).toEqual({ ok: true, lines: 2, recovered: 2 });
  });

  it('does not append through a symbolic link or to something that is no file', async () => {
    const target = `${path}.target`;
    await writeFile(target, 'mine');
    await symlink(target, path);
    await expect(open().append([entry('a')])).rejects.toThrow();
    expect(await readFile(target, 'utf8')).toBe('mine');
    const folder = `${path}.folder`;
    await mkdir(folder);
    await expect(
      new AuditWriter({ path: folder, now: () => at, actor: 'ada' }).append([entry('a')]),
    ).rejects.toThrow();
  });
});

describe('verifying the audit', () => {
  beforeEach(() => open().append([entry('a'), entry('b'), entry('c'), entry('d')]));

  const edited = 'the hash does not match the line';
  const notNext = 'does not follow the line before it';
  it.each<readonly [string, (lines: string[]) => string[], number, string]>([
    [
      'an edited line',
      (all) =>
        all.map((line, index) => (index === 1 ? line.replace('"uri":"b"', '"uri":"x"') : line)),
      2,
      edited,
    ],
    ['a removed line', (all) => all.filter((_, index) => index !== 1), 2, notNext],
    ['two lines in another order', ([a = '', b = '', c = '', d = '']) => [a, c, b, d], 2, notNext],
    ['a line written twice', ([a = '', b = '', c = '', d = '']) => [a, b, b, c, d], 3, notNext],
    [
      'a line that is no JSON',
      (all) => all.map((line, index) => (index === 2 ? 'gone' : line)),
      3,
      'not an audit line',
    ],
    ['a first line that is missing', (all) => all.slice(1), 1, notNext],
    [
      'a line that jumps a number, with a hash of its own',
      (all) => {
        const [, , , last] = all.map((line) => JSON.parse(line) as AuditLine);
        const { hash: _, ...body } = { ...(last as AuditLine), seq: 9 };
        return [...all.slice(0, 3), JSON.stringify({ ...body, hash: sha256(canonicalJson(body)) })];
      },
      4,
      'number 9 follows number 3',
    ],
    [
      'half a character put into a line',
      (all) =>
        all.map((line, index) =>
          index === 3 ? line.replace('"uri":"d"', '"uri":"\\ud800"') : line,
        ),
      4,
      edited,
    ],
    [
      'a last line that is damaged',
      (all) => [...all.slice(0, 3), 'gone'],
      4,
      'cut short; the next decision will record the recovery',
    ],
  ])('names the place of %s, and what is wrong', async (_, change, line, reason) => {
    await edit(change);
    expect(await verifyAudit(path)).toEqual({ ok: false, line, reason });
  });

  it('counts every damaged line that the log accounts for, and none that it does not', async () => {
    await appendFile(path, 'half\nof\n\na line');
    await open().append([entry('e')]);
    expect(await verifyAudit(path)).toEqual({ ok: true, lines: 6, recovered: 4 });
    const recovery = (await readFile(path, 'utf8')).split('\n').at(-3) ?? '';
    expect(JSON.parse(recovery)).toMatchObject({
      action: 'store-recovered',
      server: '',
      uri: '',
      setDigest: null,
      detail: `kept a damaged line: 15 bytes, ${sha256('half\nof\n\na line')}`,
    });
    await edit((all) => all.map((line) => (line === 'of' ? 'off' : line)));
    expect(await verifyAudit(path)).toEqual({ ok: false, line: 5, reason: 'not an audit line' });
  });

  it('holds no more damage in memory than it may, and accounts for no more', async () => {
    const size = 16 * 1024 * 1024;
    await writeFile(path, Buffer.alloc(size));
    await open().append([entry('e')]);
    expect(await verifyAudit(path)).toMatchObject({ ok: true, recovered: 1 });
    await writeFile(path, Buffer.alloc(size + 1));
    await open().append([entry('e')]);
    expect(await verifyAudit(path)).toEqual({ ok: false, line: 1, reason: 'not an audit line' });
  });

  it('says why a log cannot be read, at no line', async () => {
    await mkdir(`${path}.folder`);
    expect(await verifyAudit(`${path}.folder`)).toEqual({
      ok: false,
      line: 0,
      reason: expect.stringContaining('EISDIR'),
    });
  });

  it('has nothing to say against a log that is not there yet', async () => {
    expect(await verifyAudit(`${path}.none`)).toEqual({ ok: true, lines: 0, recovered: 0 });
  });
});
