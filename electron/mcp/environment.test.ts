import { getDefaultEnvironment } from '@modelcontextprotocol/client/stdio';
import { expect, it, onTestFinished, vi } from 'vitest';
import { hostEnvironment, inheritedEnvironment, mergedEnvironment } from './environment.ts';

it('a child inherits what the SDK passes on, and nothing else', () => {
  vi.stubEnv('SKILLGATE_SECRET', 'hidden');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(inheritedEnvironment()).toEqual(getDefaultEnvironment());
  expect(Object.keys(inheritedEnvironment())).toContain('PATH');
});

it('no function of a shell is passed on', () => {
  vi.stubEnv('TERM', '() { :; }; echo run');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(inheritedEnvironment()).not.toHaveProperty('TERM');
  expect(inheritedEnvironment()).toEqual(getDefaultEnvironment());
});

it('a server behind a gateway inherits what its app passes on, but nothing of Skillgate’s', () => {
  const given = { ACME_TOKEN: 'a', LANG: 'de', EMPTY: '', UNSET: undefined };
  const own = { SKILLGATE_HOME: '/d', skillgate_policy: '/p', 'BASH_FUNC_f%%': '() { :; }' };
  expect(hostEnvironment({ ...given, ...own })).toEqual({ ACME_TOKEN: 'a', LANG: 'de', EMPTY: '' });
});

it('an entry’s variable replaces an inherited one, on Windows however it’s capitalized', () => {
  const base = { Path: 'C:\\a', LANG: 'de' };
  const added = { PATH: 'C:\\b' };
  expect(mergedEnvironment(base, added, 'win32')).toEqual({ LANG: 'de', PATH: 'C:\\b' });
  expect(mergedEnvironment(base, added, 'linux')).toEqual({ ...base, ...added });
});
