import { describe, expect, it } from 'vitest';
import type { StartText } from '../../../shared/model/start.ts';
import { startView } from './view.ts';

const written = (text: StartText): string =>
  text.map((part) => ('text' in part ? part.text : `<${part.masked}>`)).join('');
const shown = (command: string, ...args: string[]): readonly string[] =>
  startView({ type: 'stdio', command, args, env: {} }, 'x', null).args.map(written);
const value = (name: string, text: string) => {
  const [variable] = startView(
    { type: 'stdio', command: 'x', args: [], env: { [name]: text } },
    'x',
    null,
  ).environment;
  return variable && { value: written(variable.value), loadsCode: variable.loadsCode };
};

describe('an argument, before it is started', () => {
  it('is shown unchanged, including spaces and invisible characters', () => {
    const strange = ' a  \u202Eb\u200B\u00A0';
    expect(shown(strange, strange, '')).toEqual([strange, '']);
    expect(
      startView({ type: 'stdio', command: strange, args: [], env: {} }, 'x', null).command,
    ).toBe(strange);
  });
  it('that is a credential says how long it is', () => {
    expect(
      shown('npx', '-y', 'acme', '--api-key', 'key-12345', '--token=tok', '--port', '1'),
    ).toEqual(['-y', 'acme', '--api-key', '<9>', '--token=<3>', '--port', '1']);
    expect(
      shown('acme', 'serve', '--token', 'abc', '--header', 'Authorization: Bearer a/b'),
    ).toEqual(['serve', '--token', '<3>', '--header', 'Authorization: Bearer <3>']);
    expect(shown('x', 'https://ada:pw@x.example/?page=2&key=k1#f')).toEqual([
      'https://ada:<2>@x.example/?page=2&key=<2>#f',
    ]);
  });
  it.each([
    '/opt/other.js',
    './other',
    '..',
    '~',
    '@evil/package',
    'dir/module',
    String.raw`C:\evil`,
    'evil.js',
    'evil.PY',
    'rm -rf x',
    'file:x',
    'data:text/javascript,x',
    'https://evil.example/x.js',
  ])('that may be code is shown after `--auth-token`: %s', (text) => {
    expect(shown('acme', 'program', '--auth-token', text)).toEqual([
      'program',
      '--auth-token',
      text,
    ]);
    expect(shown('acme', `--auth-token=${text}`)).toEqual([`--auth-token=${text}`]);
  });
  it('that a runner takes as its program is shown, whatever stands before it', () => {
    expect(shown('npx', '--auth-token', 'evil')).toEqual(['--auth-token', 'evil']);
    expect(shown('/usr/bin/python3.12', '-m', '--key', 'evil', '--key', 'k')).toEqual([
      '-m',
      '--key',
      'evil',
      '--key',
      'k',
    ]);
  });
  it('keeps the user name of an address, which may be mistaken for its host', () => {
    expect(shown('x', 'https://github.com:y@evil.example/')).toEqual([
      'https://github.com:<1>@evil.example/',
    ]);
  });
});

describe('a variable, before a command is started', () => {
  it.each([
    'NODE_OPTIONS',
    'LD_PRELOAD',
    'DYLD_INSERT_LIBRARIES',
    'PYTHONPATH',
    'npm_config_registry',
    'NPM_CONFIG_NODE_OPTIONS',
    'BASH_ENV',
    'PERL5OPT',
    'RUBYOPT',
    'GIT_SSH_COMMAND',
    'GIT_CONFIG_KEY_0',
    'PATH',
    'Path',
  ])('that loads code is shown in full, and marked: %s', (name) => {
    expect(value(name, '--require=/tmp/x.js')).toEqual({
      value: '--require=/tmp/x.js',
      loadsCode: true,
    });
  });
  it.each([
    'BASH_FUNC_token%%',
    'BASH_FUNC_PASSWORD%%',
    'CARGO_REGISTRY_GLOBAL_CREDENTIAL_PROVIDERS',
    'CARGO_CREDENTIAL_ALIAS_TOKEN',
    'UV_KEYRING_PROVIDER',
    'git_config_key_0',
    'GIT_ASKPASS',
    'PNPM_TOKEN_HELPER',
    'npm_config_//registry.example/:tokenHelper',
    'BUNDLE_LOCAL__TOKEN',
    'TS_NODE_COMPILER',
    'TS_NODE_REQUIRE',
    'TS_NODE_PROJECT',
    'TSX_TSCONFIG_PATH',
    'GOFLAGS',
    'GOROOT',
    'MAKEFLAGS',
    'RUSTC',
    'RUSTFLAGS',
    'JAVA_OPTS',
    'DOTNET_ADDITIONAL_DEPS',
    'PSModulePath',
    'SSH_ASKPASS',
    'OPENSSL_MODULES',
    'OPENSSL_ENGINES',
    'APPDATA',
    'DOCKER_HOST',
    'NIX_PATH',
  ])('that loads code is never masked, whatever word is in its name: %s', (name) => {
    expect(value(name, 'x')).toEqual({ value: 'x', loadsCode: true });
  });
  it.each([
    'npm_config_//registry.example/:_authToken',
    'NPM_TOKEN',
    'NODE_AUTH_TOKEN',
    'GIT_PASSWORD',
    'UV_PUBLISH_TOKEN',
    'UV_INDEX_ACME_PASSWORD',
    'CARGO_REGISTRIES_ACME_TOKEN',
  ])('that a package manager signs in with is masked, and loads nothing: %s', (name) =>
    expect(value(name, 'abcdef')).toEqual({ value: '<6>', loadsCode: false }),
  );
  it('of another name is shown, and one whose name says credential is not', () => {
    expect(value('MODE', '👍on')).toEqual({ value: '👍on', loadsCode: false });
    expect(value('EMPTY_TOKEN', '')).toEqual({ value: '', loadsCode: false });
    expect(value('ACME_TOKEN', 'größe')).toEqual({ value: '<5>', loadsCode: false });
  });
});
