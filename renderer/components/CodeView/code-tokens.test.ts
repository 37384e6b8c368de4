import { beforeEach, describe, expect, it, vi } from 'vitest';
import { codeTokens } from './code-tokens.ts';

const tokenize = vi.fn();
vi.mock('./monaco.ts', () => ({
  editor: {
    colorize: async () => '',
    tokenize: (...what: unknown[]): unknown => tokenize(...what),
  },
  languages: {
    getLanguages: () => [{ id: 'shell', aliases: ['Shell', 'sh'], extensions: ['.bash'] }],
  },
}));
const one = (type: string, offset = 0) => ({ type, offset, language: 'shell' });

beforeEach(() => tokenize.mockReset());

describe('the colors of a code block', () => {
  it('are those of the source view, by any name of the language', async () => {
    tokenize.mockReturnValue([[one('keyword.shell'), one('', 2)], [one('comment.shell')]]);
    for (const name of ['shell', 'SH', 'bash'])
      expect(await codeTokens('if x\r\n# y', name)).toEqual([
        { text: 'if', color: '--accent-text' },
        { text: ' x', color: undefined },
        { text: '\r\n', color: undefined },
        { text: '# y', color: '--fg-muted' },
      ]);
  });
  it('never change what is shown', async () => {
    tokenize.mockReturnValue([[one('keyword', 3)]]);
    expect(await codeTokens('rm -rf /', 'sh')).toBeNull();
  });
  it('are left out for an unknown language and for endless code', async () => {
    expect(await codeTokens('x', 'klingon')).toBeNull();
    expect(await codeTokens('x'.repeat(50_000), 'sh')).toBeNull();
    tokenize.mockReturnValue([Array.from({ length: 5_000 }, (_, at) => one('keyword', at))]);
    expect(await codeTokens('x'.repeat(5_000), 'sh')).toBeNull();
  });
});
