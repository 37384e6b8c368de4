import { getDefaultEnvironment } from '@modelcontextprotocol/client/stdio';
import { expect, it, onTestFinished, vi } from 'vitest';
import { inheritedEnvironment } from './environment.ts';

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
