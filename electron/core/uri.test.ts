import { describe, expect, it } from 'vitest';
import { pathInSkill, resolveInSkill, skillFolder, twinKey } from './uri.ts';

const skill = 'skill://acme/billing/refunds/SKILL.md';

describe('the folder of a skill', () => {
  it.each([
    ['skill://git-workflow/SKILL.md', 'skill://git-workflow', 'skill', 'git-workflow'],
    [skill, 'skill://acme/billing/refunds', 'skill', 'refunds'],
    [
      'github://owner/repo/skills/refunds/SKILL.md',
      'github://owner/repo/skills/refunds',
      'github',
      'refunds',
    ],
    ['file:///srv/skills/refunds/SKILL.md', 'file:///srv/skills/refunds', 'file', 'refunds'],
    ['x+y-z.1://h:8080/refunds/SKILL.md', 'x+y-z.1://h:8080/refunds', 'x+y-z.1', 'refunds'],
    ['skill://caf%C3%A9/refunds/SKILL.md', 'skill://caf%C3%A9/refunds', 'skill', 'refunds'],
  ])('is found in any scheme: %s', (uri, folder, scheme, name) => {
    expect(skillFolder(uri)).toEqual({ ok: true, value: { folder, scheme, name } });
  });

  it.each([
    '',
    'SKILL.md',
    '/SKILL.md',
    'refunds/SKILL.md',
    '//refunds/SKILL.md',
    '1x://refunds/SKILL.md',
    'skill://refunds/SKILL.md?x=1',
    'skill://refunds/SKILL.md#top',
    'skill://a//refunds/SKILL.md',
    'skill://user@host/refunds/SKILL.md',
    'skill://user%40host/refunds/SKILL.md',
    'skill://a/../refunds/SKILL.md',
    'skill://a/%2e%2E/refunds/SKILL.md',
    'skill://a/./refunds/SKILL.md',
    'skill://a%2frefunds/SKILL.md',
    'skill://a%5Crefunds/SKILL.md',
    'skill://a\\refunds/SKILL.md',
    'skill://re\u0000funds/SKILL.md',
    'skill://re\nfunds/SKILL.md',
    'skill://re%0Afunds/SKILL.md',
    'skill://re%zzfunds/SKILL.md',
    'skill://re%ff/SKILL.md',
    'skill://\ud800/SKILL.md',
    'skill://a/%252e%252e/refunds/SKILL.md',
    `skill://${'a'.repeat(9_000)}/SKILL.md`,
  ])('refuses the malformed %j', (uri) => {
    const folder = skillFolder(uri);
    expect(folder.ok ? folder.value : folder.error.rule).toBe('uri-malformed');
  });

  it.each([
    'skill://SKILL.md',
    'skill://refunds/skill.md',
    'skill://refunds/SKILL.MD',
    'skill://refunds/SKILL%2Emd',
    'skill://refunds/README.md',
    'skill://refunds',
    'skill://refunds/xSKILL.md',
  ])('refuses %s, which is no SKILL.md in a named folder', (uri) => {
    const folder = skillFolder(uri);
    expect(folder.ok ? folder.value : folder.error.rule).toBe('uri-not-skill-md');
  });
});

