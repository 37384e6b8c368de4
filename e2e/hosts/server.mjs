import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/**
 * `server.mjs SCENE`: an MCP server over stdio with one tool and the skills of a file, which is read again
 * for each request: `{NAME: {FILE: TEXT}}`. It speaks whichever older revision its host asks for.
 */
const scene = () => Object.entries(JSON.parse(readFileSync(process.argv[2], 'utf8')));
const uriOf = (name, file) => `skill://${name}/${file}`;
const entryOf = ([name, files]) => ({
  uri: uriOf(name, 'SKILL.md'),
  frontmatter: { name, description: `About ${name}` },
  resources: Object.entries(files).map(([file, text]) => ({
    uri: uriOf(name, file),
    digest: `sha256:${createHash('sha256').update(text).digest('hex')}`,
    size: Buffer.byteLength(text),
  })),
});
const invalid = { error: { code: -32602, message: 'There is nothing at this address.' } };

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: {
      tools: {},
      resources: {},
      extensions: { 'io.modelcontextprotocol/skills': {} },
    },
    serverInfo: { name: 'tried', version: '1.0.0' },
  }),
  ping: () => ({}),
  'tools/list': () => ({
    tools: [{ name: 'add', description: 'Adds two numbers', inputSchema: { type: 'object' } }],
  }),
  'tools/call': ({ arguments: { a, b } }) => ({
    content: [{ type: 'text', text: `sum ${a + b} in ${process.env.TRIED_WORD}` }],
  }),
  'resources/list': () => ({
    resources: scene().map(([name]) => ({ uri: uriOf(name, 'SKILL.md'), name })),
  }),
  'resources/templates/list': () => ({ resourceTemplates: [] }),
  'skills/list': () => ({ skills: scene().map(entryOf) }),
  'skills/get': ({ uri }) => {
    const found = scene().find(([name]) => uriOf(name, 'SKILL.md') === uri);
    return found === undefined ? invalid : { skill: entryOf(found) };
  },
  'resources/read': ({ uri }) => {
    for (const [name, files] of scene())
      for (const [file, text] of Object.entries(files))
        if (uriOf(name, file) === uri)
          return { contents: [{ uri, mimeType: 'text/markdown', text }] };
    return invalid;
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const found = Object.hasOwn(answers, method) ? answers[method](params ?? {}) : null;
  const body =
    found === null
      ? { error: { code: -32601, message: 'Method not found' } }
      : 'error' in found
        ? found
        : { result: found };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...body })}\n`);
}
