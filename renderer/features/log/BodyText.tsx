import { useMemo } from 'react';
import { revealInvisible } from '../../../shared/invisible.ts';
import { logPattern } from '../../../shared/log-pattern.ts';
import { LongText } from '../../components/LongText/LongText.tsx';
import styles from './Messages.module.css';

/** Laid out at once; all of it can be copied. */
const shownAtOnce = 200_000;
const mostMarks = 500;

/** The text in stretches, every second one a match of what is looked for. */
function stretches(text: string, wanted: string): readonly string[] {
  const pattern = logPattern(wanted, 'g');
  if (pattern === null) return [text];
  const found: string[] = [];
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    found.push(text.slice(from, match.index), match[0]);
    from = match.index + match[0].length;
    if (found.length >= 2 * mostMarks) break;
  }
  return [...found, text.slice(from)];
}

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
  const parts = useMemo(
    () => stretches(revealInvisible(text.slice(0, shownAtOnce)), marked),
    [text, marked],
  );
  return (
    <pre className={styles.json} tabIndex={0} aria-label={label}>
      {parts.map((part, index) =>
        index % 2 === 1 ? <mark key={index}>{part}</mark> : <LongText key={index} text={part} />,
      )}
      {text.length > shownAtOnce ? '\n… (copy it to see the rest)' : ''}
    </pre>
  );
}
