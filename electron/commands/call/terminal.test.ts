import { describe, expect, it } from 'vitest';
import { asciiJson } from '../../core/ascii-json.ts';
import { printable } from './terminal.ts';

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
  it('is no command of it, wherever a server says it', () => {
    for (const line of [text, { block: `first\n${text}` }, { quoted: text }])
      expect(acts(printable(line))).toBe(false);
    expect(acts(asciiJson({ text, [text]: [text] }))).toBe(false);
  });

  it('is the same text for a program', () => {
    expect(JSON.parse(asciiJson({ text }))).toEqual({ text });
  });
});

it('leaves alone what is none', () => {
  for (const text of ['## A heading', 'a::b', 'C#', '# [link]', '### [x](y)'])
    expect(printable(text)).toBe(text);
});

it('lets a report be made of commands, and of no others', () => {
  expect(printable({ command: '::error title=x::said' })).toBe('::error title=x::said');
  expect(printable({ command: '::error::##vso[task.complete]' })).not.toContain('##vso[');
  expect(printable({ command: '::error::a\n::error::b' })).not.toContain('\n');
});
