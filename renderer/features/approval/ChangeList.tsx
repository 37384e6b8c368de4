import type { SkillChanges } from '../../../shared/model/detail.ts';
import { cx } from '../../components/cx.ts';
import { Icon, type IconName } from '../../components/Icon/Icon.tsx';
import styles from './ChangesTab.module.css';
import { sizeText } from '../../../shared/size-text.ts';

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
