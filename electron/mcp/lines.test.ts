import { describe, expect, it } from 'vitest';
import { LineSplitter, idsBehindText, readBrokenLine } from './lines.ts';

function splitter(maxBytes: number): {
  readonly lines: string[];
  readonly tooLong: () => number;
  readonly it: LineSplitter;
} {
  const lines: string[] = [];
  let tooLong = 0;
  const made = new LineSplitter(
    maxBytes,
    (line) => lines.push(line),
    () => {
      tooLong += 1;
    },
  );
  return { lines, tooLong: () => tooLong, it: made };
}

describe('the line splitter', () => {
  it('gives whole lines whatever way the bytes arrive, also through the middle of a character', () => {
    const bytes = Buffer.from('{"a":"é"}\n\n{"b":"😀"}\nrest');
    for (let size = 1; size <= bytes.length; size += 1) {
      const { lines, it: cut } = splitter(100);
      for (let at = 0; at < bytes.length; at += size) cut.push(bytes.subarray(at, at + size));
      expect(lines).toEqual(['{"a":"é"}', '', '{"b":"😀"}']);
    }
  });

  it('gives a long line whole, wherever its blocks end', () => {
    const MiB = 1_048_576;
    for (let shift = 0; shift < 5; shift += 1) {
      const whole = `${'a'.repeat(MiB - 2 - shift)}${'é€😀'.repeat(MiB / 2)}`;
      const { lines, it: cut } = splitter(16 * MiB);
      const bytes = Buffer.from(`${whole}\nnext\n`);
      for (let at = 0; at < bytes.length; at += 65_536) cut.push(bytes.subarray(at, at + 65_536));
      expect(lines.map((line) => line === whole || line)).toEqual([true, 'next']);
    }
  });

  it('knows of a long line whether it is valid UTF-8, and how it begins', () => {
    const bad = Buffer.concat([Buffer.alloc(1_048_575, 'a'), Buffer.from([0xe2, 0x28, 0x80])]);
    const seen: boolean[] = [];
    const cut = new LineSplitter(
      8_388_608,
      (_, isText) => seen.push(isText),
      () => {},
    );
    for (const bytes of [bad, Buffer.alloc(1_999_998, '€')]) {
      for (let at = 0; at < bytes.length; at += 1_000) cut.push(bytes.subarray(at, at + 1_000));
      expect(cut.unfinished(9)).toHaveLength(bytes === bad ? 9 : 3);
      cut.push(Buffer.from('\n'));
    }
    expect(seen).toEqual([false, true]);
  });

  it('takes a line of exactly the bound and stops at one byte more, before its end has come', () => {
    const { lines, tooLong, it: cut } = splitter(8);
    cut.push(Buffer.from('12345678\n'));
    cut.push(Buffer.from('12345'));
    cut.push(Buffer.from('6789'));
    expect([lines, tooLong()]).toEqual([['12345678'], 1]);
  });

  it('tells which lines are not valid UTF-8, whatever way their bytes arrive', () => {
    const seen: [string, boolean][] = [];
    const bytes = Buffer.concat([
      Buffer.from('caf\u00e9 \ufffd\n'),
      Buffer.from('caf\u00e9\n', 'latin1'),
      Buffer.from('ok\n'),
    ]);
    for (const size of [1, 3, bytes.length]) {
      seen.length = 0;
      const cut = new LineSplitter(
        100,
        (line, isText) => seen.push([line, isText]),
        () => {},
      );
      for (let at = 0; at < bytes.length; at += size) cut.push(bytes.subarray(at, at + size));
      expect(seen).toEqual([
        ['caf\u00e9 \ufffd', true],
        ['caf\ufffd', false],
        ['ok', true],
      ]);
    }
  });

  it('stops where it is enough, and goes on from there', () => {
    const { lines, it: cut } = splitter(100);
    const bytes = Buffer.from('a\nb\nc\nrest');
    const offset = cut.push(bytes, 0, () => lines.length === 2);
    expect([lines, offset]).toEqual([['a', 'b'], 4]);
    expect(cut.push(bytes, offset)).toBe(bytes.length);
    expect([lines, cut.unfinished(10)]).toEqual([['a', 'b', 'c'], 'rest']);
  });

  it('says nothing more after it has stopped', () => {
    const { lines, tooLong, it: cut } = splitter(4);
    cut.push(Buffer.from('too long\nok\n'));
    cut.push(Buffer.from('ok\nand much too long'));
    expect([lines, tooLong()]).toEqual([[], 1]);
  });
});

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
