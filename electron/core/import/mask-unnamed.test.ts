import { describe, expect, it } from 'vitest';
import { maskedHead, maskSecrets, secretsOf, maskerOf } from './mask.ts';

describe('what nothing names', () => {
  const pathOf = (url: string) => secretsOf({ type: 'http', url, headers: {} });
  it.each([
    ['https://h.example/s/AbC123xyz/mcp', 'AbC123xyz'],
    ['https://h.example/AbC123xyz/mcp', 'AbC123xyz'],
    ['https://h.example/x7k2m9qp/sse', 'x7k2m9qp'],
    ['https://h.example/a/aB3x-Y9zQ2w', 'aB3x-Y9zQ2w'],
    ['https://h.example/hooks/qk3v9d', 'qk3v9d'],
    ['https://hooks.h.example/services/T0AB12CD3/wXyZqR', 'wXyZqR'],
    ['https://h.example/token/hunter2', 'hunter2'],
    ['https://h.example/s/%41bC123xyz/mcp', 'AbC123xyz'],
  ])('hides a short token in the path of %s', (url, token) => {
    const secrets = pathOf(url);
    expect(maskSecrets(`GET ${url} failed: ${token}`, secrets)).not.toContain(token);
    expect(maskSecrets(url, secrets)).toContain('/••••');
    const env = { HOOK_OF_TEAM: url };
    const ofVariable = secretsOf({ type: 'stdio', command: 'x', args: [], env });
    expect(maskSecrets(`failed: ${token}`, ofVariable)).toBe('failed: ••••');
  });

  it.each([
    ...['hooks/github', 's/default', 'k8s-cluster', 'K8sCluster/mcp', 'OAuth2Server', 'v1beta1'],
    ...[
      'PetStoreV3',
      'Neo4jMcp',
      'S3Bucket',
      'Log4jProxy',
      'api/2024q4',
      'us-east-1',
      'Web3Gateway',
    ],
    ...[
      'node18-py3-v2',
      't/v1.2.3',
      'token/refresh',
      'keys/v2alpha1',
      'webhooks/pr-1234',
      'GraphQLApi',
    ],
    ...[
      's/mysql',
      'sessions/list',
      'u/acme-skills',
      'claude-3-5-sonnet',
      'rfc2616bis',
      'sha256sum',
      'win32x64',
      'x86amd64',
      'h264arm64',
      's/ui-i18n',
      's/rxjs-core',
      'hooks/c2pa-ts',
      's/postcss',
    ],
  ])('leaves ordinary words in the path of an address alone: %s', (path) => {
    expect(pathOf(`https://x.example/${path}`)).toEqual([]);
  });

  it.each([
    ['ghp_abc123'],
    ['github_pat_11ABC3'],
    ['glpat-abcdefghij'],
    ['xoxb-123-abc'],
    ['sk-abc123def'],
    ['sk-ant-api03-abc'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc'],
    ['--config=ghp_abc123', 'ghp_abc123'],
    ['-f=glpat-abcdefghij', 'glpat-abcdefghij'],
  ])('hides a token among the arguments that nothing names: %s', (arg, token = arg) => {
    const secrets = secretsOf({ type: 'stdio', command: 'acme', args: ['serve', arg], env: {} });
    expect(maskSecrets(`usage: acme ${token}`, secrets)).toBe('usage: acme ••••');
  });

  it.each([
    'sk-learn',
    'npm_config',
    'hf_hub_download',
    'pypi-server',
    'eyJ',
    'sk-skills-v2',
    'glpat',
  ])('leaves a word among the arguments alone that begins as tokens do: %s', (arg) => {
    expect(secretsOf({ type: 'stdio', command: 'x', args: [arg], env: {} })).toEqual([]);
  });
});

describe('a value that is percent-encoded', () => {
  const encodings: readonly (readonly [string, (text: string) => string])[] = [
    ['in capitals', encodeURIComponent],
    [
      'in small letters',
      (text) => encodeURIComponent(text).replaceAll(/%../g, (x) => x.toLowerCase()),
    ],
    ['each segment of its own', (text) => text.split('/').map(encodeURIComponent).join('/')],
    ['sign by sign', (text) => signs(text).join('')],
    [
      'every other sign',
      (text) => [...text].map((sign, at) => (at % 2 ? signs(sign).join('') : sign)).join(''),
    ],
    ['twice', (text) => encodeURIComponent(encodeURIComponent(text))],
    ['sign by sign, twice', (text) => encodeURIComponent(signs(text).join(''))],
  ];
  const signs = (text: string): string[] =>
    [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`);
  it.each(encodings)('is hidden %s', (_, encoded) => {
    for (const secret of [
      'AbC123xyz',
      'key/with+sign=1',
      'ünï/sécret',
      'p%40ss%2Fword9',
      'a1b2',
      'p/w+d',
      'é-ü/',
    ])
      for (const text of [`GET /x/${encoded(secret)}/y`, `{"to":"/x?k=${encoded(secret)}"}`])
        for (const shown of [maskSecrets(text, [secret]), maskerOf([secret])(text)])
          expect(shown, `${secret} as ${text}`).toBe(text.replace(encoded(secret), '••••'));
  });

  it('is hidden as a whole where a cut goes through it', () => {
    const secret = 'key/with+sign=1';
    for (const [, encoded] of encodings) {
      const text = `GET /x/${encoded(secret)}/y and more`;
      for (let most = 8; most < text.indexOf('/y'); most += 1)
        expect(maskedHead(text, [secret], most)).toMatch(/^GET \/x\/••••$/);
    }
  });

  it('takes no longer for a text that is made of what short credentials could be encoded in', () => {
    const secrets = ['a1b2', '%25', 'p/w'];
    for (const text of ['%', '%25', '25', '%61', '%2561', '\\u0061', 'a%31b'])
      expect(maskedHead(text.repeat(100_000), secrets, 300_000).length).toBeGreaterThan(0);
  });
});
