import { useMemo } from 'react';
import { revealInvisible } from '../../../shared/invisible.ts';
import { Marked } from './Marked.tsx';
import styles from './Messages.module.css';

/** Laid out at once; all of it can be copied. */
const shownAtOnce = 200_000;

/** One message's JSON, secrets masked by the main side; what is looked for stands out. */
export function BodyText({
  label,
  text,
  marked,
}: {
  readonly label: string;
  readonly text: string;
  readonly marked: string;
}) {
  const shown = useMemo(() => revealInvisible(text.slice(0, shownAtOnce)), [text]);
  return (
    <pre className={styles.json} tabIndex={0} aria-label={label}>
      <Marked text={shown} marked={marked} />
      {text.length > shownAtOnce ? '\n… (copy it to see the rest)' : ''}
    </pre>
  );
}
