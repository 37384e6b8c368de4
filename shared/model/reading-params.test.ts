import { describe, expect, it } from 'vitest';
import { paramsProblems, paramsSchema, paramsTemplate } from './reading-params.ts';

const said = (method: string, params: unknown): string[] =>
  paramsProblems(method, typeof params === 'string' ? params : JSON.stringify(params)).map(
    ({ path, said: words }) => `${path} ${words}`,
  );

describe('parameters that a person types', () => {
  it('of a method that is not sent by hand have no schema', () => {
    expect(paramsSchema('constructor')).toBeNull();
    expect(said('tools/call', { a: 1 })).toEqual([]);
  });

  it('are told what is missing, of another type, and not known', () => {
    expect(said('skills/get', {})).toEqual(['uri is missing: string, required']);
    expect(said('skills/get', '')).toEqual(['uri is missing: string, required']);
    expect(said('skills/list', { cursor: 5, more: true })).toEqual([
      'cursor must be a string, not a number',
      'more is not a parameter of this method',
    ]);
    expect(said('skills/list', [])).toEqual(['The parameters must be an object, not an array']);
    expect(said('skills/list', { _meta: { progressToken: 1 } })).toEqual([]);
    expect(said('skills/get', '{"uri":"a","__proto__":1}')).toEqual([
      '__proto__ is not a parameter of this method',
    ]);
  });

  it('are looked at in depth', () => {
    const ref = { type: 'ref/tool' };
    expect(said('completion/complete', { ref, argument: { name: 1 } })).toEqual([
      'ref.type must be ref/resource or ref/prompt',
      'argument.value is missing: string, required',
      'argument.name must be a string, not a number',
    ]);
  });

  it('that are no JSON are left to whoever sends them', () => {
    expect(said('skills/get', '{"uri": ')).toEqual([]);
  });

  it('begin with what is required', () => {
    expect(JSON.parse(paramsTemplate('resources/read'))).toEqual({ uri: '' });
    expect(paramsTemplate('skills/list')).toBe('{}');
    const complete = paramsTemplate('completion/complete');
    expect(said('completion/complete', complete)).toEqual([]);
    expect(complete).toContain('ref/resource');
  });
});
