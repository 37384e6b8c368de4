import { describe, expect, it } from 'vitest';
import { idsBehindText, readBrokenLine } from './lines.ts';

const answer = (id: number): string => JSON.stringify({ jsonrpc: '2.0', id, result: {} });

describe('a broken line', () => {
  it.each([
    ['half an answer', answer(7).slice(0, -3), [7], false],
    ['half an answer whose id is text', '{"jsonrpc":"2.0","id": "7","result":{"a', [7], false],
    ['half an answer and a whole one', answer(7).slice(0, -3) + answer(8), [7, 8], false],
    ['two whole answers', answer(7) + answer(8), [7, 8], false],
    ['half an answer before its id', '{"jsonrpc":"2.0","result":{"a' + answer(8), [8], true],
    ['half an answer without an id', '{"jsonrpc":"2.0","result":{"a":"', [], true],
    ['half a notification', '{"jsonrpc":"2.0","method":"a","params":{"result":', [], false],
    ['an id that is no whole number', '{"jsonrpc":"2.0","id":7.5,"result":{', [], true],
  ])('names whose answer it may have held: %s', (_, text, ids, hasUnnamed) => {
    expect(readBrokenLine(text)).toMatchObject({ ids, hasUnnamed });
  });

  it.each(['Ready.', '[1, 2', '{"level":"info","id":7,"msg":"', `banner ${answer(7)}`])(
    'is none where it never was a message: %s',
    (text) => {
      expect(readBrokenLine(text)).toBeNull();
    },
  );

  it('names a bounded number of ids', () => {
    const text = `{"jsonrpc":"2.0",${Array.from({ length: 5_000 }, (_, id) => `"id":${id},`).join('')}`;
    expect(readBrokenLine(text)?.ids).toHaveLength(1_000);
  });
});

describe('text before an answer', () => {
  it.each([
    [`Ready.${answer(7)}`, [7]],
    [`12:00 sent ${answer(7).slice(0, -2)}`, [7]],
    ['12:00 got {"jsonrpc":"2.0","id":7,"method":"ping"}', []],
    ['Ready.', []],
    [answer(7), []],
  ])('may have spoiled it: %s', (text, ids) => {
    expect(idsBehindText(text)).toEqual(ids);
  });
});
