import { chance, damaged, mostly, pick, values, type Random } from './random.ts';

const hosts = [
  'h.example',
  'MCP.Acme.Example',
  '127.0.0.1',
  '127.1',
  '0x7f.1',
  '256.1.1.1',
  '1.2.3.4.5',
  '017.0.0.1',
  '[::1]',
  '[2001:DB8::A]',
  '[1:2:3:4:5:6:7:8]',
  '[::ffff:1.2.3.4]',
  '[1::2::3]',
  'localhost',
  'münchen.example',
  'faß.example',
  'FAẞ.example',
  'xn--mnchen-3ya.example',
  'a..b',
  'h.example.',
  '-a.example',
  'a_b.example',
  `${'a'.repeat(64)}.example`,
  '',
  'h%2eexample',
  '2130706433',
  'h.0',
  'h.0xa',
  '１.example',
] as const;

const ports = [':80', ':443', ':0443', ':', ':65535', ':65536', ':000', ':8a', ':99999999999'];

function url(random: Random): string {
  const made = [
    mostly(random, 'https', ['http', 'HTTPS', 'hTTp', 'http', 'ftp', 'ws', '']),
    mostly(random, '://', ['://', ':/', '//']),
    mostly(random, '', ['user@', 'u:p%40@', 'a@b@', '@', ':@']),
    mostly(random, 'H.example', hosts),
    mostly(random, '', ports),
    mostly(random, '/mcp', ['', '/', '/a/../b//c', '/%2f%2F', '/a;b', '/ü']),
    mostly(random, '', ['?', '?a=1&b=2', '?key=${KEY}', '?a?b', '?ü']),
    mostly(random, '', ['#', '#f?a', '#/@']),
  ].join('');
  return chance(random, 0.25) ? damaged(random, made) : made;
}

/** An entry of a server list, close to what people and attackers write. */
export function configuration(random: Random): unknown {
  if (chance(random, 0.02)) return pick(random, values);
  const entry: Record<string, unknown> = {};
  const word = (): string => {
    const plain = pick(random, [
      'npx',
      '-y',
      '@acme/server',
      '--token',
      's3cret',
      '${TOKEN}',
      '',
      'a b',
      'é',
      'x"y',
      '/srv/a.js',
    ]);
    return chance(random, 0.15) ? damaged(random, plain) : plain;
  };
  const some = (): unknown[] => Array.from({ length: Math.floor(random() * 4) }, word);
  const isUrl = chance(random, 0.6);
  if (isUrl) entry[pick(random, ['url', 'url', 'serverUrl', 'httpUrl', 'uri'])] = url(random);
  if (!isUrl || chance(random, 0.05)) {
    entry[pick(random, ['command', 'command', 'cmd'])] = chance(random, 0.2)
      ? [word(), ...some()]
      : word();
    if (chance(random, 0.7)) entry['args'] = chance(random, 0.1) ? pick(random, values) : some();
    if (chance(random, 0.3)) entry['cwd'] = chance(random, 0.3) ? pick(random, values) : word();
  }
  if (chance(random, 0.4))
    entry[pick(random, ['type', 'type', 'transport', 'transportType'])] = pick(random, [
      'stdio',
      'http',
      'sse',
      'local',
      'remote',
      'streamable-http',
      'streamableHttp',
      'streamable_http',
      'STDIO',
      'well-known',
      'ws',
      '',
      'constructor',
      '__proto__',
      'ſtdio',
      'http ',
      ...values,
    ]);
  if (chance(random, 0.1))
    entry[
      pick(random, ['url', 'command', 'args', 'cwd', 'cmd', 'serverUrl', 'env', '__proto__x'])
    ] = pick(random, values);
  return entry;
}
