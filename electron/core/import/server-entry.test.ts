import { describe, expect, it } from 'vitest';
import { err, ok } from '../../../shared/result.ts';
import { isEnabled, looksLikeServer, parseServerEntry, readEntry } from './server-entry.ts';
import { deriveLabel, freeLabel, isAltered, labelProblem, tidyLabel } from './label.ts';
import { placeholderIn } from './placeholder.ts';
import { maskUrl } from './masked-target.ts';
import { maskSecrets, secretArguments, secretsOf, urlCredentials, urlSecrets } from './mask.ts';

const stdio = (command: string, args: readonly string[] = [], more: object = {}) =>
  ({ type: 'stdio', command, args, env: {}, ...more }) as const;
const http = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  ({ type: 'http', url, headers }) as const;
const implied = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  ({ ...http(url, headers), isTypeImplied: true }) as const;
const entry = (value: unknown) => parseServerEntry(value);

describe('a server’s entry', () => {
  it.each<[string, object, object]>([
    ['a command in parts', { command: 'a', args: ['b'] }, stdio('a', ['b'])],
    ['one list', { command: ['a', 'b'], args: ['c'] }, stdio('a', ['b', 'c'])],
    [
      'one text',
      { command: 'npx -y foo --token=S', args: ['--x'] },
      stdio('npx', ['-y', 'foo', '--token=S', '--x']),
    ],
    ['a program with a blank in its name', { command: '/opt/my app' }, stdio('/opt/my app')],
    ['quotes in a text', { command: 'npx "a b"' }, stdio('npx "a b"')],
    ['goose’s keys', { cmd: 'a', envs: { A: 1 } }, stdio('a', [], { env: { A: '1' } })],
    [
      'another word',
      { command: 'a', environment: { A: true } },
      stdio('a', [], { env: { A: 'true' } }),
    ],
    ['nothing said', { command: 'a', args: null, cwd: null, env: null, type: null }, stdio('a')],
    ['an empty folder', { command: 'a', cwd: '' }, stdio('a')],
    ['a folder', { command: 'a', cwd: '/w' }, stdio('a', [], { cwd: '/w' })],
    ['a time to start', { command: 'a', startTimeout: 600 }, stdio('a', [], { startTimeout: 600 })],
    ['none', { command: 'a', startTimeout: null }, stdio('a')],
    ['a folder to start in', { command: 'a', startIn: '/x' }, stdio('a', [], { startIn: '/x' })],
    ['no folder to start in', { command: 'a', startIn: null }, stdio('a')],
    ['an address', { url: ' https://a.example ' }, implied('https://a.example')],
    [
      'an address and its type',
      { type: 'http', url: 'https://a.example' },
      http('https://a.example'),
    ],
    ['Windsurf’s', { serverUrl: 'https://a.example' }, implied('https://a.example')],
    ['Gemini’s', { httpUrl: 'https://a.example' }, http('https://a.example')],
    [
      'Codex’s',
      { url: 'https://a.example', http_headers: { A: 'b' } },
      implied('https://a.example', { A: 'b' }),
    ],
    ['a null before it', { url: null, uri: 'https://a.example' }, implied('https://a.example')],
  ])('is read with %s', (_, value, config) => {
    expect(entry(value)).toEqual(ok(config));
  });

  it.each([0, 601, 1.5, -1, '60', true, {}, Number.NaN])(
    'is refused with %s as its time to start',
    (startTimeout) => {
      for (const target of [{ command: 'a' }, { url: 'https://a.example' }])
        expect(entry({ ...target, startTimeout })).toEqual(
          err('startTimeout is not a whole number of seconds from 1 to 600'),
        );
    },
  );

  it.each([
    ['stdio', 'stdio'],
    ['LOCAL', 'stdio'],
    ['http', 'http'],
    ['streamable_http', 'http'],
    ['streamableHttp', 'http'],
    ['remote', 'http'],
    ['sse', 'sse'],
    ['well-known', 'well-known'],
  ])('of type %s is %s', (type, of) => {
    const read = entry({ type, command: 'a', url: 'https://a.example' });
    expect(read.ok && read.value.type).toBe(of);
  });

  it.each<[unknown, string]>([
    [7, 'not an object'],
    [{}, 'neither command nor url'],
    [{ type: 7 }, 'type is not text'],
    [{ type: 'carrier-pigeon' }, 'type "carrier-pigeon" is not stdio, http, sse or well-known'],
    [{ command: 'a', args: 'b' }, 'args is not a list of texts'],
    [{ command: 'a', args: [7] }, 'args is not a list of texts'],
    [{ command: ['a', 7] }, 'args is not a list of texts'],
    [{ command: ' ' }, 'command is missing or not text'],
    [{ type: 'stdio' }, 'command is missing or not text'],
    [{ command: 'a', cwd: 7 }, 'cwd is not text'],
    [{ command: 'a', env: 7 }, 'env is not an object'],
    [{ command: 'a', env: { A: [] } }, 'env.A is not text'],
    [{ url: 7 }, 'url is missing or not text'],
    [{ type: 'http' }, 'url is missing or not text'],
    [{ url: 'https://a.example', headers: [] }, 'headers is not an object'],
    [{ url: 'https://a.example', headers: { A: {} } }, 'headers.A is not text'],
    [
      { url: 'https://a.example', headers: { Good: 'x', 'Bad name': 'x' } },
      'headers has "Bad name", which can’t be sent as a header',
    ],
    [
      { url: 'https://a.example', headers: { A: 'x\r\nB: y' } },
      'headers has "A", which can’t be sent as a header',
    ],
    [
      { type: 'well-known', url: 'https://a.example', headers: { A: 'b' } },
      'headers are not sent to a well-known address; leave them out',
    ],
    [{ url: 'nowhere' }, 'url is not an http or https address'],
    [{ url: 'ftp://a.example' }, 'url starts with ftp://, but only http:// and https:// work'],
    [{ url: 'http://127.0.0.1:99999/mcp' }, 'url has the port 99999, but the highest is 65535'],
    [{ url: 'http://a.example:x/mcp' }, 'url is not an http or https address'],
    [
      { url: '${env:HOST}' },
      'url has the placeholder ${env:HOST}, which only the program it was written for can fill in; enter the value itself',
    ],
    [{ command: 'a\0b' }, 'a value contains a null or half a character'],
    [{ command: 'a', args: ['\ud800'] }, 'a value contains a null or half a character'],
  ])('that cannot be used says why: %j', (value, message) => {
    expect(entry(value)).toEqual(err(message));
  });

  it.each(['BASH_ENV=run_token', '=C:', '', 'A\0B'])(
    'has no variable whose name sets another: %j',
    (name) => {
      for (const field of ['env', 'envs', 'environment'])
        expect(parseServerEntry({ command: 'bash', [field]: { [name]: 'x' } }).ok, field).toBe(
          false,
        );
      expect(readEntry({ command: 'bash', env: { [name]: 'x' } }).ok).toBe(false);
    },
  );

  it('may have what only looks like an escape', () => {
    expect(entry({ command: 'a', args: ['\\u0000', '\\ud800'] }).ok).toBe(true);
  });

  it('looks like a server by what it starts or contacts', () => {
    for (const value of [
      { command: 'a' },
      { cmd: 'a' },
      { command: [] },
      { uri: 'u' },
      { httpUrl: '' },
    ])
      expect(looksLikeServer(value)).toBe(true);
    for (const value of [{}, { command: 7 }, { url: null }, ['command'], 'command', null])
      expect(looksLikeServer(value)).toBe(false);
    expect(
      [{}, { disabled: true }, { enabled: false }, { disabled: 'yes' }].map(isEnabled),
    ).toEqual([true, false, false, true]);
  });
});

