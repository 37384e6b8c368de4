import { useEffect, useState } from 'react';
import styles from './Tree.module.css';

/** How long the person has to rest before a screen reader is told, in ms. */
const restMs = 800;

const inWords = (skills: number, all: number): string => {
  const of = all.toLocaleString('en');
  if (skills === 0) return `None of ${of} skills`;
  return `${skills.toLocaleString('en')} of ${of} ${all === 1 ? 'skill' : 'skills'}`;
};

/** How many skills the filter leaves: seen at once, said when the person rests. */
export function FilterCount({
  skills,
  all,
  filter,
}: {
  readonly skills: number;
  readonly all: number;
  /** What is filtered by; empty where nothing is. */
  readonly filter: string;
}) {
  const active = filter !== '';
  const text = active ? inWords(skills, all) : '';
  const [said, setSaid] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), restMs);
    return () => clearTimeout(timer);
    // Typing on is no rest, also where the count stays the same.
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
