import { expect, it } from 'vitest';
import { referenceTo } from './secret-reference.ts';
import { secretPlaces } from './secret-list.ts';

const secret = '{"command":"x","env":{"API_TOKEN":"s3cret"}}';
const a = { label: 'a', field: 'env.API_TOKEN' };

it.each([
  ['as a number', '{"mcpServers":{"a":{"command":"x","env":{"API_TOKEN":12345678}}}}'],
  [
    'in an entry that cannot be used',
    '{"mcpServers":{"a":{"command":"x","args":["${workspaceFolder}"],"env":{"API_TOKEN":"s3cret"}}}}',
  ],
  ['in an entry without a command', '{"mcpServers":{"a":{"env":{"API_TOKEN":"s3cret"}}}}'],
  ['under a label that stands again', `{"mcpServers":{"a":${secret},"a":{"command":"x"}}}`],
  ['in a map that stands again', `{"mcpServers":{"a":${secret}},"mcpServers":{}}`],
  ['in variables that stand again', `{"mcpServers":{"a":{"env":{"API_TOKEN":"x"},"env":{}}}}`],
  ['in a second map', `{"mcpServers":{"b":{"command":"q"}},"servers":{"a":${secret}}}`],
  ['in a third map', `{"servers":{},"mcp":{"servers":{"a":${secret}}}}`],
  [
    'beside a reference',
    `{"mcpServers":{"a":{"command":"x","env":{"B_TOKEN":"${referenceTo('0'.repeat(32))}","API_TOKEN":"s"}}}}`,
  ],
])('a secret in the clear is listed %s', (_, text) => expect(secretPlaces(text)).toEqual([a]));

it('arguments and addresses with credentials are listed, whatever else is wrong with the entry', () => {
  const text = JSON.stringify({
    mcpServers: {
      a: { args: ['--token', 'abcdefgh0123'] },
      b: { command: ['x', '--token', 'abcdefgh0123'], cwd: 7 },
      c: { url: 'https://me:pass@c.example', type: 'strange' },
      d: { url: 'https://d.example/mcp', headers: { Accept: 'x' } },
      e: null,
      f: { headers: 7, env: [], args: 'x' },
    },
  });
  expect(secretPlaces(text)).toEqual([
    { label: 'a', field: 'args' },
    { label: 'b', field: 'args' },
    { label: 'c', field: 'url' },
  ]);
  for (const none of ['', '{', '[]', '{"mcpServers":7}']) expect(secretPlaces(none)).toEqual([]);
});
