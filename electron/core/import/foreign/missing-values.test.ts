import { describe, expect, it } from 'vitest';
import { cpuCost } from '../../testing/cpu-cost.ts';
import type { ServerConfig } from '../../server-config.ts';
import { asksOf, filled, spelled, nowhere } from './missing-values.ts';
import type { HostId } from '../../../../shared/model/plain.ts';

const of = (program: HostId | null) => ({ ...nowhere, program });
const command = (arg: string, env: Readonly<Record<string, string>> = {}): ServerConfig => ({
  type: 'stdio',
  command: 'a',
  args: [arg],
  env,
});

describe('what an entry leaves open', () => {
  it.each<[HostId | null, string, string]>([
    ['gemini', '$DATA_DIR/x', '${DATA_DIR}/x'],
    ['gemini', 'pa$sWORD and a$WORD and $$WORD', 'pa$sWORD and a$WORD and $$WORD'],
    ['goose', '$KEY', '$KEY'],
    ['opencode', 'Bearer {env:KEY} {file: ~/.key }', 'Bearer ${KEY} ${file:~/.key}'],
    ['claude-code', '{env:KEY} $KEY', '{env:KEY} $KEY'],
    [
      'cursor',
      '${userHome}${/}${pathSeparator}${workspaceFolder}',
      '/home/ada//${workspaceFolder}',
    ],
    ['claude-desktop', '${userHome}', '${userHome}'],
  ])('is spelled as %s does: %s', (program, text, same) => {
    expect(spelled(text, 'args', { ...of(program), home: '/home/ada' })).toBe(same);
  });

  it('of goose stands in headers', () => {
    expect(spelled('Bearer $KEY', 'headers', of('goose'))).toBe('Bearer ${KEY}');
  });

  it('has a default only where the program knows such', () => {
    const config = command('${PORT:-8080}');
    expect(asksOf(config, of('claude-code'))).toMatchObject([{ name: 'PORT', isOptional: true }]);
    expect(asksOf(config, of('vscode'))).toMatchObject([{ name: 'PORT:-8080', isOptional: false }]);
  });

  it('is one thing wherever it stands, and needed where one place has no default', () => {
    const config = command('${KEY:-x}', { A: '${env:KEY}', B: '${KEY}' });
    expect(asksOf(config, of(null))).toEqual([
      {
        name: 'KEY',
        about: null,
        kind: 'variable',
        fields: ['args[0]', 'env.A', 'env.B'],
        isOptional: false,
      },
    ]);
  });

  it('is put in as it is given, and once: what is given is not read again', () => {
    const given = new Map([
      ['A', '${B} $& $1'],
      ['B', 'b'],
    ]);
    expect(filled(command('${A}-${B}-${C:-c}'), of(null), given)).toEqual(
      command('${B} $& $1-b-c'),
    );
  });

  it('is not looked for in the arguments of a shell', () => {
    const shell = { ...command('echo ${HOME}'), command: '/bin/sh' } as ServerConfig;
    expect(asksOf(shell, of('claude-code'))).toEqual([]);
  });

  it('is found in each part of an address and of signing in', () => {
    const config: ServerConfig = {
      type: 'http',
      url: 'https://${HOST}/mcp',
      headers: { A: '${KEY}' },
      oauth: { clientId: '${ID}', clientSecret: '${SECRET}' },
    };
    expect(asksOf(config, of(null)).flatMap(({ fields }) => fields)).toEqual([
      'url',
      'headers.A',
      'oauth.clientId',
      'oauth.clientSecret',
    ]);
  });
});

describe('an entry that is made to be slow', () => {
  it('costs as much as it is long: the same thing in 50,000 arguments', () => {
    const args = Array.from({ length: 50_000 }, () => '${A}');
    const ask = (): void => {
      const [asked] = asksOf({ ...command(''), args } as ServerConfig, of(null));
      expect(asked?.fields).toHaveLength(50_000);
    };
    expect(cpuCost(ask, 1)).toBeLessThan(3_000);
  });
});
