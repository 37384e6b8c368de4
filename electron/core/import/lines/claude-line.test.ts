import { describe, expect, it } from 'vitest';
import { parsePasted } from '../paste.ts';

describe('a line for Claude Code that adds nothing', () => {
  const problems = (text: string) => parsePasted(text).problems.map(({ message }) => message);

  it.each([
    ['claude mcp list', 'claude mcp list doesn’t add a server. Import reads Claude’s own files.'],
    ['claude mcp', 'claude mcp  doesn’t add a server. Import reads Claude’s own files.'],
    ['claude mcp add', 'claude mcp add needs a name and a command or an address.'],
    ['claude mcp add acme', 'claude mcp add needs a name and a command or an address.'],
    ['claude mcp add-json acme', 'claude mcp add-json needs a name and JSON.'],
    ["claude mcp add-json acme '{'", 'Its JSON: close brace expected at line 1, column 2.'],
    [
      'claude mcp add acme -H "A: b" -- npx acme',
      'A command takes no headers; --header is for an address.',
    ],
    ['claude mcp add acme -e A -- npx acme', '--env A is not NAME=value.'],
    ['claude mcp add -H ":b" acme https://a.example', '--header :b is not NAME:value.'],
    ['export A=1', 'export isn’t imported: it prepares a shell and doesn’t start a server.'],
    ['A=1', 'It only sets variables and doesn’t start anything.'],
    ['https://a.example x', 'An address takes no arguments.'],
  ])('says why: %s', (text, message) => {
    expect(problems(text)).toContain(message);
  });

  it('reports what is not imported from one that adds a server', () => {
    expect(problems('claude mcp add -s user -t http -e A=1 acme https://a.example extra')).toEqual([
      'Not imported: --scope user: Skillgate has one list of servers',
      'Not imported: extra: an address takes no arguments',
      'Not imported: --env A: an address takes no environment variables',
    ]);
  });
});
