import {
  addsNothing,
  behaviorGaps,
  behaviorParts,
  nothingNew,
} from '../../../shared/model/behavior-text.ts';
import type { BehaviorChanges } from '../../../shared/model/behavior.ts';
import { revealInvisible } from '../../../shared/invisible.ts';
import styles from './ChangesTab.module.css';

/** What the skill does now that it didn't when it was approved, before any byte of it. */
export function WhatsNew({ behavior }: { behavior: BehaviorChanges }) {
  return (
    <section className={styles.news} aria-label="What’s new">
      <Side label="Now it" behavior={behavior} side="added" />
      <Side label="No longer" behavior={behavior} side="removed" />
      {addsNothing(behavior) && <p>{nothingNew}</p>}
      {behaviorGaps(behavior).map((gap) => (
        <p key={gap} className={styles.gap}>
          {gap}
        </p>
      ))}
    </section>
  );
}

function Side({
  label,
  behavior,
  side,
}: {
  label: string;
  behavior: BehaviorChanges;
  side: 'added' | 'removed';
}) {
  const parts = behaviorParts(behavior, side);
  if (parts.length === 0) return null;
  return (
    <dl>
      {parts.map(({ verb, values }) => (
        <div key={verb}>
          <dt>
            {label} {verb}
          </dt>
          <dd>
            {values.map((value) => (
              <code key={value} className={styles.tool}>
                {revealInvisible(value)}
              </code>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
