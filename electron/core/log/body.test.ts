import { expect, it } from 'vitest';
import { keptBody } from './body.ts';

const secret = 'hunter2-horse-staple';

it('is cut after a secret and never within one, wherever the server lets the cut fall', () => {
  for (let before = 0; before < secret.length; before += 1) {
    const kept = keptBody(`${'x'.repeat(before)}${secret.repeat(20_000)}`, [secret]);
    expect(kept).not.toContain('hunter');
    expect(kept).not.toContain('staple');
    expect(kept).toMatch(/ more characters were not kept\]$/);
  }
});