describe('a placeholder', () => {
  it.each<[Parameters<typeof placeholderIn>[0], object | null]>([
    [http('https://a.example/${x}'), { field: 'url', text: '${x}' }],
    [
      http('https://a.example', { A: 'Bearer ${input:k}' }),
      { field: 'headers.A', text: '${input:k}' },
    ],
    [stdio('${HOME}/a'), { field: 'command', text: '${HOME}' }],
    [stdio('a', ['b', '${X:-y}']), { field: 'args[1]', text: '${X:-y}' }],
    [stdio('a', [], { cwd: '${workspaceFolder}' }), { field: 'cwd', text: '${workspaceFolder}' }],
    [stdio('a', [], { env: { K: '${V}' } }), { field: 'env.K', text: '${V}' }],
    [stdio('/bin/bash', ['-c', 'echo ${HOME}']), null],
    [stdio('cmd.exe', ['${HOME}']), null],
    [stdio('a', ['$HOME', '${}', '${1}', '{x}']), null],
  ])('is found with its field: %j', (config, found) => {
    expect(placeholderIn(config)).toEqual(found);
  });
});

describe('a label', () => {
  it.each([
    [http('https://www.acme.example/mcp'), 'acme.example'],
    [http('https://mcp.acme.example'), 'acme.example'],
    [http('https://a.www.example'), 'a.www.example'],
    [http('no address'), 'server'],
    [stdio('/usr/bin/acme.exe'), 'acme'],
    [stdio('C:\\tools\\acme.CMD'), 'acme'],
    [stdio('npx', ['-y', '@acme/tools@1.2', '--x']), 'tools'],
    [stdio('python3', ['server.py', '-v']), 'server'],
    [stdio('python', ['x.y.mjs']), 'x.y'],
    [stdio('npxx', ['other']), 'npxx'],
    [stdio('anpx', ['other']), 'anpx'],
    [stdio('npx', ['-y', '8080']), 'npx'],
    [stdio('a.jsx'), 'a.jsx'],
    [stdio('@acme'), '@acme'],
    [stdio('///'), 'server'],
  ])('is derived from what is started or contacted: %j', (config, label) => {
    expect(deriveLabel(config)).toBe(label);
  });

  it.each([
    ['', 'Give the server a label.'],
    ['x'.repeat(80), null],
    ['x'.repeat(81), 'A label has at most 80 characters.'],
    ['a\u200Bb', 'A label can’t contain invisible characters.'],
    ['a\u0000b', 'A label can’t contain invisible characters.'],
    ['a b', null],
    ['Größe ✓ 数', null],
    ['__proto__', 'This label can’t be used.'],
  ])('that a person types can be one or not: %j', (label, problem) => {
    expect(labelProblem(label)).toBe(problem);
  });

  it('that another wrote is tidied, and said to be where something was taken out', () => {
    expect(tidyLabel('  a \u200B\t b ✓ ')).toBe('a b');
    expect(tidyLabel('x'.repeat(70))).toBe('x'.repeat(64));
    expect(isAltered('x'.repeat(70), 'x'.repeat(64))).toBe(false);
    expect(isAltered(' a  b ', 'a b')).toBe(false);
    expect(isAltered('✓ a', 'a')).toBe(true);
    expect(isAltered('b a', 'a')).toBe(true);
    expect(freeLabel('a', new Set(['a', 'a-2']))).toBe('a-3');
  });
});

