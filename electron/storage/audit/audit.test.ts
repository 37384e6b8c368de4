import { appendFile, mkdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AuditLine } from '../../../shared/model/approval.ts';
import type { AuditEntry } from '../../usecases/ports/decisions.ts';
import { genesis } from './line.ts';
import { verifyAudit } from './verify.ts';
import { Audit } from './audit.ts';
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
const open = (): Audit => new Audit({ path, now: () => at, actor: 'ada' });
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

  it('does not append through a symbolic link or to something that is no file', async () => {
    const target = `${path}.target`;
    await writeFile(target, 'mine');
    await symlink(target, path);
    await expect(open().append([entry('a')])).rejects.toThrow();
    expect(await readFile(target, 'utf8')).toBe('mine');
    const folder = `${path}.folder`;
    await mkdir(folder);
    await expect(
      new Audit({ path: folder, now: () => at, actor: 'ada' }).append([entry('a')]),
    ).rejects.toThrow();
  });
});

describe('verifying the audit', () => {
  beforeEach(() => open().append([entry('a'), entry('b'), entry('c'), entry('d')]));

  it.each<readonly [string, (lines: string[]) => string[], number]>([
    [
      'an edited line',
      (all) =>
        all.map((line, index) => (index === 1 ? line.replace('"uri":"b"', '"uri":"x"') : line)),
      2,
    ],
    ['a removed line', (all) => all.filter((_, index) => index !== 1), 2],
    ['two lines in another order', ([a = '', b = '', c = '', d = '']) => [a, c, b, d], 2],
    ['a line written twice', ([a = '', b = '', c = '', d = '']) => [a, b, b, c, d], 3],
    ['a line that is no JSON', (all) => all.map((line, index) => (index === 2 ? 'gone' : line)), 3],
    ['a first line that is missing', (all) => all.slice(1), 1],
    [
      'half a character put into a line',
      (all) =>
        all.map((line, index) =>
          index === 3 ? line.replace('"uri":"d"', '"uri":"\\ud800"') : line,
        ),
      4,
    ],
    ['a last line that is damaged', (all) => [...all.slice(0, 3), 'gone'], 4],
  ])('names the place of %s', async (_, change, line) => {
    await edit(change);
    expect(await verifyAudit(path)).toMatchObject({ ok: false, line });
  });

  it('has nothing to say against a log that is not there yet', async () => {
    expect(await verifyAudit(`${path}.none`)).toEqual({ ok: true, lines: 0, recovered: 0 });
  });
});
