import { describe, expect, it } from 'vitest';
import { hexRows } from './HexView.tsx';

describe('a hex dump', () => {
  it('has offset, bytes and ASCII in every row, and every byte', () => {
    const bytes = Uint8Array.from({ length: 300 }, (_, index) => index % 256);
    const rows = hexRows(bytes, 64, 16).split('\n');
    expect(rows).toHaveLength(19);
    expect(rows[4]).toBe(
      '00000080  40 41 42 43 44 45 46 47  48 49 4a 4b 4c 4d 4e 4f  @ABCDEFGHIJKLMNO',
    );
    const narrow = hexRows(bytes, 0, 8).split('\n');
    expect(narrow).toHaveLength(38);
    expect(narrow[0]).toBe('00000000  00 01 02 03 04 05 06 07   ........');
  });
});