describe('what is secret of a configuration', () => {
  it('is each value in every form, from six letters on, the longest first', () => {
    expect(secretsOf(stdio('a', [], { env: { A: '123456', B: '12345', C: ' padded ' } }))).toEqual([
      ' padded ',
      '123456',
      'padded',
    ]);
    expect(
      secretsOf(http('https://a.example/?k=a%20b%20c%20d', { A: 'Bearer credential' })),
    ).toEqual(['Bearer credential', 'credential', 'a b c d']);
    expect(
      secretsOf(http('https://a.example', { A: 'single-value', B: '  Basic  abcdef' })),
    ).toEqual(['  Basic  abcdef', 'Basic  abcdef', 'single-value', 'abcdef']);
  });

  it('is masked as text, as JSON, and percent-encoded in both ways', () => {
    const secret = 'a b"c/d';
    for (const written of [secret, 'a b\\"c/d', 'a%20b%22c%2Fd', 'a+b%22c%2Fd'])
      expect(maskSecrets(`x ${written} y`, [secret])).toBe('x •••• y');
    expect(maskSecrets('x abcde, xabcde y', ['abcde'])).toBe('x ••••, xabcde y');
    expect(maskSecrets('x ab y', ['ab'])).toBe('x ab y');
  });

  it.each<[string[], string[]]>([
    [['--token', 'abc'], ['abc']],
    [['-token', 'abc'], ['abc']],
    [['--token', '--next'], []],
    [['--token'], []],
    [['token', 'abc'], []],
    [['--token=a=b'], ['a=b']],
    [['--port=80'], []],
    [['--port', '80'], []],
    [['x--token', 'abc'], []],
    [['--token x', 'abc'], []],
    [['Authorization: Bearer abc'], ['Bearer abc', 'abc']],
    [['X-Mode: fast'], []],
    [['https://a:b@c.example/?token=k&page=1'], ['a', 'b', 'k']],
    [['C:\\auth: x'], []],
  ])('is known by its name among arguments: %j', (args, secrets) => {
    expect(secretArguments({ args })).toEqual(secrets);
  });

  it('of an address is who signs in and its credentials', () => {
    const url = 'https://ada@a.example/?page=2&empty=&sig=x&id=abcdefghij0123456789';
    expect(urlSecrets(url)).toEqual(['ada', '2', 'x', 'abcdefghij0123456789']);
    expect(urlCredentials(url)).toEqual(['ada', 'x', 'abcdefghij0123456789']);
    expect(urlSecrets('no address')).toEqual([]);
    expect(maskUrl(url)).toBe(
      'https://••••@a.example/?page=2&empty=&sig=••••&id=abcdefghij0123456789',
    );
    expect(maskUrl('see https://ada@a.example')).toBe('see https://ada@a.example');
  });
});

