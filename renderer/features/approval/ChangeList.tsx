import type { SkillChanges } from '../../../shared/model/detail.ts';
import { cx } from '../../components/cx.ts';
import { Icon, type IconName } from '../../components/Icon/Icon.tsx';
import styles from './ChangesTab.module.css';
import { sizeText } from '../../../shared/size-text.ts';
import { revealInvisible } from '../../../shared/invisible.ts';
import { revealPair } from '../../../shared/written-out.ts';
import type { FieldDifference } from '../../../shared/model/verdict.ts';
import { Badge } from '../../components/Badge/Badge.tsx';
import { LongText } from '../../components/LongText/LongText.tsx';
import { textOfJson } from './json-text.ts';
import { Banner } from '../../components/Banner/Banner.tsx';
import { toolsChange } from './renewal.ts';
import {
  addsNothing,
  behaviorGaps,
  behaviorParts,
  nothingNew,
} from '../../../shared/model/behavior-text.ts';
import type { BehaviorChanges } from '../../../shared/model/behavior.ts';

type Change = SkillChanges['files'][number];
const looks: Readonly<
  Record<Change['change'], { readonly icon: IconName; readonly tone: string | undefined }>
> = {
  added: { icon: 'plus', tone: styles.added },
  removed: { icon: 'minus', tone: styles.removed },
  modified: { icon: 'diff', tone: styles.modified },
};
const sizes = ({ before, after }: Change): string => {
  const [was, now] = [before?.size, after?.size].map((size) =>
    size === undefined ? null : sizeText(size),
  );
  if (was != null && now != null) return was === now ? now : `${was} → ${now}`;
  return now ?? was ?? '';
};

/** Every file that was added, removed or modified. */
export function ChangeList({
  files,
  chosen,
  onChoose,
}: {
  files: readonly Change[];
  chosen: string | null;
  onChoose: (uri: string) => void;
}) {
  if (files.length === 0) return <p className={styles.none}>No files differ.</p>;
  return (
    <ul className={styles.files} aria-label="Changed files">
      {files.map((file) => (
        <li key={file.uri}>
          <button
            type="button"
            className={styles.file}
            aria-pressed={file.uri === chosen}
            onClick={() => onChoose(file.uri)}
          >
            <Icon
              name={looks[file.change].icon}
              size={14}
              className={cx(looks[file.change].tone)}
            />
            <span className={styles.name}>{file.path}</span>
            <span className={styles.change}>{file.change}</span>
            <span className={styles.size}>{sizes(file)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

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

/**
 * Highlights that a skill requests other tools than when it was approved: that changes what it may
 * do, not just its text.
 */
export function ToolsChanged({ differences }: { differences: readonly FieldDifference[] }) {
  const change = toolsChange(differences);
  if (change === null) return null;
  const list = (tools: readonly string[]) =>
    tools.map((tool) => (
      <span key={tool}>
        <code className={styles.tool}>{revealInvisible(tool)}</code>{' '}
      </span>
    ));
  return (
    <div className={styles.tools}>
      <Banner
        tone="warn"
        title={
          change.added.length > 0
            ? 'Requests tools that it didn’t when you approved it'
            : 'Requests fewer tools than when you approved it'
        }
      >
        {change.added.length > 0 && <p>New: {list(change.added)}</p>}
        {change.gone.length > 0 && <p>No longer: {list(change.gone)}</p>}
      </Banner>
    </div>
  );
}

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
