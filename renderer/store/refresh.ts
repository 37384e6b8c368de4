import { useState } from 'react';
import type { SkillRow } from '../../shared/model/skill.ts';
import { useActions, useApi } from './context.ts';

/**
 * Asks the server for a skill's entry anew (`skills/get`) and says what came; `same` is for an
 * entry like the one held.
 */
export function useRefreshEntry(
  row: SkillRow,
  same: string,
): { readonly busy: boolean; readonly refresh: () => void } {
  const api = useApi();
  const { attempt, toast, loadSkill } = useActions();
  const [busy, setBusy] = useState(false);
  const refresh = async (): Promise<void> => {
    setBusy(true);
    const fresh = await attempt(
      api.refreshSkill({ server: row.server, uri: row.uri }),
      'Couldn’t refresh the entry',
    );
    setBusy(false);
    if (fresh === undefined) return;
    void loadSkill(row.server, row.uri);
    toast(
      'info',
      fresh.row.setDigest === row.setDigest && fresh.row.metadataDigest === row.metadataDigest
        ? same
        : 'The server gave a new entry. Review it again.',
    );
  };
  return { busy, refresh: () => void refresh() };
}
