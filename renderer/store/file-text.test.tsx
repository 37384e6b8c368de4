// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import type { SkillDetail } from '../../shared/model/detail.ts';
import { createAppStore } from './app-store.ts';
import { StoreProvider } from './context.ts';
import { useFileWords, useReading } from './readings.ts';
import { skillKey } from './state.ts';
import { fakeApi } from './testing/fake-api.ts';

const uri = 'skill://a/SKILL.md';
const file = { uri, digest: 'sha256:a', path: 'SKILL.md', size: 10 };

it('isn’t “verified” any more once the server lists another size of the same content', async () => {
  const verified = { status: 'verified' as const };
  const { api } = fakeApi({
    readFile: async () => ({
      ok: true,
      value: { uri, path: 'SKILL.md', preview: null, verdict: verified } as never,
    }),
  });
  const app = createAppStore(api);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <StoreProvider value={app}>{children}</StoreProvider>
  );
  const holds = (size: number, verdicts: SkillDetail['verdicts']): void => {
    const detail = { files: [{ ...file, size }], verdicts } as unknown as SkillDetail;
    const entry = { detail, error: null, stale: false, loading: false };
    app.store.setState({ details: new Map([[skillKey('acme', uri), entry]]) });
  };
  const { result } = renderHook(
    () => ({ ...useReading('acme', uri, file), words: useFileWords('acme', uri, file) }),
    { wrapper },
  );
  await act(() => result.current.read());
  act(() => holds(10, { [uri]: verified }));
  expect(result.current.words.word).toBe('verified');
  act(() => holds(9, {}));
  expect(result.current.words.word).toBe('not checked');
});
