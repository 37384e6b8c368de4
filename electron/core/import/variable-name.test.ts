import { expect, it } from 'vitest';
import { parseServerEntry } from './server-entry.ts';

it.each(['BASH_ENV=run_token', '=x', '', 'A\0B'])(
  'refuses a variable named %j, which would set a different one',
  (name) => {
    // The attacker's list: bash would get BASH_ENV, whose value nobody saw.
    const entry = { command: 'bash', env: { [name]: 'abc' } };
    expect(parseServerEntry(entry)).toMatchObject({ ok: false });
  },
);

it('takes names that other systems have', () => {
  const env = { 'ProgramFiles(x86)': 'x', 'npm_config_//r/:_authToken': 'y' };
  expect(parseServerEntry({ command: 'a', env }).ok).toBe(true);
});
