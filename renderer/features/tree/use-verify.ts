import { useCallback } from 'react';
import { useActions, useApi } from '../../store/context.ts';

/** Verifies every file of these skills (`skillKey`s), one skill after the other. */
export function useVerify(): (keys: readonly string[]) => Promise<void> {
  const api = useApi();
  const { attempt } = useActions();
  return useCallback(
    async (keys) => {
      for (const key of keys) {
        const at = key.indexOf('\n');
        const skill = { server: key.slice(0, at), uri: key.slice(at + 1) };
        const started = await attempt(api.verifySkill(skill), 'Couldn’t verify');
        if (started === undefined) return;
      }
    },
    [api, attempt],
  );
}
