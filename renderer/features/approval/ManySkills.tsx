import type { SkillRow } from '../../../shared/model/skill.ts';
import { VirtualList } from '../../components/VirtualList/VirtualList.tsx';
import type { DecisionSheetRequest } from '../../store/state.ts';
import styles from './DecisionSheet.module.css';
import { suitable } from './sheet.ts';
import { plural, standingInWords } from './words.ts';

/** Every skill of the selection: what was checked of it and what it asks for, or why it is left out. */
export function ManySkills({ action, rows }: { action: DecisionSheetRequest['action']; rows: readonly SkillRow[] }) {
  const left = rows.filter((row) => !suitable(action, row)).length;
  const asking = rows.filter((row) => row.requests.tools.length > 0).length;
  return (
    <>
      {left > 0 && <p className={styles.muted}>{plural(left, 'skill is', 'skills are')} left out: this decision cannot be made about {left === 1 ? 'it' : 'them'} now.</p>}
      {action === 'approve' && asking > 0 && <p className={styles.muted}>{plural(asking, 'skill requests', 'skills request')} tools. None is granted here; grant them one skill at a time.</p>}
      <div className={styles.many}>
        <VirtualList items={rows} keyOf={(row) => `${row.server}\n${row.uri}`} label="Skills" rowRem={3.4} render={(row) => <Line action={action} row={row} />} />
      </div>
    </>
  );
}

function Line({ action, row }: { action: DecisionSheetRequest['action']; row: SkillRow }) {
  const fits = suitable(action, row);
  return (
    <div className={fits ? styles.skill : styles.left}>
      <p className={styles.first}><span className={styles.name}>{row.name}</span> <span className={styles.muted}>{row.server}</span></p>
      <p className={styles.second}>
        {fits ? (action === 'approve' ? `${row.checked.verified} of ${plural(row.fileCount, 'file')} compared` : standingInWords(row.standing, row.content).title) : `Left out: ${standingInWords(row.standing, row.content).title.toLowerCase()}${row.content === 'listed' ? '' : `, ${row.content} content`}`}
        {fits && row.requests.tools.length > 0 && ` · requests ${row.requests.tools.join(', ')}`}
      </p>
    </div>
  );
}
