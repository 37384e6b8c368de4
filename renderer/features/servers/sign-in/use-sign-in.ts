import { useCallback } from 'react';
import { useActions, useApi } from '../../../store/context.ts';

/** Starts a sign-in and shows its progress. */
export function useSignIn(): (server: string) => Promise<void> {
  const api = useApi();
  const { attempt, openOverlay } = useActions();
  return useCallback(
    async (server) => {
      const begun = await attempt(api.signIn({ server }), `Signing in to “${server}” didn’t start`);
      if (begun) openOverlay({ kind: 'sign-in', server, id: begun.id });
    },
    [api, attempt, openOverlay],
  );
}
