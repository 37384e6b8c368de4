import { revealInvisible } from '../../../shared/invisible.ts';
import { revealPair } from '../../../shared/reveal-pair.ts';
import type { FieldDifference } from '../../../shared/model/verdict.ts';
import { Badge } from '../../components/Badge/Badge.tsx';
import { LongText } from '../../components/LongText/LongText.tsx';
import styles from './ChangesTab.module.css';
import { textOfJson } from './json-text.ts';

const toPlainText = (json: string | undefined): string =>
  json === undefined ? 'absent' : textOfJson(json);

const sides = ({ expected, actual }: FieldDifference) =>
  revealPair(toPlainText(expected), toPlainText(actual), revealInvisible);

/** Compares the frontmatter with the approved one by field; changed requests come first. */
export function FrontmatterChanges({ differences }: { differences: readonly FieldDifference[] }) {
  if (differences.length === 0) return null;
  const isTools = (one: FieldDifference): boolean =>
    one.field.split(/[.[]/, 1)[0] === 'allowed-tools';
  const ordered = [...differences].sort((a, b) => Number(isTools(b)) - Number(isTools(a)));
  return (
    <section className={styles.front} aria-label="Frontmatter changes">
      <h2 className={styles.heading}>Frontmatter</h2>
      <dl className={styles.fields}>
        {ordered
          .map((one) => ({ one, shown: sides(one) }))
          .map(({ one, shown }) => (
            <div key={one.field}>
              <dt>
                {one.field}{' '}
                {isTools(one) && (
                  <Badge tone="warn" icon="tool">
                    requests tools
                  </Badge>
                )}
              </dt>
              <dd className={styles.old}>
                <span className="visually-hidden">before: </span>
                <LongText text={shown.before} />
              </dd>
              <dd className={styles.new}>
                <span className="visually-hidden">now: </span>
                <LongText text={shown.after} />
              </dd>
            </div>
          ))}
      </dl>
    </section>
  );
}