describe('the path of a file in a skill', () => {
  it.each([
    [skill, 'SKILL.md'],
    ['skill://acme/billing/refunds/examples/email.md', 'examples/email.md'],
    ['skill://acme/billing/refunds/Q%26A%20%2341.md', 'Q&A #41.md'],
    ['skill://acme/billing/refunds/naïve file.md', 'naïve file.md'],
    ['skill://acme/billing/refunds/...', '...'],
    ['skill://acme/billing/refunds/.hidden', '.hidden'],
  ])('%s is %s', (uri, path) => {
    expect(pathInSkill(skill, uri)).toEqual({ ok: true, value: path });
  });

  it.each([
    ['skill://acme/billing/refunds', 'resource-outside-folder'],
    ['skill://acme/billing/refunds/', 'resource-uri'],
    ['skill://acme/billing/refunds-evil/x.md', 'resource-outside-folder'],
    ['skill://acme/billing/refunds.evil/x.md', 'resource-outside-folder'],
    ['skill://acme/other/x.md', 'resource-outside-folder'],
    ['skill://ACME/billing/refunds/x.md', 'resource-outside-folder'],
    ['SKILL://acme/billing/refunds/x.md', 'resource-outside-folder'],
    ['skill:///acme/billing/refunds/x.md', 'resource-outside-folder'],
    ['skill:acme/billing/refunds/x.md', 'resource-outside-folder'],
    ['skill://acme/billing/%72efunds/x.md', 'resource-outside-folder'],
    ['skills://acme/billing/refunds/x.md', 'resource-scheme'],
    ['file:///etc/passwd', 'resource-scheme'],
    ['file:/etc/passwd', 'resource-scheme'],
    ['http://acme/billing/refunds/x.md', 'resource-scheme'],
    ['data:text/plain,x', 'resource-scheme'],
    ['javascript:alert(1)', 'resource-scheme'],
    ['skill://acme/billing/refunds/../secrets/x.md', 'resource-uri'],
    ['skill://acme/billing/refunds/%2e%2e/x.md', 'resource-uri'],
    ['skill://acme/billing/refunds/.%2E/x.md', 'resource-uri'],
    ['skill://acme/billing/refunds/..%2fx.md', 'resource-uri'],
    ['skill://acme/billing/refunds/..%5cx.md', 'resource-uri'],
    ['skill://acme/billing/refunds/%252e%252e%252fx.md', 'resource-uri'],
    ['skill://acme/billing/refunds/a\\b.md', 'resource-uri'],
    ['skill://acme/billing/refunds//x.md', 'resource-uri'],
    ['skill://acme/billing/refunds/x.md?raw', 'resource-uri'],
    ['skill://acme/billing/refunds/x.md#1', 'resource-uri'],
    ['skill://acme/billing/refunds/x%00.md', 'resource-uri'],
    ['skill://acme/billing/refunds/x\u0085.md', 'resource-uri'],
    ['skill://me@acme/billing/refunds/x.md', 'resource-uri'],
    ['examples/email.md', 'resource-uri'],
    ['', 'resource-uri'],
  ])('refuses %j by %s', (uri, rule) => {
    const path = pathInSkill(skill, uri);
    expect(path.ok ? path.value : path.error.rule).toBe(rule);
  });

  it('shows invisible characters of a refused URI', () => {
    const path = pathInSkill(skill, 'evil://a\u202e/x.md');
    expect(path.ok ? '' : path.error.actual).toContain('\\u{202E}');
  });
});

describe('a reference in a skill', () => {
  it.each([
    ['references/GUIDE.md', '/references/GUIDE.md'],
    ['./a.md', '/a.md'],
    ['a/./b/../c.md', '/a/c.md'],
    ['guide.md#part-two', '/guide.md'],
    ['my%20file.md', '/my%20file.md'],
    ['skill://acme/billing/refunds/x.md', '/x.md'],
    ['skill://acme/billing/refunds/x.md#a', '/x.md'],
  ])('%s leads to …%s', (ref, end) => {
    expect(resolveInSkill(skill, ref)).toEqual({
      ok: true,
      value: `skill://acme/billing/refunds${end}`,
    });
  });

  it.each([
    '',
    '#top',
    '.',
    '..',
    '../x.md',
    'a/../../x.md',
    '/etc/passwd',
    '//evil/x.md',
    '..\\x.md',
    'C:\\x',
    'a%2f..%2fx',
    '%2e%2e/x.md',
    'https://evil.example/x',
    'file:///etc/passwd',
    'file:/etc/passwd',
    'mailto:a@b',
    'data:,x',
    'x.md?token=1',
    'skill://other/x.md',
    'a//b.md',
    'a/',
  ])('refuses %j', (ref) => {
    expect(resolveInSkill(skill, ref).ok).toBe(false);
  });
});

describe('twins', () => {
  it.each([
    ['skill://a/README.md', 'skill://a/readme.MD'],
    ['skill://a/caf\u00e9.md', 'skill://a/cafe\u0301.md'],
    ['skill://a/caf%C3%A9.md', 'skill://a/CAFE\u0301.md'],
    ['skill://a/%72un.sh', 'skill://a/run.sh'],
    ['skill://a/straße.md', 'skill://a/STRASSE.md'],
    ['skill://a/ru\u200bn.sh', 'skill://a/run.sh'],
    ['skill://a/ru%E2%80%8Bn.sh', 'skill://a/run.sh'],
  ])('%s and %s share a key', (a, b) => {
    expect(twinKey(a)).toBe(twinKey(b));
  });

  it('leaves different names apart, and keeps escapes that decode to nothing', () => {
    expect(twinKey('skill://a/run.sh')).not.toBe(twinKey('skill://a/ran.sh'));
    expect(twinKey('skill://a/%ff')).not.toBe(twinKey('skill://a/%fe'));
  });
});
