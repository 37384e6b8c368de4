// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { followTheme } from './options.ts';

type Api = Parameters<typeof followTheme>[0];

/** A system whose answers to `matchMedia` can be changed. */
function system() {
  const on = new Map<string, boolean>();
  const heard = new Map<string, () => void>();
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: on.get(query) === true,
    addEventListener: (_: string, listener: () => void) => heard.set(query, listener),
  }));
  return (query: string, matches: boolean) => {
    on.set(query, matches);
    heard.get(query)?.();
  };
}

afterEach(() => vi.unstubAllGlobals());

describe('the colors of the text view', () => {
  for (const query of [
    '(prefers-color-scheme: dark)',
    '(prefers-contrast: more)',
    '(forced-colors: active)',
  ])
    it(`are read again when`, () => {
      const change = system();
      const set: string[] = [];
      followTheme({
        defineTheme: () => set.push('defined'),
        setTheme: () => set.push('set'),
      } as unknown as Api);
      expect(set).toEqual(['defined', 'set']);
      change(query, true);
      expect(set).toEqual(['defined', 'set', 'defined', 'set']);
    });
});
