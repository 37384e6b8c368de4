import { createInterface } from 'node:readline';

// `node noisy-server.mjs KIND`: a server that answers, and floods its pipes meanwhile.
const kind = process.argv[2] ?? 'quiet';
const message = (body) => `${JSON.stringify({ jsonrpc: '2.0', ...body })}\n`;
const floods = {
  quiet: null,
  // What `yes 1>&2` writes.
  'stderr lines': [2, 'y\n'],
  'stderr without newlines': [2, 'y'],
  'stdout lines': [1, 'y\n'],
  'stdout broken messages': [1, '{"jsonrpc":"2.0","result":{"a":"\n'],
  'stdout without newlines': [1, 'y'],
  'list changed': [1, message({ method: 'notifications/resources/list_changed' })],
  'log notifications': [
    1,
    message({ method: 'notifications/message', params: { level: 'info', data: 'still running' } }),
  ],
  'resource updates': [
    1,
    message({ method: 'notifications/resources/updated', params: { uri: 'skill://a/SKILL.md' } }),
  ],
  pings: [1, message({ id: 'p', method: 'ping' })],
};
const flood = floods[kind];
if (flood === undefined) throw new Error(`no flood is called ${kind}`);

const results = {
  initialize: {
    protocolVersion: '2025-11-25',
    capabilities: {
      resources: { listChanged: true },
      extensions: { 'io.modelcontextprotocol/skills': {} },
    },
    serverInfo: { name: 'noisy', version: '1.0.0' },
  },
  'skills/list': { skills: [] },
  ping: {},
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (id === undefined || method === undefined) return;
  const result = results[method];
  const error = { code: -32_601, message: 'no such thing' };
  process.stdout.write(message(result === undefined ? { id, error } : { id, result }));
});
process.stdin.on('end', () => process.exit(0));

if (flood !== null) {
  const [pipe, text] = flood;
  const chunk = Buffer.from(text.repeat(Math.ceil(16_384 / text.length)));
  const stream = pipe === 1 ? process.stdout : process.stderr;
  const write = () => stream.write(chunk, () => setImmediate(write));
  setTimeout(write, 500);
}
