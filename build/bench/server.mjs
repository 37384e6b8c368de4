import { makeSkills } from './skills.mjs';

// `node server.mjs COUNT`: COUNT skills over stdio. Every answer is prepared as text before the
// first request, so that only the client is measured.
const perPage = 250;
const skills = makeSkills(Number(process.argv[2] ?? '0'));
const shared = { resultType: 'complete', ttlMs: 3_600_000, cacheScope: 'private' };
const serverInfo = { name: 'bench', version: '1.0.0' };
const capabilities = {
  resources: {},
  tools: {},
  extensions: { 'io.modelcontextprotocol/skills': {} },
};

const pages = [];
for (let at = 0; at === 0 || at < skills.length; at += perPage) {
  const nextCursor = at + perPage < skills.length ? { nextCursor: String(at / perPage + 1) } : {};
  pages.push(
    JSON.stringify({
      ...shared,
      skills: skills.slice(at, at + perPage).map(({ entry }) => entry),
      ...nextCursor,
    }),
  );
}
const contents = new Map();
for (const { files } of skills)
  for (const file of files) contents.set(file.uri, JSON.stringify({ ...shared, contents: [file] }));
skills.length = 0;

function resultOf({ method, params }) {
  switch (method) {
    case 'resources/read':
      return contents.get(params.uri);
    case 'tools/call':
      return JSON.stringify({
        resultType: 'complete',
        content: [{ type: 'text', text: JSON.stringify(params.arguments) }],
      });
    case 'skills/list':
      return pages[Number(params?.cursor ?? '0')];
    case 'server/discover':
      return JSON.stringify({
        ...shared,
        supportedVersions: ['2026-07-28'],
        capabilities,
        serverInfo,
        instructions: '',
      });
    case 'ping':
      return '{}';
    default:
      return undefined;
  }
}

let held = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk) => {
  const lines = (held + chunk).split('\n');
  held = lines.pop() ?? '';
  let out = '';
  for (const line of lines) {
    if (line === '') continue;
    const request = JSON.parse(line);
    if (request.id === undefined) continue;
    const result = resultOf(request);
    out +=
      result === undefined
        ? `{"jsonrpc":"2.0","id":${JSON.stringify(request.id)},"error":{"code":-32601,"message":"no such thing"}}\n`
        : `{"jsonrpc":"2.0","id":${JSON.stringify(request.id)},"result":${result}}\n`;
  }
  if (out !== '') process.stdout.write(out);
});
process.stdin.on('end', () => process.exit(0));
