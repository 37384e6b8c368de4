import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { masked } from '../core/import/mask.ts';
import { formats } from '../commands/report/output.ts';
import { conformance } from './testing/conformance.ts';
import { makePlace, type Entry, type Place } from './testing/place.ts';

const secret = 'S3cr3t.token+with "quotes"=42';
/** What stays of it if it is cut, or written in the usual other ways. */
const traces = [secret, 'S3cr3t', 'token+with', encodeURIComponent(secret)];

/**
 * A server that repeats what it was given wherever it can: as names, URIs, keys, content, in errors,
 * alone, over and over, and where a report cuts.
 */
function repeats(
  { id, method, params }: { id?: number; method: string; params?: { uri?: string } },
  given: string,
): object | null {
  if (id === undefined) return null;
  const at = `skill://${encodeURIComponent(given)}/SKILL.md`;
  const entry = {
    uri: at,
    frontmatter: { name: given, description: `${'x'.repeat(290)}${given}`, [given]: given },
    resources: [{ uri: at, size: given, digest: given.repeat(40), [given]: 1 }],
    _meta: { [given]: [given, { deep: given }] },
  };
  const result = (value: object): object => ({ jsonrpc: '2.0', id, result: value });
  switch (method) {
    case 'initialize':
      return result({
        protocolVersion: '2025-11-25',
        capabilities: {
          resources: {},
          extensions: { 'io.modelcontextprotocol/skills': { directoryRead: true } },
        },
        serverInfo: { name: given, version: given },
        instructions: `See ${at} and skill://other/${encodeURIComponent(given)}/SKILL.md`,
      });
    case 'skills/list':
      return result({ skills: [entry, { ...entry, uri: `skill://x/${given}/SKILL.md` }] });
    case 'resources/list':
      return result({ resources: [{ uri: at, name: given, mimeType: given }] });
    case 'resources/read':
      return result({ contents: [{ uri: given, text: `${given} ${params?.uri}` }] });
    default:
      return { jsonrpc: '2.0', id, error: { code: -32_000, message: `no: ${given}`.repeat(30) } };
  }
}

let place: Place;
let stop = (): void => {};
const entries: Record<string, Entry> = {};
beforeAll(async () => {
  place = makePlace();
  const script = place.write(
    'repeats.mjs',
    `import { createInterface } from 'node:readline';
const repeats = ${repeats.toString()};
console.log('x'.repeat(290) + process.env.API_KEY);
createInterface({ input: process.stdin }).on('line', (line) => {
  const answer = repeats(JSON.parse(line), process.env.API_KEY);
  if (answer !== null) console.log(JSON.stringify(answer));
});
`,
  );
  entries['environment'] = {
    command: process.execPath,
    args: [script],
    env: { API_KEY: secret },
  };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (data) => (body += String(data)));
    request.on('end', () => {
      if (request.method !== 'POST') return void response.writeHead(405).end();
      const given = String(request.headers['x-api-key']);
      const answer = repeats(JSON.parse(body) as never, given);
      if (answer === null) return void response.writeHead(202).end();
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  entries['header'] = {
    type: 'http',
    url: `http://127.0.0.1:${port}/mcp`,
    headers: { 'x-api-key': secret },
  };
  stop = () => void server.close();
});
afterAll(() => {
  stop();
  place.remove();
});

describe.each(['environment', 'header'])('a secret of the %s that a server repeats', (of) => {
  it.each(formats)('is in no report: %s', async (format) => {
    const { text, report } = await conformance(place.root, entries[of]!, '--format', format);
    const json = JSON.stringify(report);
    expect(report.checks.flatMap(({ faults }) => faults).length).toBeGreaterThan(5);
    // It did come, and was taken out.
    expect(json).toContain(masked);
    for (const trace of traces) {
      for (const said of [json, text])
        expect(
          [trace, JSON.stringify(trace).slice(1, -1)].filter((one) => said.includes(one)),
        ).toEqual([]);
    }
  });
});
