import { describe, expect, it } from 'vitest';
import { classifyLink, isMisleading, type Link } from './links.ts';

const base = 'skill://acme/refunds/';
const files = ['SKILL.md', 'references/limits.md', 'scripts/run it.py'].map((path) => ({
  path,
  uri: `${base}${encodeURI(path)}`,
}));
const of = (href: string, from = 'SKILL.md'): Link => classifyLink(href, from, files);

describe('a relative link', () => {
  it.each([
    ['references/limits.md', 'SKILL.md', 'references/limits.md'],
    ['./references/limits.md#top', 'SKILL.md', 'references/limits.md'],
    ['../SKILL.md', 'references/limits.md', 'SKILL.md'],
    ['limits.md?x=1', 'references/limits.md', 'references/limits.md'],
    ['/SKILL.md', 'references/limits.md', 'SKILL.md'],
    ['scripts/run%20it.py', 'SKILL.md', 'scripts/run it.py'],
    [`${base}references/limits.md`, 'SKILL.md', 'references/limits.md'],
  ])('%s in %s opens the file in the same skill', (href, from, path) => {
    expect(of(href, from)).toMatchObject({ kind: 'file', path });
  });
  it.each([
    '../../other/SKILL.md',
    '%2e%2e/%2e%2e/x',
    '..\\x',
    'not-listed.md',
    '%E0%A4%A',
    '//evil.example/x',
    '',
    '#part',
  ])('%s is text', (href) => {
    expect(of(href).kind).toBe('text');
  });
});

describe('an absolute link', () => {
  it('over https is shown with its host in ASCII', () => {
    expect(of('https://аcme.example/x')).toEqual({
      kind: 'web',
      url: 'https://xn--cme-5cd.example/x',
      host: 'xn--cme-5cd.example',
    });
  });
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'http://acme.example',
    'vbscript:x',
    'skill://other/SKILL.md',
    'mailto:a@b.example',
    'skillgate://x',
    'https://user@acme.example/',
    'https://',
  ])('%s is text', (href) => {
    expect(of(href).kind).toBe('text');
  });
});

describe('a misleading text', () => {
  const web = (host: string): Link => ({ kind: 'web', url: `https://${host}/`, host });
  it.each([
    ['https://acme.example/docs', 'evil.example'],
    ['acme.example', 'evil.example'],
    ['www.acme.example', 'acme.example.evil.example'],
    ['See: acme.example', 'evil.example', false],
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
