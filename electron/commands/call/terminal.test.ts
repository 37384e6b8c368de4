import { describe, expect, it } from 'vitest';
import { asciiJson } from '../../core/ascii-json.ts';
import { fitted, printable } from './terminal.ts';

/** What the runners of GitHub and of Azure Pipelines take for a command of the build. */
const acts = (printed: string): boolean =>
  printed.split('\n').some((line) => /^\s*::|##\w*\[/.test(line));

const hostile = [
  '::set-output name=passed::true',
  '  ::stop-commands::abc',
  'all is well ##[set-output name=passed;]true',
  '##vso[task.prependpath]/tmp/evil',
  '###vso[task.setvariable variable=x]y ##[error]z',
  "##teamcity[testFailed name='x']",
];

describe.each(hostile)('%s in a build', (text) => {
  it("doesn't become a build command, wherever a server puts it", () => {
    for (const line of [text, { block: `first\n${text}` }, { quoted: text }])
      expect(acts(printable(line))).toBe(false);
    expect(acts(asciiJson({ text, [text]: [text] }))).toBe(false);
  });

  it('is unchanged for a program', () => {
    expect(JSON.parse(asciiJson({ text }))).toEqual({ text });
  });
});

it('leaves other text unchanged', () => {
  for (const text of ['## A heading', 'a::b', 'C#', '# [link]', '### [x](y)'])
    expect(printable(text)).toBe(text);
});

it('lets only a report contain commands', () => {
  expect(printable({ command: '::error title=x::said' })).toBe('::error title=x::said');
  expect(printable({ command: '::error::##vso[task.complete]' })).not.toContain('##vso[');
  expect(printable({ command: '::error::a\n::error::b' })).not.toContain('\n');
});

it('escapes imitations of syntax in a file, but not dashes in prose', () => {
  const address = 'get https://github.com\u2215acme \u2013 now';
  const shown = 'get https://github.com\\u{2215}acme \u2013 now';
  expect(printable(address)).toBe(shown);
  expect(printable({ block: address })).toBe(shown);
  expect(printable({ quoted: address, exact: true })).toBe(`| ${shown}`);
  expect(printable({ block: 'a = 5 \u2212 3', writing: 'code' })).toBe('a = 5 \\u{2212} 3');
});

it('indents a server’s text with its mark, also where a line is broken', () => {
  const shown = printable({ quoted: `a\n${'b'.repeat(40)}`, indent: 8 });
  expect(shown).toBe(`        | a\n        | ${'b'.repeat(40)}`);
  for (const line of fitted(shown, 40).split('\n')) expect(line).toMatch(/^ {8}\| /);
});

it('escapes letters that would reorder code, and names lines with both directions', () => {
  const note =
    'note: left-to-right and right-to-left letters are mixed, so your terminal may reorder them: line ';
  expect(printable({ block: 'x\nrefund(\u05d0, 1, 1000, \u05d1)', writing: 'code' })).toBe(
    `x\nrefund(\\u{05D0}, 1, 1000, \\u{05D1})\n${note}2`,
  );
  expect(printable({ quoted: 'Run `f(\u05d0, 1)` \u05d0' })).toBe(
    `| Run \`f(\\u{05D0}, 1)\` \u05d0\n${note}1`,
  );
  expect(printable({ block: '\u05e9\u05dc\u05d5\u05dd' })).toBe('\u05e9\u05dc\u05d5\u05dd');
});

it('keeps quotation marks in an indented line', () => {
  const line =
    '    ! Another skill has the name \u201Chello\u201D: skill://hello/SKILL.md on typed. An app may load one in place of the other.';
  expect(printable(line)).toBe(line);
});
