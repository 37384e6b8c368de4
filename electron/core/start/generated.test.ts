import { describe, expect, it } from 'vitest';
import { chance } from '../archive/testing/mutants.ts';
import { maskUrl } from '../import/masked-target.ts';
import { addressParts } from './address.ts';
import { argumentsParts, variablesParts } from './argument.ts';
import type { MaskedPart } from './credential.ts';

const rounds = 5_000;
const below = chance(20_261_126);
const pick = (...from: readonly string[]): string => from[below(from.length)] ?? '';
const some = (make: () => string, most: number): string[] =>
  Array.from({ length: below(most + 1) }, make);
const isHidden = (one: readonly MaskedPart[]): boolean => one.some(({ hidden }) => hidden);
const shown = (one: readonly MaskedPart[]): string =>
  one.map(({ text, hidden }) => (hidden ? '•' : text)).join('');
const name = (): string => pick('token', 'api-key', 'password', 'sig', 'key', 'auth', 'jwt');
/** Possible programs, packages and hosts, whatever they look like. */
const word = (): string =>
  pick('evil', 'evil.js', './evil', 'evil.example', 'host=evil', 'k'.repeat(30)) +
  pick('', '', '1', '-a1b2c3d4e5f6g7h8');
const posing = (): string =>
  pick('', 'sk-', 'npm_', 'ghp_', 'hf_') + pick('evil-mcp-server-tool', word(), 'x1y2z3'.repeat(9));

describe('what starts', () => {
  it('is shown, however runners, options and words stand before it', () => {
    const runner = (): string =>
      pick('perl', 'ruby', 'node', 'npx', 'python', 'sh', 'env', 'timeout', 'sudo', 'ssh', 'curl') +
      pick('', '', '3.1', '18', '5.36.0', '.exe');
    const option = (): string =>
      pick('-y', '-I', '-E', '-u', '-i', `-${name()}`, `--${name()}`, `--no-${name()}`, '--x');
    const wrong: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const command = pick('unknown', runner(), `/usr/bin/${runner()}`);
      // The last runner takes the first word that isn't an option as its program.
      const before = [...some(option, 2), runner(), ...some(option, 4)];
      const program = posing();
      const pieces = argumentsParts(command, [...before, program, ...some(word, 2)]);
      if (pieces.slice(0, before.length + 1).filter(isHidden).length > 0)
        wrong.push([command, ...before, program].join(' '));
    }
    expect(wrong).toEqual([]);
  });

  /** Code that runs the words after it, or its variables. */
  const code = (): readonly string[] => {
    const variable = pick('A_TOKEN', 'PACKAGE', 'ACME_API_KEY');
    const shell = pick(
      'npx -y "$2"',
      '${1#*=}',
      '"$@"',
      `uvx $${variable}`,
      'eval "\\$A_$y"',
      '`cat`',
    );
    return [
      () => [pick('sh', 'bash', 'zsh3', '/bin/sh'), pick('-c', '-ec', '-lc'), shell],
      () => [pick('node', 'bun'), pick('-e', '-p', '--eval'), 'require(process.argv[2])'],
      () => ['node', `--eval=import(process.env.${variable})`],
      () => ['python3', '-c', 'run(sys.argv[3])'],
      () => [pick('perl', 'ruby'), pick('-e', '-ne'), pick('exec@ARGV', 'exec*ARGV', 'do shift')],
      () => [pick('cmd', 'cmd.exe'), pick('/c', '/C'), `npx -y %${variable}%`],
      () => ['pwsh', '-Command', `npx $env:${variable}`],
      () => ['npx', 'cross-env-shell', shell],
      () => ['env', pick('-S', '-vS', '--split-string'), `sh ${word()}`],
      () => ['npm', 'exec', '--call', 'acme --x y'],
    ][below(10)]?.() as readonly string[];
  };
  const around = (): string => pick('', 'timeout 9', 'env', 'sudo', 'unknown', 'docker run img');

  it('is shown among all arguments where code is written out that may take it', () => {
    const wrong: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const behind = (): string =>
        pick('_', `--${name()}`, posing(), `--${name()}=${posing()}`, `TOKEN=${posing()}`) +
        pick('', '', 'ghp_a1B2c3D4e5F6g7H8');
      const all = [...around().split(' '), ...code(), ...some(behind, 4)].filter(
        (one) => one !== '',
      );
      const [command = '', ...args] = all;
      if (argumentsParts(command, args).filter(isHidden).length > 0) wrong.push(all.join(' '));
    }
    expect(wrong).toEqual([]);
  });

  it('is shown in a variable that code may take or that anything names, set wherever', () => {
    const wrong: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const variable = pick('A_TOKEN', 'PACKAGE', 'ACME_API_KEY', 'TOKEN', 'PASSWORD');
      const value = posing();
      const before = pick('env', 'cross-env', 'docker run -e', 'docker run --env').split(' ');
      const uses =
        below(2) === 0 ? code() : ['acme', pick(variable, `--use=${variable}`, `\${${variable}}`)];
      const [command = '', ...rest] = [...around().split(' '), ...uses].filter((one) => one !== '');
      const asVariable = variablesParts({
        type: 'stdio',
        command,
        args: rest,
        env: { [variable]: value },
      });
      if (shown(asVariable[0]?.value ?? []) !== value)
        wrong.push([variable, command, ...rest].join(' '));
      const [setter = '', ...args] = [...before, `${variable}=${value}`, command, ...rest];
      if (argumentsParts(setter, args).filter(isHidden).length > 0) wrong.push(args.join(' '));
    }
    expect(wrong).toEqual([]);
  });
});

/** Where programs find the hosts in an address: each reads unusual input in its own way. */
function hostsOf(address: string): readonly string[] {
  const behind = address.slice(address.indexOf('//') + 2);
  const ends = [/[/?#]/, /[/?#\\]/, /\//].map((end) => behind.split(end)[0] ?? '');
  return ends
    .flatMap((all) => [
      all.slice(all.indexOf('@') + 1),
      all.slice(all.lastIndexOf('@') + 1),
      ...all.split(/[@,]/).slice(1),
    ])
    .flatMap((hosts) => hosts.split(','))
    .map((host) => host.replace(/[?#].*$/, '').replace(/:\d*$/, ''))
    .concat(
      [...behind.matchAll(/[?&](?:host|hostaddr|url|server)=([^?&#]*)/g)].map(
        ([, one = '']) => one,
      ),
    );
}

describe('whom an address contacts', () => {
  it('is shown, however many signs of it stand in strange places', () => {
    const host = (): string => pick('good.example', 'evil.example', 'Evil1HostInTheNet23', '[::1]');
    const user = (): string => pick('u', 'u:p', 'evil.example:80', 'ghp_a1B2c3D4e5F6g7H8', ':p');
    const tail = (): string =>
      pick('/', '?', '&', '#') + pick('host', 'url', 'server', 'token', 'page') + `=${posing()}`;
    const wrong: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const users = some(() => `${user()}${pick('@', '@', ',', '\\', '%40', '/@', '#@')}`, 2).join(
        '',
      );
      const hosts = [host(), ...some(host, 2)].join(pick(',', ',', '@', ':80,'));
      const address = `${pick('postgres', 'https', 'mongodb')}://${users}${hosts}${pick('', '/db')}${some(tail, 3).join('')}`;
      for (const text of [shown(addressParts(address)), maskUrl(address)])
        for (const one of hostsOf(address))
          if (!text.includes(one)) wrong.push(`${address} as ${text}`);
    }
    expect(wrong).toEqual([]);
  });
});
