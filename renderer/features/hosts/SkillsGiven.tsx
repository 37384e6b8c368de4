import { counted } from '../../../shared/count-text.ts';
import { grouped } from '../../../shared/group-digits.ts';
import { Button } from '../../components/Button/Button.tsx';
import { countRows } from '../../store/counts.ts';
import { useActions, useApp } from '../../store/context.ts';
import styles from './hosts.module.css';
import layout from '../../components/Page/Page.module.css';

/** How many of a server's skills an app gets through Skillgate, and the way to those that wait. */
export function SkillsGiven({
  server,
  app: name,
}: {
  readonly server: string;
  readonly app: string;
}) {
  const { openReview } = useActions();
  const counts = useApp((app) => countRows(app.skills.get(server)));
  const isUnreadable = useApp((app) => app.store?.status === 'unreadable');
  const { skills, approved } = counts;
  const waiting = counts.fresh + counts.changed;
  if (skills === 0 || isUnreadable) return null;
  return (
    <>
      <p className={layout.muted}>
        {approved === 0
          ? skills === 1
            ? `${name} doesn’t get its one skill until you approve it.`
            : `${name} gets none of its ${counted(skills, 'skill')} until you approve them.`
          : `${name} gets ${grouped(approved)} of its ${counted(skills, 'skill')}: ` +
            'what you approved.'}
      </p>
      {waiting > 0 && (
        <p className={styles.repair}>
          <Button size="sm" onClick={() => openReview(null, { server })}>
            Review {counted(waiting, 'skill')}
          </Button>
        </p>
      )}
    </>
  );
}
