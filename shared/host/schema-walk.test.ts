import { describe, expect, it } from 'vitest';
import { count, faultIn, object, orNull, text } from './schema.ts';

type Value = Record<string, unknown>;
const inherited = (fields: Value, parent: Value): Value =>
  Object.assign(Object.create(parent) as Value, fields);
const hidden = (fields: Value, name: string, value: unknown): Value =>
  Object.defineProperty({ ...fields }, name, { value, enumerable: false });

const good = { id: 'a', size: 1, note: null };
/** Each value, and where it departs from the schema. */
const values: readonly (readonly [string, unknown, string | null])[] = [
  ['as described', good, null],
  ['in another order', { note: null, size: 2, id: 'b' }, null],
  ['with a field of a later writer', { ...good, later: true }, null],
  ['with one instead of a needed one', { id: 'a', note: null, later: true }, 'size'],
  ['with a field too few', { id: 'a', size: 1 }, 'note'],
  ['with the optional field', { ...good, extra: 'b' }, null],
  ['with a wrong optional field', { ...good, extra: 3 }, 'extra'],
  ['with a wrong last field', { ...good, note: 4 }, 'note'],
  ['with two wrong fields', { note: 4, id: 5, size: 1 }, 'id'],
  ['with an inherited field', inherited({ id: 'a', size: 1 }, { note: null }), 'note'],
  ['with a hidden field', hidden({ id: 'a', size: 1 }, 'note', null), null],
  ['with a hidden wrong field', hidden(good, 'extra', 3), 'extra'],
  ['a list', [good], ''],
  ['nothing', null, ''],
];

describe('where a value departs from its schema', () => {
  it('is the same whatever value was looked at before', () => {
    for (const [before, first] of values)
      for (const [name, value, fault] of values) {
        // A new one each time: what it has seen is what this round gave it.
        const schema = object({ id: text, size: count, note: orNull(text) }, { extra: text });
        faultIn(schema, first);
        faultIn(schema, good);
        faultIn(schema, first);
        expect(faultIn(schema, value), `${name}, after one ${before}`).toBe(fault);
      }
  });

  it('is told of a field that one before had hidden', () => {
    const schema = object({ id: text, note: orNull(text) });
    expect(faultIn(schema, hidden({ id: 'a' }, 'note', null))).toBeNull();
    expect(faultIn(schema, { id: 'a' })).toBe('note');
  });
});
