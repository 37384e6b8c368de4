import type { Problem } from '../../../shared/model/problem.ts';
import { KeyValue } from '../../components/KeyValue/KeyValue.tsx';
import styles from './Problems.module.css';

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
