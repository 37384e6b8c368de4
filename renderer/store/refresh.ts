import { useState } from 'react';
import type { SkillRow } from '../../shared/model/skill.ts';
import { useActions, useApi } from './context.ts';

/**
 * Loads a skill's entry from the server again (`skills/get`) and reports the result. Files
 * that didn't match are checked against it at once: a server that was repaired may list what it
 * listed before.
 */
export function useRefreshEntry(row: SkillRow): {
  readonly busy: boolean;
  readonly refresh: () => void;
} {
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
    const isSame =
      fresh.row.setDigest === row.setDigest && fresh.row.metadataDigest === row.metadataDigest;
    const sent = isSame ? 'The server sent the same entry again.' : 'The server sent a new entry.';
    if (fresh.row.standing.kind !== 'refused' || fresh.files.length === 0) {
      toast('info', isSame ? sent : `${sent} Review it again.`);
      return;
    }
    toast('info', `${sent} Checking the files against it.`);
    await attempt(
      api.verifySkill({ server: row.server, uri: row.uri }),
      'Couldn’t check the files again',
    );
  };
  return { busy, refresh: () => void refresh() };
}
