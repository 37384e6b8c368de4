import { describe, expect, it } from 'vitest';
import { exactTextOf, mediaTypeByName, mediaTypeOf } from './media-type.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('the media type of a file', () => {
  it.each([
    ['skill://a/SKILL.md', 'x', 'text/markdown'],
    ['a/RUN.SH', 'x', 'text/x-shellscript'],
    ['LICENSE', 'x', 'text/plain'],
    ['run', 'a\0b', 'application/octet-stream'],
    ['a.constructor', 'x', 'text/plain'],
  ])('of %s is that of its name, else of its bytes', (path, text, type) => {
    expect(mediaTypeOf(path, bytes(text))).toBe(type);
  });

  it('is none where only a name is known that says nothing', () => {
    expect(mediaTypeByName('LICENSE')).toBeNull();
    expect(exactTextOf(Uint8Array.of(0xff))).toBeNull();
  });
});
