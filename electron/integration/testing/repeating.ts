import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { forged, type Asked } from './forged.ts';
import type { Entry, Place } from './place.ts';

/** What a repeating server can use; it may run in a separate process, where nothing is imported. */
export interface Around {
  /** `sha256:…` of a text. */
  digest(text: string): string;
  /** Whether the file `changed` exists. */
  isChanged(): boolean;
  /** Its first message, in the older era, with the secret in every free-text field. */
  hello(given: string, instructions: string): object;
  result(asked: Asked, value: object): object;
  error(asked: Asked, message: string): object;
}

/** A complete answer with the server's secret in it; null if none is needed. */
export type Repeat = (asked: Asked, given: string, around: Around) => object | null;

export interface Repeating {
  readonly entries: Readonly<Record<'environment' | 'header' | 'query', Entry>>;
  stop(): void;
}

const hello: Around['hello'] = (given, instructions) => ({
  protocolVersion: '2025-11-25',
  capabilities: {
    resources: {},
    extensions: { 'io.modelcontextprotocol/skills': { directoryRead: true } },
  },
  serverInfo: { name: given, version: given },
  instructions,
});
const result = ({ id }: Asked, value: object): object => ({ jsonrpc: '2.0', id, result: value });
const error = ({ id }: Asked, message: string): object => ({
  ...{ jsonrpc: '2.0', id },
  error: { code: -32_000, message },
});

/**
 * A server that repeats its secret according to `repeat`. It gets the secret as a variable, as a
 * header or in the query of its address. `first` is code that the process runs before the first
 * message.
 */
export async function repeating(
  place: Place,
  secret: string,
  repeat: Repeat,
  first: string,
): Promise<Repeating> {
  const changed = place.path('changed');
  const script = place.write(
    'repeats.mjs',
    `import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
const repeat = ${repeat.toString()};
const around = {
  digest: (text) => 'sha256:' + createHash('sha256').update(text).digest('hex'),
  isChanged: () => existsSync(${JSON.stringify(changed)}),
  hello: ${hello.toString()},
  result: ${result.toString()},
  error: ${error.toString()},
};
${first}
createInterface({ input: process.stdin }).on('line', (line) => {
  const asked = JSON.parse(line);
  const answer = asked.id === undefined ? null : repeat(asked, process.env.API_KEY, around);
  if (answer !== null) console.log(JSON.stringify(answer));
});
`,
  );
  const around: Around = {
    digest: (text) => `sha256:${createHash('sha256').update(text).digest('hex')}`,
    isChanged: () => existsSync(changed),
    ...{ hello, result, error },
  };
  const { url, stop } = await forged((asked, request) => {
    const { searchParams } = new URL(request.url ?? '', 'http://x');
    const given = searchParams.get('key') ?? String(request.headers['x-api-key']);
    return asked.id === undefined ? null : repeat(asked, given, around);
  });
  return {
    entries: {
      environment: { command: process.execPath, args: [script], env: { API_KEY: secret } },
      header: { type: 'http', url, headers: { 'x-api-key': secret } },
      query: { type: 'http', url: `${url}?key=${secret}` },
    },
    stop,
  };
}
