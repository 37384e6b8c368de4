import { describe, expect, it } from 'vitest';
import { classifyLink, type SkillLink } from './links.ts';

const base = 'skill://acme/refunds/';
const files = ['SKILL.md', 'references/limits.md', 'scripts/run it.py'].map((path) => ({
  path,
  uri: `${base}${encodeURI(path)}`,
}));
const of = (href: string, from = 'SKILL.md'): SkillLink => classifyLink(href, from, files);

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

describe('a link out of the skill’s folder', () => {
  it.each([
    ['../SKILL.md', 'SKILL.md'],
    ['%2e%2e/SKILL.md', 'SKILL.md'],
    ['/../SKILL.md', 'SKILL.md'],
    ['references/../../SKILL.md', 'SKILL.md'],
    ['../../SKILL.md', 'references/limits.md'],
    ['../../references/limits.md', 'references/limits.md'],
  ])('%s in %s can’t reenter the skill by its end', (href, from) => {
    expect(of(href, from)).toEqual({ kind: 'text', reason: 'Not in this skill’s manifest.' });
  });
});

describe('an absolute link', () => {
  it('shows its host in ASCII if it uses https', () => {
    expect(of('https://аcme.example/x')).toEqual({
      kind: 'web',
      url: 'https://xn--cme-5cd.example/x',
      host: 'xn--cme-5cd.example',
    });
  });
  it('opens the stored address if a look-alike in it is written out', () => {
    expect(of('https://acme.example/a%5Cu%7B2013%7Db')).toMatchObject({
      url: 'https://acme.example/a%E2%80%93b',
    });
    expect(of('https://github.com%5Cu%7B2215%7Dacme.example/')).not.toMatchObject({
      host: 'github.com',
    });
    expect(of('https://acme.example/a%5Cu%7B202E%7Db')).toMatchObject({
      url: 'https://acme.example/a%5Cu%7B202E%7Db',
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

describe('many links in one text', () => {
  it('cost one walk over the files together', () => {
    let looks = 0;
    const watched = files.map(({ path, uri }) => ({
      get path() {
        looks += 1;
        return path;
      },
      uri,
    }));
    for (let link = 0; link < 1_000; link += 1)
      expect(classifyLink(`not-listed-${link}.md`, 'SKILL.md', watched).kind).toBe('text');
    expect(looks).toBe(files.length);
  });

  it('open the first of two files with one path', () => {
    const twins = ['skill://a/1', 'skill://a/2'].map((uri) => ({ path: 'x.md', uri }));
    expect(classifyLink('x.md', 'SKILL.md', twins)).toMatchObject({ uri: 'skill://a/1' });
  });
});
