import type { SkillRow } from '../../../shared/model/skill.ts';
import { Button } from '../../components/Button/Button.tsx';
import { useRefreshEntry } from '../../store/refresh.ts';

/** Loads the skill's entry from the server again (`skills/get`) and says whether it differs. */
export function RefreshEntry({ row }: { row: SkillRow }) {
  const { busy, refresh } = useRefreshEntry(row);
  return (
    <Button icon="refresh" reason={busy ? 'Waiting for an answer' : null} onClick={refresh}>
      Refresh the entry
    </Button>
  );
}
