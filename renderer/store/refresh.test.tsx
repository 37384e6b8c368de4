// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import type { SkillDetail } from '../../shared/model/detail.ts';
import { createAppStore } from './app-store.ts';
import { StoreProvider } from './context.ts';
import { useRefreshEntry } from './refresh.ts';
import { fakeApi } from './testing/fake-api.ts';
import { aSkill } from './testing/fixtures.ts';

it('checks files that didn’t match against the fresh entry', async () => {
  const row = aSkill('acme', 'refunds', {
    standing: { kind: 'refused', problem: { rule: 'resource-digest', message: '' } },
  });
  const detail = { row, files: [{ uri: row.uri, path: 'SKILL.md' }], verdicts: {} };
  const { api, calls } = fakeApi({
    refreshSkill: async () => ({ ok: true, value: detail as unknown as SkillDetail }),
    getSkill: async () => ({ ok: true, value: detail as unknown as SkillDetail }),
    verifySkill: async () => ({ ok: true, value: { operationId: '1' } }),
  });
  const app = createAppStore(api);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <StoreProvider value={app}>{children}</StoreProvider>
  );
  const { result } = renderHook(() => useRefreshEntry(row), { wrapper });
  await act(async () => result.current.refresh());
  expect(calls).toContainEqual({ name: 'verifySkill', input: { server: 'acme', uri: row.uri } });
});
