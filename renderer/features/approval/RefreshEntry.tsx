import type { SkillRow } from '../../../shared/model/skill.ts';
import { Button } from '../../components/Button/Button.tsx';
import { IconButton } from '../../components/IconButton/IconButton.tsx';
import { useRefreshEntry } from '../../store/refresh.ts';

/** Loads the skill's entry from the server again (`skills/get`) and says whether it differs. */
export function RefreshEntry({ row, quiet }: { row: SkillRow; quiet?: boolean }) {
  const { busy, refresh } = useRefreshEntry(row, 'The server sent the same entry again.');
  const reason = busy ? 'Waiting for the server' : null;
  const label = 'Refresh the entry';
  return quiet ? (
    <IconButton icon="refresh" small label={label} reason={reason} onPress={refresh} />
  ) : (
    <Button icon="refresh" reason={reason} onClick={refresh}>
      {label}
    </Button>
  );
}
