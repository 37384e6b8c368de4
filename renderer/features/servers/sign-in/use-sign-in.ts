import { useCallback } from 'react';
import { useActions, useApi } from '../../../store/context.ts';

/** Begins a sign-in, and shows how it goes. */
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
