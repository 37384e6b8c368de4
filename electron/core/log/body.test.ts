import { describe, expect, it } from 'vitest';
import { bodyText, keptBody } from './bodies.ts';

const secret = 'hunter2-horse-staple';

it('is cut after a secret and never within one, wherever the server lets the cut fall', () => {
  for (let before = 0; before < secret.length; before += 1) {
    const kept = keptBody(`${'x'.repeat(before)}${secret.repeat(20_000)}`, [secret]);
    expect(kept).not.toContain('hunter');
    expect(kept).not.toContain('staple');
    expect(kept).toMatch(/ more characters not kept\]$/);
  }
});

it('is not indented where a server nested it so deeply that this would never end', () => {
  const deep = `${'['.repeat(3_000)}${']'.repeat(3_000)}`;
  expect(bodyText(deep, []).length).toBe(deep.length);
  expect(bodyText('{"a":[1]}', [])).toBe('{\n  "a": [\n    1\n  ]\n}');
});

describe('a body for the screen', () => {
  const shown = (raw: string, secrets: readonly string[] = []): string =>
    bodyText(keptBody(raw, secrets), secrets);

  it('has every name and every figure as it came', () => {
    const raw = '{"a":1,"a":2,"n":12345678901234567890,"f":1.0,"e":"\\u202E\\/","__proto__":{}}';
    expect(shown(raw).replaceAll(/\n */g, '').replaceAll('": ', '":')).toBe(raw);
  });

  it('has no secret that only came as escapes', () => {
    expect(shown('{"said":"s\\u0065cret\\/value"}', ['secret/value'])).toBe(
      '{\n  "said": "••••"\n}',
    );
  });

  it('is not made many times as long by a server that nests', () => {
    const raw = `${'['.repeat(250)}${'1,'.repeat(100_000)}1${']'.repeat(250)}`;
    expect(shown(raw).length).toBeLessThan(10 * raw.length);
  });
});
