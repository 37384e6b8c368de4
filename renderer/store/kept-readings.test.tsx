// @vitest-environment happy-dom
import { renderHook, act } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { createAppStore } from './app-store.ts';
import { StoreProvider } from './context.ts';
import { restoreShown } from './reading-store.ts';
import { shownNow, useShowText, useShown } from './readings.ts';
import { fakeApi } from './testing/fake-api.ts';

afterEach(() => vi.useRealTimers());

const uri = 'skill://a/SKILL.md';
const digest = 'sha256:a';
const file = { uri, digest, path: 'SKILL.md' };

it('keeps what was on screen for the next start, and only for this content', async () => {
  vi.useFakeTimers();
  const { api, calls } = fakeApi({ keepReading: async () => ({ ok: true, value: {} }) });
  const app = createAppStore(api);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <StoreProvider value={app}>{children}</StoreProvider>
  );
  const { result } = renderHook(() => ({ show: useShowText(), ...useShown('acme', uri, file) }), {
    wrapper,
  });
  act(() => result.current.show('acme', uri, file, { text: 'x'.repeat(10), language: 'shell' }));
  act(() => result.current.onSeen('text', [0, 10]));
  expect(shownNow(api, 'acme', uri, [file])).toBe(1);
  await vi.advanceTimersByTimeAsync(3_000);
  const [kept] = calls.filter(({ name }) => name === 'keepReading');
  expect(kept?.input).toMatchObject({ server: 'acme', uri, file: uri, digest });

  const { reading } = (kept ?? { input: {} }).input as { reading: string };
  const next = fakeApi().api;
  restoreShown(next, 'acme', uri, { files: [file], readings: { [uri]: reading } });
  expect(shownNow(next, 'acme', uri, [file])).toBe(1);
  expect(shownNow(next, 'acme', uri, [{ ...file, digest: 'sha256:b' }])).toBe(0);
});
