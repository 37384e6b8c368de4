import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FindingDismissal, ForeignAnswer } from '../../shared/model/findings.ts';
import { openAnswers } from './answers.ts';

let folder: string;
const file = (): string => join(folder, 'answers.json');
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skillgate-answers-'));
  chmodSync(folder, 0o700);
});
afterEach(() => rmSync(folder, { recursive: true }));

const damagedCopies = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith('answers.json.corrupt-'))
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8'));

const acme = { kind: 'http', url: 'https://acme.example/mcp' } as const;
const other = { kind: 'http', url: 'https://other.example/mcp' } as const;
const uri = 'skill://a/SKILL.md';
const answer = (id: string): FindingDismissal => ({
  id,
  rule: 'X01',
  ruleset: '1',
  digest: `sha256:${'a'.repeat(64)}`,
  file: null,
  reason: 'looked at',
  by: 'me',
  at: '2026-11-22T00:00:00.000Z',
  expiresAt: null,
});

describe('the answers to findings', () => {
  it('are there again after a restart, for this server and this skill alone', async () => {
    const store = await openAnswers(folder);
    await store.put(acme, uri, answer('1'));
    const again = await openAnswers(folder);
    expect(again.find(acme, uri)).toEqual([answer('1')]);
    expect(again.find(other, uri)).toEqual([]);
    expect(again.find(acme, 'skill://b/SKILL.md')).toEqual([]);
  });

  it('of two windows are all kept, and each is taken back by itself', async () => {
    const one = await openAnswers(folder);
    const two = await openAnswers(folder);
    await one.put(acme, uri, answer('1'));
    await two.put(acme, uri, answer('2'));
    expect(two.find(acme, uri).map(({ id }) => id)).toEqual(['1', '2']);
    await two.remove(acme, uri, '1');
    await two.remove(other, uri, '2');
    expect((await openAnswers(folder)).find(acme, uri).map(({ id }) => id)).toEqual(['2']);
  });

  it.each([
    ['is no JSON', '{'],
    ['is of another format', '{"format":"skillgate/answers@2","answers":[]}'],
    [
      'has a line without a reason',
      JSON.stringify({ format: 'skillgate/answers@1', answers: [{ server: 's', uri, id: '1' }] }),
    ],
    [
      'has a line without a reason among whole ones',
      JSON.stringify({
        format: 'skillgate/answers@1',
        answers: [
          { server: 's', uri, ...answer('0') },
          { server: 's', uri, ...answer('1'), reason: null },
        ],
      }),
    ],
    ...(['severity', 'confidence'] as const).map((name): [string, string] => [
      `has an answer whose ${name} is none, which would hold for everything`,
      JSON.stringify({
        format: 'skillgate/answers@1',
        answers: [{ server: 's', uri, ...answer('1'), [name]: 'none' }],
      }),
    ]),
    [
      'is nested too deep to be written again',
      `{"format":"skillgate/answers@1","answers":[],"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    ],
  ])('answer nothing where the file %s, which is kept beside the new one', async (_, text) => {
    writeFileSync(file(), text);
    const store = await openAnswers(folder);
    expect(store.find(acme, uri)).toEqual([]);
    expect(store.problem).toBe(`${file()}: it’s damaged, or from another version`);
    expect((await store.put(acme, uri, answer('1'))).ok).toBe(true);
    expect(store.problem).toBeNull();
    expect(damagedCopies()).toEqual([text]);
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({ answers: [{ id: '1' }] });
  });

  it('are left as they are where others can write them', async () => {
    await (await openAnswers(folder)).put(acme, uri, answer('1'));
    const text = readFileSync(file(), 'utf8');
    chmodSync(file(), 0o666);
    const store = await openAnswers(folder);
    expect(store.find(acme, uri)).toEqual([]);
    expect(await store.put(acme, uri, answer('2'))).toEqual({ ok: false, error: 'unwritable' });
    expect(readFileSync(file(), 'utf8')).toBe(text);
  });

  it('keep every damaged file, not the last one alone', async () => {
    for (const text of ['{', '[', '{']) {
      writeFileSync(file(), text);
      await (await openAnswers(folder)).put(acme, uri, answer('1'));
      await new Promise((later) => setTimeout(later, 5));
    }
    expect(damagedCopies().toSorted()).toEqual(['[', '{']);
  });

  it('of another window or a command are seen without a restart, and a damaged file, too', async () => {
    const store = await openAnswers(folder);
    let told = 0;
    const stop = store.onChange(() => (told += 1));
    try {
      await (await openAnswers(folder)).put(acme, uri, answer('1'));
      await expect.poll(() => store.find(acme, uri).map(({ id }) => id)).toEqual(['1']);
      expect(told).toBe(1);
      writeFileSync(file(), '{');
      await expect.poll(() => store.problem).toContain('damaged');
      expect(store.find(acme, uri)).toEqual([]);
    } finally {
      stop();
    }
    const before = told;
    await store.put(acme, uri, answer('2'));
    expect(store.problem).toBeNull();
    expect(told).toBe(before);
  });

  it('of others stand beside one’s own and are none of them, also for a version from before', async () => {
    const theirs: ForeignAnswer = { ...answer('7'), from: { fingerprint: 'f', name: 'bob' } };
    const store = await openAnswers(folder);
    await store.take([{ identity: acme, uri, answer: theirs }]);
    // The same said once more takes its place.
    await store.take([{ identity: acme, uri, answer: { ...theirs, id: '8', reason: 'again' } }]);
    expect(store.find(acme, uri)).toEqual([]);
    expect(store.others(acme, uri)).toEqual([{ ...theirs, id: '8', reason: 'again' }]);
    const again = await openAnswers(folder);
    expect(again.others(acme, uri)).toHaveLength(1);
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({ answers: [] });
    await again.put(acme, uri, answer('1'));
    await again.remove(acme, uri, '8');
    expect(again.others(acme, uri)).toEqual([]);
    expect(again.find(acme, uri)).toHaveLength(1);
  });

  it('leave what a later version writes beside them', async () => {
    writeFileSync(
      file(),
      JSON.stringify({ format: 'skillgate/answers@1', answers: [], later: { a: 1 } }),
    );
    await (await openAnswers(folder)).put(acme, uri, answer('1'));
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({ later: { a: 1 } });
  });

  it('of a bundle never make a file that is not read again, and one’s own all stay', async () => {
    const store = await openAnswers(folder);
    await store.put(acme, uri, answer('1'));
    const from = { fingerprint: 'f', name: 'bob' };
    const many = Array.from({ length: 10_000 }, (_, index) => ({
      ...{ identity: acme, uri },
      answer: {
        ...answer(`t${index}`),
        file: `skill://a/${index}`,
        reason: 'あ'.repeat(500),
        from,
      },
    }));
    const taken = await store.take(many);
    const left = taken.ok ? taken.value.left.length : 0;
    expect(left).toBeGreaterThan(0);
    const again = await openAnswers(folder);
    expect(again.problem).toBeNull();
    expect(again.find(acme, uri)).toHaveLength(1);
    // The last said stay, and what was left is told.
    expect(again.others(acme, uri)).toHaveLength(10_000 - left);
    expect(again.others(acme, uri).at(-1)?.id).toBe('t9999');
    expect(await again.put(acme, uri, answer('2'))).toEqual({ ok: true, value: undefined });
    expect(await again.remove(acme, uri, '1')).toEqual({ ok: true, value: undefined });
    expect(await again.take(many.slice(0, 1))).toEqual({ ok: true, value: { left: [] } });
  });

  it('of one’s own displace what others said, and are refused where nothing else gives way', async () => {
    const server = 'http https://acme.example/mcp';
    const line = (id: string, reason: string): object => ({ server, uri, ...answer(id), reason });
    const large = Array.from({ length: 16 }, (_, index) => line(`${index}`, 'x'.repeat(980_000)));
    const theirs = { ...line('t', 'y'.repeat(900_000)), from: { fingerprint: 'f', name: 'bob' } };
    const format = 'skillgate/answers@1';
    writeFileSync(file(), JSON.stringify({ format, answers: large, imported: [theirs] }));
    const store = await openAnswers(folder);
    expect(store.problem).toBeNull();
    expect(await store.put(acme, uri, { ...answer('own'), reason: 'z'.repeat(800_000) })).toEqual({
      ok: true,
      value: undefined,
    });
    const full = await store.put(acme, uri, { ...answer('more'), reason: 'z'.repeat(800_000) });
    expect(full).toEqual({ ok: false, error: 'full' });
    const again = await openAnswers(folder);
    expect(again.problem).toBeNull();
    expect(again.find(acme, uri).map(({ id }) => id)).toContain('own');
    expect(again.others(acme, uri)).toEqual([]);
  });

  it('say so where they cannot be written', async () => {
    const store = await openAnswers(folder);
    chmodSync(folder, 0o777);
    expect(await store.put(acme, uri, answer('1'))).toEqual({ ok: false, error: 'unwritable' });
    expect(store.find(acme, uri)).toEqual([]);
  });
});
