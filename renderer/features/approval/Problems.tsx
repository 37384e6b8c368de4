import { useState } from 'react';
import type { Problem } from '../../../shared/model/problem.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { Button } from '../../components/Button/Button.tsx';
import { Icon } from '../../components/Icon/Icon.tsx';
import styles from './Problems.module.css';
import { KeyValue } from '../../components/KeyValue/KeyValue.tsx';

/** These problems appear among the facts; a refusal appears in the decision bar. */
const shownElsewhere: readonly Problem['rule'][] = ['nested', 'name-collision'];
const atFirst = 2;

/** Problems with the entry or its files, above the content. */
export function Problems({ row }: { row: SkillRow }) {
  const [all, setAll] = useState(false);
  const refusal = row.standing.kind === 'refused' ? row.standing.problem : null;
  const problems = row.problems.filter(
    (problem) =>
      !shownElsewhere.includes(problem.rule) &&
      !(problem.rule === refusal?.rule && problem.field === refusal.field),
  );
  if (problems.length === 0) return null;
  return (
    <section className={styles.problems} aria-label="Problems">
      <ul className={styles.list}>
        {(all ? problems : problems.slice(0, atFirst)).map((problem, index) => (
          <li key={index} className={styles.problem}>
            <Icon name="warning" size={14} className={styles.icon} />
            <div className={styles.text}>
              <p>{problem.message}</p>
              <details className={styles.details}>
                <summary>Details</summary>
                <ProblemFacts problem={problem} />
              </details>
            </div>
          </li>
        ))}
      </ul>
      {problems.length > atFirst && (
        <Button size="sm" variant="quiet" onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show ${problems.length - atFirst} more`}
        </Button>
      )}
    </section>
  );
}

/** A problem as rule, field, expected, actual and the specification's heading. */
export function ProblemFacts({ problem }: { problem: Problem }) {
  const code = (text: string | undefined) =>
    text === undefined ? null : <code className={styles.code}>{text}</code>;
  return (
    <KeyValue
      items={[
        { name: 'Rule', value: code(problem.check?.id ?? problem.rule) },
        { name: 'Says', value: problem.check?.words },
        { name: 'Field', value: code(problem.field) },
        { name: 'Expected', value: code(problem.expected) },
        { name: 'Actual', value: code(problem.actual) },
        {
          name: 'Specification',
          value: problem.clause === undefined ? null : `“${problem.clause}”`,
        },
        { name: 'Fix', value: problem.check?.fix },
      ]}
    />
  );
}
