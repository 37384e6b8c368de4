import { describe, expect, it } from 'vitest';
import type { ServerConfig } from '../server-config.ts';
import { maskedHead, maskSecrets, secretsOf, withoutEnding, maskerOf } from './mask.ts';
import { http, stdio } from './secrets.fixture.ts';

const basic: ServerConfig = {
  type: 'http',
  url: 'https://x.example/mcp',
  headers: { Authorization: `Basic ${Buffer.from('ada:pass-word').toString('base64')}` },
};
const lines: ServerConfig = {
  type: 'stdio',
  command: 'x',
  args: [],
  env: { KEY: '-----BEGIN KEY-----\nfirst-secret-line\r\nsecond-secret-line\n' },
};

describe('masking', () => {
  it('of a short credential with any sign in it is done, where it is a word', () => {
    for (const secret of ['a-b1', 'a/b', '1.2', 'x^y$', '(a]', 'é-ü', '-a-', '{1}', 'a\\b'])
      expect(maskSecrets(`key ${secret} is wrong`, [secret]), secret).toBe('key •••• is wrong');
  });

  it('takes no longer for a text that repeats the beginning of a secret, or all of it in base64', () => {
    const secret = 'hunter2hunter3';
    const beginnings = `${secret.slice(0, 6)}"`.repeat(100_000);
    const inBase64 = `${Buffer.from(secret).toString('base64')} `.repeat(50_000);
    expect(maskedHead(beginnings, [secret], beginnings.length)).toBe('••••"'.repeat(100_000));
    expect(maskSecrets(inBase64, [secret])).not.toContain('aHVudGVy');
  });

  it('takes no longer for a text that is made of what could begin a secret', () => {
    const secrets = ['\\\\\\\\server\\share', 'a/b/c/d/e/f/', 'café"\'/\\'];
    for (const text of ['\\', '%25', 'a\\/b', '\\u0061', 'a/b/c/d/e/'])
      expect(maskSecrets(text.repeat(100_000), secrets)).toBe(text.repeat(100_000));
  });

  it.each<readonly [string, ServerConfig, string]>([
    ['an environment value', stdio, 'failed: env-"secret"'],
    ['an environment value inside JSON', stdio, JSON.stringify({ error: 'env-"secret"' })],
    ['a credential among the arguments', stdio, 'usage: --api-key key-12345'],
    ['a credential joined to its option', stdio, 'got tok-67890'],
    ['a password from an address of a database', stdio, 'postgres://ada:pass-word@h/db'],
    ['a header with its scheme', http, 'Authorization: Bearer header-secret'],
    ['a credential without its scheme', http, 'token header-secret is too old'],
    ['a password from the address', http, 'user ada, pass-word'],
    ['a query value, decoded', http, 'key url-secret/1 is unknown'],
    ['a query value, encoded', http, 'GET /mcp?api_key=url-secret%2F1'],
    ['a query value, encoded in small letters', http, 'GET /mcp?api_key=url-secret%2f1'],
    ['a query value, encoded twice', http, 'GET /login?to=%2Fmcp%3Fapi_key%3Durl-secret%252F1'],
    ['a query value in the JSON of PHP', http, '{"error":"url-secret\\/1"}'],
    ['a query value in JSON in JSON', http, '{"text":"{\\"error\\":\\"url-secret\\\\/1\\"}"}'],
    ['a value as escapes', http, '{"error":"\\u0068eader\\u002Dsecret"}'],
    ['an environment value in JSON in JSON', stdio, JSON.stringify(JSON.stringify('env-"secret"'))],
    ['a part of Basic credentials', basic, 'no such user: ada:pass-word'],
    ['the password of Basic credentials', basic, 'wrong: pass-word'],
    ['a line of a value of several lines', lines, 'at 2: first-secret-line'],
    ['the next line of it', lines, 'second-secret-line'],
  ])('hides %s', (_, config, text) => {
    const shown = maskSecrets(text, secretsOf(config));
    expect(shown).toContain('••••');
    expect(shown).not.toMatch(/secret|12345|67890|pass-word/);
  });

  it('leaves ordinary words alone, however often they are also short values', () => {
    expect(maskSecrets('mode on, port 8080, fast', [...secretsOf(stdio), ...secretsOf(http)])).toBe(
      'mode on, port 8080, fast',
    );
  });

  const short: ServerConfig = {
    type: 'http',
    url: 'https://ada:pw9@x.example/?key=k7q&mode=abc',
    headers: { 'X-Api-Key': 'a1b2', 'X-Mode': 'fast', Authorization: 'Basic Ym9iOnoyeA==' },
  };
  it.each([
    ['{"key":"a1b2"}', '{"key":"••••"}'],
    ['wrong key: a1b2.', 'wrong key: ••••.'],
    ['?k=a1b2&x=%20a1b2', '?k=••••&x=%20••••'],
    ['{"text":"not:\\na1b2"}', '{"text":"not:\\n••••"}'],
    ['bob:z2x, ada:pw9, k7q', '••••, ••••, ••••'],
    ['in base64: YTFiMg==', 'in base64: ••••=='],
    ['xa1b2 a1b2c a1b2-c _a1b2 fast abc ada', 'xa1b2 a1b2c a1b2-c _a1b2 fast abc ada'],
  ])('hides a short credential where it is a word: %s', (text, shown) => {
    expect(maskSecrets(text, secretsOf(short))).toBe(shown);
  });

  it.each(['', 'a', 'ab', 'user:', 'client:', 'a "quoted" text, '])(
    'hides a secret in base64 behind %j, in both alphabets, and what stands beside it in the word',
    (before) => {
      for (const secret of ['header-secret', 'Zq?/~>secret', 'ünï-secret'])
        for (const encoding of ['base64', 'base64url'] as const) {
          const written = Buffer.from(`${before}${secret}:x`).toString(encoding);
          for (const text of [written, written.replaceAll('/', '\\/')])
            expect(maskSecrets(`{"a":"Basic ${text}"}`, [secret])).toMatch(
              /^\{"a":"Basic [\w/\\]*••••[\w/\\]{0,4}={0,2}"\}$/,
            );
          expect(maskSecrets(`Basic ${written}`, [secret])).not.toContain(written.slice(8, 14));
        }
    },
  );

  it.each(['', ':', ' ', '-', '\\x'])('hides a secret in hex, joined by %j', (joint) => {
    for (const secret of ['header-secret', 'Zq?/~>secret', 'ünï-secret'])
      for (const big of [false, true]) {
        const pairs = Buffer.from(secret).toString('hex').match(/../g) ?? [];
        const written = pairs.join(joint);
        const hex = big ? written.replaceAll(/[a-f]/g, (sign) => sign.toUpperCase()) : written;
        expect(maskSecrets(`got ${hex}0a next`, [secret])).toBe('got ••••0a next');
        expect(maskedHead(`got ${hex}`, [secret], 4 + hex.length - 3)).toBe('got ••••');
        expect(withoutEnding(`${hex.slice(6)} next`, [secret])).toBe('•••• next');
      }
  });

  it('hides a short credential in hex where it is a word', () => {
    expect(maskSecrets('key 61316232, 0x61316232ff', ['a1b2'])).toBe('key ••••, 0x61316232ff');
  });

  it('takes no longer for a text that repeats a secret in hex, or its beginning', () => {
    const secret = 'hunter2hunter3';
    const hex = Buffer.from(secret).toString('hex');
    expect(maskSecrets(`${hex} `.repeat(50_000), [secret])).toBe('•••• '.repeat(50_000));
    const beginnings = `${hex.slice(0, 8)}"`.repeat(100_000);
    expect(maskedHead(beginnings, [secret], beginnings.length)).toBe('••••"'.repeat(100_000));
  });

  it('hides the end of a secret in base64 that is cut', () => {
    const written = Buffer.from('ada:header-secret').toString('base64');
    for (let end = 16; end < written.length; end += 1)
      expect(
        maskedHead(`${'x '.repeat(40)}${written} y`, ['header-secret'], 80 + end),
      ).not.toContain(Buffer.from('ada:header-').toString('base64').slice(8, 14));
  });

  it.each([
    '0123456789abcdef0123456789abcdef',
    '5f2c8e1a-3b4d-4c6e-8f90-a1b2c3d4e5f6',
    'sk-proj-Abc123Def456Ghi789',
    'Zx81kLmN02pQrS93tUvW',
    'bot123456:AAHdqTcvCH1vGWJx',
  ])('hides a token in the path of an address, alone, too: %s', (token) => {
    const secrets = secretsOf({
      type: 'http',
      url: `https://x.example/mcp/${token}/v1`,
      headers: {},
    });
    expect(maskSecrets(`POST https://x.example/mcp/${token}/v1`, secrets)).toBe(
      'POST https://x.example/mcp/••••/v1',
    );
    expect(maskSecrets(`unknown key ${token}`, secrets)).toBe('unknown key ••••');
  });

  it.each([
    'acme-skills-2026-11-24',
    'streamable-http-v2',
    'team_of_the_northern_region',
    'api.v1.2.3',
  ])('leaves a name in the path of an address alone: %s', (name) => {
    expect(secretsOf({ type: 'http', url: `https://x.example/${name}/mcp`, headers: {} })).toEqual(
      [],
    );
  });

  it('hides a value of many thousand characters, however it is written', () => {
    const long = 'a/b"c%'.repeat(1_000);
    for (const text of [long, JSON.stringify(JSON.stringify(long)), long.replaceAll('/', '\\/')])
      expect(maskSecrets(text, [long])).not.toContain('a/b');
    expect(maskSecrets('\\ x', ['y'.repeat(1_000_000)])).toBe('\\ x');
  });

  it('hides the longer of two secrets of which one begins the other', () => {
    const config: ServerConfig = {
      type: 'stdio',
      command: 'x',
      args: [],
      env: { A: 'abcdef', B: 'abcdefghi' },
    };
    expect(maskSecrets('abcdefghi', secretsOf(config))).toBe('••••');
  });

  it('does not fail on half a character', () => {
    expect(
      maskSecrets(
        'x',
        secretsOf({
          type: 'stdio',
          command: 'x',
          args: [],
          env: { A: 'abcdefg\ud800', B: '%E0%A4%A' },
        }),
      ),
    ).toBe('x');
  });
});

