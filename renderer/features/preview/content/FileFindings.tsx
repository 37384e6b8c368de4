import type { SkillRow } from '../../../../shared/model/skill.ts';
import { Banner } from '../../../components/Banner/Banner.tsx';
import { Button } from '../../../components/Button/Button.tsx';
import { useActions } from '../../../store/context.ts';
import { inFile, useFindings } from '../../../store/findings.ts';
import styles from './HiddenCharacters.module.css';

/** The findings in the file on screen: explains the margin marks and links to each place. */
export function FileFindings({ row, file }: { row: SkillRow; file: string }) {
  const { openPlace, setTab } = useActions();
  const own = inFile(useFindings(row)?.findings ?? [], file);
  const [first] = own;
  if (first === undefined) return null;
  return (
    <Banner
      flush
      tone={first.severity === 'critical' || first.severity === 'high' ? 'bad' : 'warn'}
      title={own.length === 1 ? '1 finding in this file' : `${own.length} findings in this file`}
      actions={
        <Button size="sm" onClick={() => setTab('findings')}>
          Findings
        </Button>
      }
    >
      <details className={styles.details} open={own.length <= 3}>
        <summary>Where they are</summary>
        <ul className={styles.list} tabIndex={0} aria-label="Findings in this file">
          {own.map(({ rule, title, severity, place: { line, column }, count }) => (
            <li key={rule}>
              <button
                type="button"
                className={styles.link}
                onClick={() => openPlace(row, { file, line, column })}
              >
                line {line}
              </button>
              : {severity}, {title}
              {count > 1 && ` (${count} places)`}
            </li>
          ))}
        </ul>
      </details>
    </Banner>
  );
}
