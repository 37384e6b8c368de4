import { performance } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import { secretsIn } from './secrets.ts';

const token = `ghp_${'x7Kq2mZp9LwT4vRb8NcY'.repeat(2).slice(0, 36)}`;

describe('secrets in a text', () => {
  it('are returned in order, each with its service', async () => {
    const text = `one ${token}\ntwo npm_${'a1B2c3D4e5F6'.repeat(3)}\n`;
    const found = await secretsIn('notes.md', text);
    expect(found?.map(({ kind, start, end }) => [kind, text.slice(start, end)])).toEqual([
      ['github', token],
      ['npm', `npm_${'a1B2c3D4e5F6'.repeat(3)}`],
    ]);
  });

  it('are not searched for in a text that is too long', async () => {
    expect(await secretsIn('notes.md', ' '.repeat(512 * 1024 + 1))).toBeNull();
  });

  it('leave nothing in memory, however many texts were searched', async () => {
    const before = performance.getEntriesByType('mark').length;
    for (let n = 0; n < 20; n += 1) await secretsIn('notes.md', `${n} ${token}`);
    // The library reports its measurements in a later turn.
    await new Promise((done) => setImmediate(done));
    expect(performance.getEntriesByType('mark').length).toBe(before);
    expect(performance.getEntriesByType('measure')).toEqual([]);
  });
});
