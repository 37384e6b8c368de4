import { describe, expect, it } from 'vitest';
import { longestPattern, parseGlob } from './pattern.ts';

function matches(pattern: string, text: string, isBroad = false): boolean {
  const glob = parseGlob(pattern, isBroad);
  if (!glob.ok) throw new Error(glob.error);
  return glob.value.matches(text);
}

describe('a pattern of a policy', () => {
  it('stands for itself where it has no wildcard, as a whole', () => {
    expect(matches('skill://acme/a.b/SKILL.md', 'skill://acme/a.b/SKILL.md')).toBe(true);
    expect(matches('skill://acme/a.b/SKILL.md', 'skill://acme/aXb/SKILL.md')).toBe(false);
    expect(matches('skill://acme', 'skill://acme/more')).toBe(false);
    expect(matches('(a+)+$[x]', '(a+)+$[x]')).toBe(true);
  });

  it('keeps * within a segment and lets ** cross them', () => {
    expect(matches('skill://*/SKILL.md', 'skill://acme/SKILL.md')).toBe(true);
    expect(matches('skill://*/SKILL.md', 'skill://acme/refunds/SKILL.md')).toBe(false);
    expect(matches('skill://**/SKILL.md', 'skill://acme/refunds/SKILL.md')).toBe(true);
    expect(matches('skill://acme/**', 'skill://acme/')).toBe(true);
    expect(matches('a*b*c', 'abxbxc')).toBe(true);
    expect(matches('a*b*c', 'abxbx')).toBe(false);
  });

  it('begins at its beginning, whatever wildcard comes later', () => {
    for (const [pattern, text] of [
      ['x*y', 'y'],
      ['x**y', 'y'],
      ['https://*.acme.example/**', '.acme.example/mcp'],
      ['https://*.acme.example/**', 'evil.acme.example/mcp'],
      ['ab*', 'a'],
      ['ab*', 'ax'],
    ] as const)
      expect(matches(pattern, text)).toBe(false);
  });

  it('takes ? for exactly one character, be it of two units', () => {
    expect(matches('v?', 'v1')).toBe(true);
    expect(matches('v?', 'v')).toBe(false);
    expect(matches('v?', 'v/')).toBe(false);
    expect(matches('v?', 'v😀')).toBe(true);
  });

  it('does not let a host wildcard swallow a path, a query or a fragment', () => {
    for (const url of [
      'https://evil.example/x.acme.example/mcp',
      'https://evil.example?x.acme.example/mcp',
      'https://evil.example#x.acme.example/mcp',
    ]) {
      expect(matches('https://*.acme.example/mcp', url)).toBe(false);
    }
    expect(matches('https://*.acme.example/mcp', 'https://eu.acme.example/mcp')).toBe(true);
  });

  it('can ignore the case of letters', () => {
    expect(matches('skill://*/Beta/**', 'SKILL://acme/bETA/x', true)).toBe(true);
    expect(matches('skill://*/Beta/**', 'skill://acme/beta/x')).toBe(false);
  });

  it('takes ? for itself and # in a rule that denies', () => {
    for (const text of ['h?x=1', 'h#x=1', 'hax=1']) expect(matches('h?x=1', text, true)).toBe(true);
    expect(matches('h?x=1', 'h?x=1')).toBe(false);
    expect(matches('h?x=1', 'h/x=1', true)).toBe(false);
  });

  it('answers for patterns and texts that make backtracking explode', () => {
    expect(matches('*a'.repeat(250), 'a'.repeat(5_000))).toBe(true);
    expect(matches(`${'*a'.repeat(250)}b`, 'a'.repeat(5_000))).toBe(false);
  });

  it('refuses an empty and an overlong pattern', () => {
    expect(parseGlob('').ok).toBe(false);
    expect(parseGlob('x'.repeat(longestPattern + 1)).ok).toBe(false);
    expect(matches('x'.repeat(longestPattern), 'x'.repeat(longestPattern))).toBe(true);
  });
});
