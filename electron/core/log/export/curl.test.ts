import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LogStore } from '../log-store.ts';
import { asCurl } from './curl.ts';
import { asNdjson, type RowLine } from './ndjson.ts';
import { openedLog } from './log-reader.fixture.ts';

const about = { at: 0, version: '1' };
const http = {
  url: 'https://a.example/mcp',
  method: 'POST',
  requestHeaders: [['content-type', 'application/json']] as [string, string][],
  status: 200,
  statusText: 'OK',
  responseHeaders: [],
  firstByteAt: null,
};

/** The command for a row of someone else's log. */
function curlOf(facts: object, request = '{}'): string | null {
  const log = new LogStore('e', 10, 1_000_000);
  const id = log.begin({
    ...{ server: 'a', secrets: [], at: 0, kind: 'exchange', direction: 'sent' },
    ...{ method: 'm', target: '', rpcId: '1', status: 'waiting', raw: '{}' },
  });
  log.http(id, http);
  const [head = '', row = ''] = asNdjson(log, null, about).text.split('\n');
  const line = JSON.parse(row) as RowLine;
  const forged = { ...line, request, http: { ...line.http, ...facts } };
  const opened = openedLog(`${head}\n${JSON.stringify(forged)}\n`, 'o');
  if (!opened.ok) throw new Error(opened.error);
  const [entry] = opened.value.store.entries();
  if (entry === undefined) throw new Error('nothing was opened');
  return asCurl(opened.value.store, entry);
}

const shells = ['sh', 'bash', 'zsh'].filter((name) => existsSync(`/bin/${name}`));
/** The arguments that curl receives when a shell reads the command. */
const read = (shell: string, command: string): string[] =>
  execFileSync(`/bin/${shell}`, ['-c', `curl() { printf '%s\\0' "$@"; }\n${command}\n`], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { SECRET_1: 'one' },
  })
    .split('\0')
    .slice(0, -1);

const hasCurl = spawnSync('curl', ['--version']).status === 0;
/** The address that curl makes of a command but can't reach. */
const curlAsks = (line: string): string =>
  execFileSync(
    '/bin/sh',
    ['-c', `${line.replace(/\\$/, '')} -x http://127.0.0.1:9 -w '%{url_effective}' || true`],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  );

const said = [
  `it's $(touch /tmp/x) \`id\` !! $HOME %PATH% ^& | < > ; # \\ \\' \\" " ' end`,
  'a\nb\r\nc\td\u0000e\u001b[31m\u007f\u2028',
  'curly \u2018 ; calc ; \u2019 \u201a\u201b and caf\u00e9 \ud83d\ude00',
  "'; touch /tmp/x; '",
];

describe.each(said)('a request as curl that says %j', (text) => {
  const body = JSON.stringify({ [text]: text, a: 1, b: [text] });
  const command = curlOf({}, body) ?? '';

  it('is one command of every shell, with nothing in it that one of them acts on', () => {
    expect(command.split('\n')).toHaveLength(3);
    const [, data = ''] = /--data-raw '([^']*)'$/.exec(command) ?? [];
    expect(data).toMatch(/^[\w .,:;/=+*()@?[\]{}~#"\\-]+$/);
    // In fish, two backslashes in single quotes mean one.
    expect(data).not.toContain('\\\\');
    expect(JSON.parse(data)).toEqual(JSON.parse(body));
  });

  it.runIf(shells.length > 0)('sends that', () => {
    for (const shell of shells) {
      const given = read(shell, command);
      expect(given.slice(0, 7)).toEqual([
        ...['-g', '-sS', '-X', 'POST', 'https://a.example/mcp'],
        ...['-H', 'content-type: application/json'],
      ]);
      expect(given[7]).toBe('--data-raw');
      expect(JSON.parse(given[8] ?? '')).toEqual(JSON.parse(body));
    }
  });
});

