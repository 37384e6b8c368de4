import { describe, expect, it } from 'vitest';
import { mentionedUris } from './unlisted-skill.ts';

describe('URIs that instructions mention', () => {
  it.each([
    ['Load skill://acme/refunds/SKILL.md first.', ['skill://acme/refunds/SKILL.md']],
    [
      'See `github://o/r/refunds/SKILL.md`, (skill://a/SKILL.md) and <skill://b/SKILL.md>.',
      ['github://o/r/refunds/SKILL.md', 'skill://a/SKILL.md', 'skill://b/SKILL.md'],
    ],
    ['skill://a/SKILL.md skill://a/SKILL.md', ['skill://a/SKILL.md']],
    ['Read skill://a/SKILL.md.', ['skill://a/SKILL.md']],
    ['uri:skill://a/SKILL.md', ['skill://a/SKILL.md']],
    ['skill://a/SKILL.md.bak skill://a/SKILL.mdx skill://a/SKILL.md/x', []],
    [
      'https://a.example/b/SKILL.md http://a/b/SKILL.md file:///a/SKILL.md FILE:///a/SKILL.md data://a/SKILL.md',
      [],
    ],
    ['skill://a/../b/SKILL.md skill://u@h/SKILL.md /a/SKILL.md ://a/SKILL.md', []],
    ['', []],
  ])('in %j', (instructions, uris) => {
    expect(mentionedUris(instructions)).toEqual(uris);
  });

  it('are at most a hundred, from the first 256 KiB, however the text is made', () => {
    expect(
      mentionedUris(Array.from({ length: 500 }, (_, at) => `skill://s${at}/SKILL.md`).join(' ')),
    ).toHaveLength(100);
    expect(mentionedUris(`${' '.repeat(256 * 1024)}skill://a/SKILL.md`)).toEqual([]);
    expect(mentionedUris(`${'a'.repeat(200_000)}://x/SKILL.md`)).toEqual([]);
    expect(mentionedUris('skill://'.repeat(30_000))).toEqual([]);
  });
});
