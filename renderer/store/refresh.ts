import { useState } from 'react';
import type { SkillRow } from '../../shared/model/skill.ts';
import { useActions, useApi } from './context.ts';

/**
 * Loads a skill's entry from the server again (`skills/get`) and reports the result; `same` is
 * the message for an unchanged entry.
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
