import { describe, expect, it } from 'vitest';
import { navigate, typeAhead, idsBetween, idsUnderTop, listed, type TreeRow } from './tree-rows.ts';

const row = (id: string, level: number, expanded?: boolean): TreeRow => ({
  id,
  level,
  setSize: 1,
  posInSet: 1,
  expanded,
  text: id,
});
const rows = listed([
  row('acme', 1, true),
  row('billing', 2, true),
  row('refunds', 3, false),
  row('invoices', 3),
  row('docs', 1, false),
]);

describe('keys in a tree', () => {
  it('walk row by row and stop at both ends', () => {
    expect(navigate(rows, 0, 'ArrowDown')).toEqual({ kind: 'focus', index: 1 });
    expect(navigate(rows, 0, 'ArrowUp')).toEqual({ kind: 'focus', index: 0 });
    expect(navigate(rows, 4, 'ArrowDown')).toEqual({ kind: 'focus', index: 4 });
    expect(navigate(rows, 3, 'Home')).toEqual({ kind: 'focus', index: 0 });
    expect(navigate(rows, 0, 'End')).toEqual({ kind: 'focus', index: 4 });
  });
  it('open a closed row to the right, then enter it', () => {
    expect(navigate(rows, 2, 'ArrowRight')).toEqual({ kind: 'toggle', id: 'refunds' });
    expect(navigate(rows, 0, 'ArrowRight')).toEqual({ kind: 'focus', index: 1 });
    expect(navigate(rows, 3, 'ArrowRight')).toEqual({ kind: 'none' });
  });
  it('close an open row to the left, then go to its parent', () => {
    expect(navigate(rows, 1, 'ArrowLeft')).toEqual({ kind: 'toggle', id: 'billing' });
    expect(navigate(rows, 3, 'ArrowLeft')).toEqual({ kind: 'focus', index: 1 });
    expect(navigate(rows, 4, 'ArrowLeft')).toEqual({ kind: 'none' });
  });
  it('do nothing in an empty tree', () => {
    expect(navigate(listed([]), 0, 'End')).toEqual({ kind: 'none' });
  });
});

describe('type-ahead', () => {
  it('finds the next row with the typed start, around the end', () => {
    expect(typeAhead(rows, 0, 'in')).toBe(3);
    expect(typeAhead(rows, 3, 'b')).toBe(1);
    expect(typeAhead(rows, 0, 'zz')).toBeNull();
  });
  it('stays on a row that still matches as more letters come', () => {
    expect(typeAhead(rows, 2, 'ref')).toBe(2);
  });
});

describe('rows that are selected together', () => {
  it('are those from one to another, and none beyond the ends', () => {
    expect([...idsBetween(rows, 1, 2)]).toEqual(['billing', 'refunds']);
    expect([...idsBetween(rows, -1, 99)]).toHaveLength(5);
  });
  it('are those under the same first-level row', () => {
    for (const index of [0, 1, 3])
      expect([...idsUnderTop(rows, index)]).toEqual(['acme', 'billing', 'refunds', 'invoices']);
    expect([...idsUnderTop(rows, 4)]).toEqual(['docs']);
    expect([...idsUnderTop(listed([]), 0)]).toEqual([]);
  });
});
