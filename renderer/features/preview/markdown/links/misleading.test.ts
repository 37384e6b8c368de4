import { describe, expect, it } from 'vitest';
import { type SkillLink, isMisleading } from './links.ts';

const base = 'skill://acme/refunds/';

describe('a misleading text', () => {
  const web = (host: string): SkillLink => ({ kind: 'web', url: `https://${host}/`, host });
  it.each([
    ['https://acme.example/docs', 'evil.example'],
    ['acme.example', 'evil.example'],
    ['www.acme.example', 'acme.example.evil.example'],
    ['See: acme.example', 'evil.example'],
    ['Go to acme.example now', 'evil.example'],
    ['acme\u3002example', 'evil.example'],
    ['acme\u2024example', 'evil.example'],
    ['acme\uFF0Eexample', 'evil.example'],
    ['acme\\u{2024}example', 'evil.example'],
    ['ac\\u{200B}me.example', 'evil.example'],
    ['\uFF41cme.example', 'evil.example'],
    ['https://login@acme.example', 'evil.example'],
    ['support@acme.example', 'evil.example'],
    ['evil.example/acme.example', 'evil.example'],
    ['docs/acme.example', 'evil.example'],
    ['evil.example\u2215x', 'evil.example', false],
    ['https://evil.example/SKILL.md', 'evil.example', false],
    ['p\\u{0430}ypal.example', 'paypal.example'],
    ['bücher.example', 'xn--bcher-kva.example', false],
    ['version 1.2.3, e.g. now', 'evil.example', false],
    ['our docs', 'evil.example', false],
    ['SKILL.md', 'evil.example', false],
    ['acme.example', 'acme.example', false],
    ['https://www.acme.example/', 'acme.example', false],
    ['acme.example:8443', 'acme.example:8443', false],
  ])('“%s” leading to %s', (text, host, misleading = true) => {
    expect(isMisleading(text, web(host))).toBe(misleading);
  });
  it('is also an address that leads to a file', () => {
    expect(
      isMisleading('https://acme.example/x', {
        kind: 'file',
        uri: `${base}SKILL.md`,
        path: 'SKILL.md',
      }),
    ).toBe(true);
    expect(
      isMisleading('SKILL.md', { kind: 'file', uri: `${base}SKILL.md`, path: 'SKILL.md' }),
    ).toBe(false);
  });
});
