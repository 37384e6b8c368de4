import { describe, expect, it } from 'vitest';
import { parseServerEntry } from '../import/server-entry.ts';
import { difference } from './difference.ts';

/** The difference between two spellings of an entry in a file, as signs and texts. */
function shown(
  before: string,
  after: string,
  head = '{\n  "a": ',
  entry: object = { command: 'x' },
) {
  const config = parseServerEntry(entry);
  if (!config.ok) throw new Error(config.error);
  const text = `${head}${before}\n}`;
  const span = { start: head.length, end: head.length + before.length };
  const change = { text: '', before, after, span };
  const lines = difference(text, change, config.value, { ...entry });
  const signs = { same: ' ', removed: '-', added: '+' } as const;
  return lines.map(({ kind, text: said }) => `${signs[kind]}${said}`);
}

describe('the lines of an entry before and after', () => {
  it('have what stands on both sides once, with what precedes the entry on its line', () => {
    expect(shown('{\n    "x": 1,\n    "y": 2\n  }', '{\n    "x": 3,\n    "y": 2\n  }')).toEqual([
      '   "a": {',
      '-    "x": 1,',
      '+    "x": 3,',
      '     "y": 2',
      '   }',
    ]);
  });

  it('have only what is new where lines are put in, and only what is gone where they are taken', () => {
    const [short, long] = ['{\n  1\n}', '{\n  0\n  1\n}'];
    expect(shown(short, long)).toEqual(['   "a": {', '+  0', '   1', ' }']);
    expect(shown(long, short)).toEqual(['   "a": {', '-  0', '   1', ' }']);
  });

  it('count no line twice that is alike from both ends', () => {
    expect(shown('{\n1\n1\n}', '{\n1\n1\n1\n}')).toEqual([
      ...['   "a": {', ' 1', ' 1', '+1', ' }'],
    ]);
    expect(shown('{\n1\n1\n1\n}', '{\n1\n1\n}')).toEqual([
      ...['   "a": {', ' 1', ' 1', '-1', ' }'],
    ]);
  });

  it('are all the same where nothing changes, and all others where everything does', () => {
    expect(shown('1\n2', '1\n2', '')).toEqual([' 1', ' 2']);
    expect(shown('1\n2', '3\n4\n5', '')).toEqual(['-1', '-2', '+3', '+4', '+5']);
  });

  it('are those of a file with other line ends', () => {
    expect(shown('{\r\n1\r\n}', '{\r\n2\r\n}', '{\r\n\r\n"a": ')).toEqual([
      ' "a": {',
      '-1',
      '+2',
      ' }',
    ]);
  });

  it('hide a short secret where it is a whole value alone', () => {
    const entry = { command: 'x', env: { PIN: 'a+c', NO: '' } };
    const piece = [
      `PIN: a+c`,
      `PIN = a+c # a+c`,
      `PIN: "a+c"`,
      `'a+c'`,
      `abc: aac`,
      `x a+c y`,
      '""',
    ];
    expect(shown(piece.join('\n'), '', '', entry).slice(0, -1)).toEqual([
      ...['-PIN: ••••', '-PIN = •••• # a+c', '-PIN: "••••"', "-'••••'"],
      ...['-abc: aac', '-x a+c y', '-""'],
    ]);
  });

  it('hide each of a thousand short secrets, at once, and wherever two stand side by side', () => {
    const env = Object.fromEntries(
      Array.from({ length: 3_000 }, (_, at) => [`PIN_${at}`, `v${at}`]),
    );
    const piece = Object.values(env)
      .map((value) => `"a": "b", "PIN": "${value}", x: ${value}`)
      .join('\n');
    const lines = shown(piece, '', '', { command: 'x', env });
    expect(new Set(lines.slice(0, -2))).toEqual(new Set(['-"a": "b", "PIN": "••••", x: ••••']));
  });

  it('hide what stands under the name of a secret, however deep, as text or number', () => {
    const entry = {
      command: 'x',
      extra: { api_key: ['hidden-one', { deep: 7654321 }], plain: 'seen-text', flag: true },
      headers: { A: 'hidden-two' },
    };
    const lines = ['hidden-one', '7654321', 'hidden-two', 'seen-text', 'true'];
    expect(shown(lines.join('\n'), '', '', entry).slice(0, -1)).toEqual([
      ...['-••••', '-••••', '-••••', '-seen-text', '-true'],
    ]);
  });

  it('hide the headers of an address, and the longer secret before the shorter in it', () => {
    const entry = { url: 'https://x.example/', headers: { A: 'secret', B: 'secret-and-more' } };
    expect(shown('secret-and-more secret', '', '', entry)[0]).toBe('-•••• ••••');
  });
});
