import { describe, expect, it } from 'vitest';
import { cpuCost } from './testing/cpu-cost.ts';
import { expand, skillTemplates, variablesOf } from './templates.ts';

const view = (template: string) => skillTemplates([{ template, name: 'n', description: 'd' }]);

describe('a template', () => {
  it('names its variables once, in order', () => {
    expect(variablesOf('skill://{a}/{+b}/{a}/SKILL.md')).toEqual(['a', 'b']);
    expect(variablesOf('github://{owner,repo}/{path*}/SKILL.md')).toEqual([
      'owner',
      'repo',
      'path',
    ]);
    expect(variablesOf('skill://{unclosed/SKILL.md')).toBeNull();
    expect(variablesOf('skill://{a b}/SKILL.md')).toBeNull();
  });

  it('is offered when its expansion can be a SKILL.md', () => {
    for (const template of [
      'skill://docs/{product}/SKILL.md',
      'github://{owner}/{repo}/SKILL.md',
      'skill://{skillName}',
      'skill://{name}/{path*}',
    ])
      expect(view(template), template).toHaveLength(1);
    for (const template of [
      'docs://{page}',
      'skill://fixed/SKILL.md',
      'file:///{path}/SKILL.md',
      'https://{host}/SKILL.md',
      'skill://{a}/notes.md',
    ])
      expect(view(template), template).toEqual([]);
  });

  it('is expanded as RFC 6570 says, and a value cannot leave its place', () => {
    expect(expand('skill://docs/{product}/SKILL.md', { product: 'a b' })).toEqual({
      ok: true,
      value: 'skill://docs/a%20b/SKILL.md',
    });
    expect(expand('skill://docs/{product}/SKILL.md', { product: '../../etc' })).toEqual({
      ok: true,
      value: 'skill://docs/..%2F..%2Fetc/SKILL.md',
    });
    expect(expand('skill://{name}/{path*}', { name: 'x', path: 'a/SKILL.md' })).toEqual({
      ok: true,
      value: 'skill://x/a/SKILL.md',
    });
    expect(expand('skill://{+path}', { path: 'a/b/SKILL.md' })).toEqual({
      ok: true,
      value: 'skill://a/b/SKILL.md',
    });
    expect(expand('skill://{a}/{b}/SKILL.md', { a: 'x' })).toMatchObject({ ok: false });
    expect(expand('skill://{__proto__}/SKILL.md', {})).toMatchObject({ ok: false });
  });

  it.each<[string, Record<string, string>, string]>([
    ['skill://{name}/{a*}{?b*}', { name: 'x', a: 'y/z', b: 'p/q' }, 'skill://x/y/z?b=p&b=q'],
    ['skill:/{/a*,b}', { a: 'x/y', b: 'z/w' }, 'skill://x/y/z%2Fw'],
  ])('writes a path with slashes and a text without: %s', (template, values, uri) => {
    const made = expand(template, values);
    expect(made.ok ? made.value : '').toBe(uri);
  });

  it.each([
    ['{x', {}, 'The template isn’t a valid RFC 6570 template.'],
    ['skill://{a}/{b}', { a: '1' }, 'A value for b is missing.'],
    ['skill://{a}', { a: '' }, 'A value for a is missing.'],
    ['skill://{toString}', {}, 'A value for toString is missing.'],
    ['skill://{a}', { a: 'x'.repeat(8_192) }, 'These values don’t make a usable address.'],
  ])('says why nothing comes of %s', (template, values, error) => {
    expect(expand(template, values)).toEqual({ ok: false, error });
  });

  it('has at most sixteen variables, and no brace that is left over', () => {
    const of = (count: number) =>
      Array.from({ length: count }, (_, index) => `{v${index}}`).join('/');
    expect(variablesOf(of(16))).toHaveLength(16);
    expect(variablesOf(of(17))).toBeNull();
    for (const text of ['{a}}', '{a}{', 'x}y', '{}']) expect(variablesOf(text)).toBeNull();
    expect(variablesOf(`{a}${'x'.repeat(8_189)}`)).toEqual(['a']);
    expect(variablesOf(`{a}${'x'.repeat(8_190)}`)).toBeNull();
    expect(variablesOf('{a:12345}')).toBeNull();
    expect(variablesOf('{a:1234}')).toEqual(['a']);
    expect(variablesOf('plain')).toEqual([]);
  });

  it('is shown with what is unseen in its name, and not of another scheme', () => {
    expect(
      skillTemplates([{ template: 'skill://{a}/SKILL.md', name: 'a\u202Eb', description: 'd' }]),
    ).toEqual([
      {
        template: 'skill://{a}/SKILL.md',
        name: String.raw`a\u{202E}b`,
        description: 'd',
        variables: ['a'],
      },
    ]);
    for (const template of [
      'HTTPS://{h}/SKILL.md',
      'data:{x}/SKILL.md',
      'skill://{a}/{b',
      'skill://x',
    ])
      expect(view(template), template).toEqual([]);
    expect(view('xhttps://{h}/SKILL.md')).toHaveLength(1);
  });

  it('takes as long as any URI of its length, and is refused when it is longer', () => {
    const name = 'a'.repeat(8_000);
    const usual = cpuCost(() => {
      for (let round = 0; round < 50; round += 1) variablesOf(`skill://{${name}}`);
    });
    const asked = cpuCost(() => expand(`skill://{${name}}`, { [name]: 'x' }));
    expect(asked).toBeLessThan(usual * 20);
    expect(expand(`skill://{${name}}`, { [name]: 'x' })).toEqual({ ok: true, value: 'skill://x' });
    expect(variablesOf(`skill://${'{a}'.repeat(3_000)}`)).toBeNull();
  });
});