const secrets = ['s3cr3t-token+with "quotes"', 'hunter2', 'abc'];
const [long = '', other = ''] = secrets;

describe('a masker', () => {
  it.each([
    'nothing of it',
    'a abc b, abcd',
    `x ${long} y`,
    `x ${encodeURIComponent(long)} y`,
    `x ${[...Buffer.from(other)].map((byte) => `%${byte.toString(16)}`).join('')} y`,
    String.raw`x ${JSON.stringify(long)} hunte\u0072\u0032`,
    `x ${Buffer.from(`user:${other}`).toString('base64')} y`,
    `x ${Buffer.from(long).toString('base64url')} y`,
    `x ${Buffer.from(long).toString('hex')} y`,
    `x ${Buffer.from(other).toString('hex').toUpperCase()} y`,
    `cut here: ${Buffer.from(long).toString('hex').slice(0, 21)}`,
    `cut here: ${long.slice(0, 12)}…`,
    `cut here: ${long.slice(0, 6)}`,
    '100 % of \\ it',
    '',
  ])('takes out what `maskedHead` does, and leaves what it leaves: %s', (text) => {
    const mask = maskerOf(secrets);
    expect(mask(text)).toBe(maskedHead(text, secrets, text.length));
    expect(mask(mask(text))).toBe(mask(text));
  });

  it('has nothing to do where nothing is secret', () => {
    const text = 'abc hunter2 %20';
    expect(maskerOf([])(text)).toBe(text);
    expect(maskerOf(['ab'])(text)).toBe(text);
  });
});
