import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { LogStore } from '../log-store.ts';
import { asPipe, type PipeCommand } from './log-reader.ts';

/** Answers the last line with the arguments, a variable and the lines that it was sent. */
const server = `let all = ''; process.stdin.on('data', (data) => (all += data)).on('end', () =>
  console.log(JSON.stringify({ args: process.argv.slice(1), token: process.env.TOKEN, lines: all.trim().split('\\n').map((line) => JSON.parse(line)) })));`;
const node: PipeCommand = {
  command: process.execPath,
  args: ['-e', server.replaceAll('\n', ' ')],
  env: {},
};

function pipeOf(
  raw: string,
  start: Partial<PipeCommand> = {},
  secrets: string[] = [],
): string | null {
  const log = new LogStore('e', 10, 1_000_000);
  const id = log.begin({
    ...{ server: 'a', secrets, at: 0, kind: 'exchange', direction: 'sent' },
    ...{ method: 'skills/get', target: '', rpcId: '1', status: 'waiting', raw },
  });
  const entry = log.get(id);
  return entry === undefined ? null : asPipe(log, entry, { ...node, ...start });
}
const run = (line: string | null, env: Record<string, string> = {}): unknown =>
  JSON.parse(execFileSync('/bin/sh', ['-c', line ?? 'exit 1'], { encoding: 'utf8', env }));

const message = (uri: string, meta: object = {}) => ({
  jsonrpc: '2.0',
  id: 7,
  method: 'skills/get',
  params: { uri, _meta: meta },
});
const modern = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };

describe('a request as a shell command', () => {
  it('sends exactly the request, whatever a server wrote into it', () => {
    const hostile = "skill://a'; touch /tmp/x; $(id) `id` \\' %s %PATH% \u001b[31m\n!!";
    const sent = message(hostile, modern);
    const line = pipeOf(JSON.stringify(sent), { args: [...node.args, "it's", '$HOME'] });
    expect(line).not.toContain('\n');
    expect(run(line)).toEqual({ args: ["it's", '$HOME'], lines: [sent] });
  });

  it('begins with the handshake for an older server', () => {
    const line = pipeOf(JSON.stringify(message('skill://a')));
    expect(run(line)).toMatchObject({
      lines: [{ method: 'initialize' }, { method: 'notifications/initialized' }, { id: 7 }],
    });
  });

  it('has secrets as variables only', () => {
    const start = { args: [...node.args, '--', '--key=hunter22'], env: { TOKEN: 'hunter22' } };
    const sent = message('skill://hunter22/a', modern);
    const line = pipeOf(JSON.stringify(sent), start, ['hunter22']);
    expect(line).not.toContain('hunter22');
    expect(run(line, { SECRET_1: 'one', TOKEN: 'two' })).toMatchObject({
      args: ['--key=one'],
      token: 'two',
      lines: [{ params: { uri: 'skill://one/a' } }],
    });
  });

  it.each([
    ['a command with a line break', { command: 'a\nb' }],
    ['a variable that is no name', { env: { 'A;B': '1' } }],
  ])('is not made from %s', (_, start) => {
    expect(pipeOf(JSON.stringify(message('skill://a')), start)).toBeNull();
  });
});