describe('an opened log as curl', () => {
  it.each<[string, object, string?]>([
    ['a method that is a command', { method: 'GET; touch /tmp/x; echo' }],
    ['a method that is an option', { method: '-o/etc/passwd' }],
    ['an option as an address', { url: '-o/etc/cron.d/x' }],
    ['an address of a file', { url: 'file:///etc/passwd' }],
    ['an address of gopher', { url: 'gopher://a.example/_x' }],
    ['a header that is read from a file', { requestHeaders: [['@C:/x', '/../secret']] }],
    ['a header with a line end', { requestHeaders: [['a', 'b\nX-Other: c']] }],
    ['a header with a control character', { requestHeaders: [['a', '\u001b[2J']] }],
    ['a header that ends with a backslash', { requestHeaders: [['a', '\\']] }],
    ['a header with both marks', { requestHeaders: [['a', `"'$(id)'"`]] }],
    ['a header that a command prompt would end', { requestHeaders: [['a', '"b"&calc&"c"']] }],
    ['a name of a header that is more', { requestHeaders: [['a"; id; "', 'b']] }],
    ['a body that is no JSON', {}, "'; touch /tmp/x; '"],
    ['a body that was cut', {}, '{"a":"\n[20 more characters not kept]'],
  ])('is none with %s', (...[, facts, body]) => expect(curlOf(facts, body)).toBeNull());

  it('has an address with nothing in it that a shell reads', () => {
    const url = 'https://a.example/$(id)`id`!!/"x"\\y\'?q=$HOME&{a,b}[1-9]=%zz|\u2019\ud800#f';
    const command = curlOf({ url }) ?? '';
    const [, address = ''] = /-X POST "([^"]*)"/.exec(command) ?? [];
    expect(address).toMatch(/^(?:\{%\}|\\[[\]]|[\w\-.~:/?#@&()*+,;=])+$/);
    expect(new URL(address.replaceAll(/[{}\\]/g, '')).hostname).toBe('a.example');
    for (const shell of shells) expect(read(shell, command)[3]).toBe(address);
  });

  /** How a command prompt expands a line if these variables are set. */
  const atPrompt = (line: string, set: Record<string, string>): string =>
    line.replaceAll(/%([^%:]*)(?::[^%]*)?%/g, (whole, name: string) => set[name] ?? whole);

  it.each([
    ['https://a.example/%CD%20b', 'https://a.example/%CD%20b'],
    ['https://a.example/%DB_PASSWORD%', 'https://a.example/%DB_PASSWORD%25'],
    ['https://a.example/%20/%DB:~0,9%20%', 'https://a.example/%20/%DB:~0,9%20%25'],
    ['http://[::1]:99/%41[1-3]%20{a,b}', 'http://[::1]:99/%41[1-3]%20%7Ba,b%7D'],
    ['https://a.example/%41[1-9]', 'https://a.example/%41[1-9]'],
  ])('has no variable of a command prompt in %s, and curl asks for that', (url, asked) => {
    const [line = ''] = (curlOf({ url }) ?? '').split('\n');
    const set = { CD: 'C:\\Users', DB: 'secret', DB_PASSWORD: 'secret', '41[1-3]': 'x' };
    expect(atPrompt(line, set)).toBe(line);
    if (hasCurl) expect(curlAsks(line)).toBe(asked);
  });

  it('is none with more escapes than curl can take one by one', () => {
    const url = (escapes: number) => `https://a.example/${'%41'.repeat(escapes)}`;
    const [line = ''] = (curlOf({ url: url(40) }) ?? '').split('\n');
    if (hasCurl) expect(curlAsks(line)).toBe(url(40));
    expect(curlOf({ url: url(41) })).toBeNull();
  });

  it('names no variable of whoever pastes it', () => {
    const requestHeaders = [
      ['aws-secret-access-key', '$AWS_SECRET_ACCESS_KEY'],
      ['x', '"$HOME"'],
    ];
    const command = curlOf({ requestHeaders }, '{"a":"$HOME ••••"}') ?? '';
    expect(command).not.toContain('SECRET_1');
    for (const shell of shells)
      expect(read(shell, command)).toEqual(
        expect.arrayContaining(['aws-secret-access-key: $AWS_SECRET_ACCESS_KEY', 'x: "$HOME"']),
      );
  });
});
