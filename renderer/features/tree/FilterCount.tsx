import { useEffect, useState } from 'react';
import styles from './Tree.module.css';

/** How long the person must pause before screen readers are told, in ms. */
const restMs = 800;

const inWords = (skills: number, all: number): string => {
  const of = all.toLocaleString('en');
  if (skills === 0) return `None of ${of} skills`;
  return `${skills.toLocaleString('en')} of ${of} ${all === 1 ? 'skill' : 'skills'}`;
};

/** How many skills match the filter: visible at once, announced after a pause. */
export function FilterCount({
  skills,
  all,
  filter,
}: {
  readonly skills: number;
  readonly all: number;
  /** The filter's identity; empty without a filter. */
  readonly filter: string;
}) {
  const active = filter !== '';
  const text = active ? inWords(skills, all) : '';
  const [said, setSaid] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), restMs);
    return () => clearTimeout(timer);
    // Typing restarts the pause even if the count stays the same.
  }, [text, filter]);
  return (
    <>
      {active && (
        <p className={styles.filterCount} aria-hidden="true">
          {text}
        </p>
      )}
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  );
}
