import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../canonical-json.ts';
import { sha256 } from '../digest.ts';
import { startFingerprint } from './fingerprint.ts';

const config = {
  type: 'stdio',
  command: 'npx',
  args: ['a', 'b'],
  cwd: '/w',
  env: { A: '1', B: '2' },
} as const;

describe('the fingerprint of a start', () => {
  it.each([
    ['the command', { command: 'npm' }],
    ['an argument', { args: ['a', 'c'] }],
    ['how arguments are divided', { args: ['a b'] }],
    ['the folder', { cwd: '/x' }],
    ['the folder that it starts in', { startIn: '/x' }],
    ['a value of the environment', { env: { A: '1', B: '3' } }],
    ['a name of the environment', { env: { A: '1', C: '2' } }],
    ['which name has which value', { env: { A: '2', B: '1' } }],
  ])('changes with %s', (_, change) => {
    expect(startFingerprint({ ...config, ...change })).not.toBe(startFingerprint(config));
  });

  it('stays that of a command without a folder to start in, so that what was allowed is', () => {
    const env = { A: sha256('1'), B: sha256('2') };
    const { command, args, cwd } = config;
    expect(startFingerprint(config)).toBe(sha256(canonicalJson({ command, args, cwd, env })));
  });

  it('does not depend on the order in which the environment is written', () => {
    expect(startFingerprint({ ...config, env: { B: '2', A: '1' } })).toBe(startFingerprint(config));
  });
});
