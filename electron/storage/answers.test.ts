import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '../../shared/model/findings.ts';
import { openAnswers } from './answers.ts';

let folder: string;
const file = (): string => join(folder, 'answers.json');
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skillgate-answers-'));
  chmodSync(folder, 0o700);
});
afterEach(() => rmSync(folder, { recursive: true }));

const acme = { kind: 'http', url: 'https://acme.example/mcp' } as const;
const other = { kind: 'http', url: 'https://other.example/mcp' } as const;
const uri = 'skill://a/SKILL.md';
const answer = (id: string): Answer => ({
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
  ])('answer nothing where the file %s, which is kept beside the new one', async (_, text) => {
    writeFileSync(file(), text);
    const store = await openAnswers(folder);
    expect(store.find(acme, uri)).toEqual([]);
    expect((await store.put(acme, uri, answer('1'))).ok).toBe(true);
    expect(readFileSync(`${file()}.corrupt`, 'utf8')).toBe(text);
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

  it('say so where they cannot be written', async () => {
    const store = await openAnswers(folder);
    chmodSync(folder, 0o777);
    expect(await store.put(acme, uri, answer('1'))).toEqual({ ok: false, error: 'unwritable' });
    expect(store.find(acme, uri)).toEqual([]);
  });
});
