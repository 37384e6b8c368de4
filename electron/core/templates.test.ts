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