describe('a reference to a secret of Skillgate that nobody filled in', () => {
  const reference = `\${skillgate:${'a'.repeat(32)}}`;
  it.each([
    ['the name of a variable', { command: 'npx', env: { [reference]: 'x' } }],
    ['an argument of a shell', { command: 'sh', args: ['-c', reference] }],
    ['a part of one, in capitals', { command: 'sh', args: ['-c', `x ${reference.toUpperCase()}`] }],
    ['a program', { command: reference }],
    ['a folder', { command: 'npx', cwd: `/x/${reference}` }],
    ['an address', { url: `https://e.example/${reference}` }],
    ['a header', { url: 'https://e.example', headers: { A: `Bearer ${reference}` } }],
    ['a client', { url: 'https://e.example', oauth: { clientId: reference } }],
    [
      'a client secret',
      { url: 'https://e.example', oauth: { clientId: 'a', clientSecret: reference } },
    ],
    [
      'a part of one',
      { url: 'https://e.example', oauth: { clientId: 'a', clientSecret: `x${reference}` } },
    ],
    ['a scope', { url: 'https://e.example', oauth: { clientId: 'a', scopes: [reference] } }],
    ['one without an end', { command: 'sh', args: ['-c', reference.slice(0, -1)] }],
  ])('is refused with words, and never sent or run: %s', (_, entry) => {
    const parsed = parseServerEntry(entry);
    expect(parsed.ok ? '' : parsed.error).toMatch(/\$\{skillgate:a+.*; enter the value itself/i);
  });
});
