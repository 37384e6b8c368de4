import { useState } from 'react';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { Button } from '../../components/Button/Button.tsx';
import { IconButton } from '../../components/IconButton/IconButton.tsx';
import { useActions, useApi } from '../../store/context.ts';

/** Asks the server for the skill's entry anew (`skills/get`), and says whether it differs. */
export function RefreshEntry({ row, quiet }: { row: SkillRow; quiet?: boolean }) {
  const api = useApi();
  const { attempt, toast, loadSkill } = useActions();
  const [busy, setBusy] = useState(false);
  const refresh = async (): Promise<void> => {
    setBusy(true);
    const fresh = await attempt(api.refreshSkill({ server: row.server, uri: row.uri }), 'The entry was not refreshed');
    setBusy(false);
    if (fresh === undefined) return;
    void loadSkill(row.server, row.uri);
    toast('info', fresh.row.setDigest === row.setDigest ? 'The server gave the same entry again.' : 'The server gave a new entry. Review it again.');
  };
  const label = 'Refresh the entry';
  return quiet
    ? <IconButton icon="refresh" small label={label} isDisabled={busy} onPress={() => void refresh()} />
    : <Button icon="refresh" disabled={busy} onClick={() => void refresh()}>{label}</Button>;
}
