import { describe, expect, it } from 'vitest';
import { targetOf } from './target.ts';

const http = (url: string) => targetOf({ type: 'http', url, headers: {} });

describe('what rules about servers are held against', () => {
  it('is a command with its arguments, and nothing of its environment', () => {
    const config = { type: 'stdio', command: 'npx', args: ['-y', 'x'], env: { A: 'b' } } as const;
    expect(targetOf(config)).toEqual({ kind: 'command', command: 'npx', args: ['-y', 'x'] });
  });

  it('is an address as its identity has it, with the query, which no record has', () => {
    expect(http('HTTPS://H.example:443/mcp?tenant=a#part')).toEqual({
      kind: 'url',
      url: 'https://h.example/mcp?tenant=a',
    });
    expect(http('https://ada:secret@h.example/mcp')).toEqual({
      kind: 'url',
      url: 'https://h.example/mcp',
    });
    expect(http('https://h.example/mcp?')).toEqual({ kind: 'url', url: 'https://h.example/mcp?' });
    expect(http('no address')).toBeNull();
  });
});
