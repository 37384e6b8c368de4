import { expect, it } from 'vitest';
import { bodyText, keptBody } from './body.ts';

const secret = 'hunter2-horse-staple';

it('is cut after a secret and never within one, wherever the server lets the cut fall', () => {
  for (let before = 0; before < secret.length; before += 1) {
    const kept = keptBody(`${'x'.repeat(before)}${secret.repeat(20_000)}`, [secret]);
    expect(kept).not.toContain('hunter');
    expect(kept).not.toContain('staple');
    expect(kept).toMatch(/ more characters were not kept\]$/);
  }
});

it('is not indented where a server nested it so deeply that this would never end', () => {
  const deep = `${'['.repeat(3_000)}${']'.repeat(3_000)}`;
  expect(bodyText(deep, []).length).toBe(deep.length);
  expect(bodyText('{"a":[1]}', [])).toBe('{\n  "a": [\n    1\n  ]\n}');
});
