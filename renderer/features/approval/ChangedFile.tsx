import type { RefObject } from 'react';
import type { SkillChanges } from '../../../shared/model/detail.ts';
import { Button } from '../../components/Button/Button.tsx';
import type { DiffHandle } from '../../components/DiffView/DiffView.tsx';
import { EmptyState } from '../../components/EmptyState/EmptyState.tsx';
import { Spinner } from '../../components/Progress/Progress.tsx';
import { Status } from '../../components/Status/Status.tsx';
import { useApp } from '../../store/context.ts';
import type { ShownState } from '../../store/shown/file-shown.ts';
import { shownLook } from '../../store/shown/shown-text.ts';
import styles from './ChangesTab.module.css';
import { shortDigest } from './figures.ts';
import { FileSides } from './FileSides.tsx';
import type { useDiffMoves } from './use-diff-moves.ts';
import { noWay, placesInWords, type useFileDiff } from './use-file-diff.ts';

interface Props {
  readonly file: SkillChanges['files'][number];
  readonly read: ReturnType<typeof useFileDiff>;
  readonly handle: RefObject<DiffHandle | null>;
  /** What the person has read of it; null for a removed file. */
  readonly shown: ShownState | null;
  readonly moves: ReturnType<typeof useDiffMoves>;
  readonly onSeen: (from: number, to: number, how: 'in view' | 'unchanged') => void;
  readonly onAgain: () => void;
}

/** The chosen file: both versions, and buttons that move from change to change. */
export function ChangedFile({ file, read, handle, shown, moves, onSeen, onAgain }: Props) {
  const { diff, onChanges, onAt } = read;
  const { onEdge, next } = moves;
  const letters = useApp((app) => app.settings.letterKeys);
  return (
    <>
      <ChangeBar file={file} read={read} shown={shown} moves={moves} />
      {diff.status === 'loading' && (
        <p className={styles.wait}>
          <Spinner label={`Comparing ${file.path}`} />
        </p>
      )}
      {diff.status === 'error' && (
        <EmptyState
          icon="error"
          title="Couldn’t compare the file"
          actions={<Button onClick={onAgain}>Try again</Button>}
        >
          {diff.error.message}
        </EmptyState>
      )}
      {diff.status === 'ready' && (
        <FileSides
          diff={diff.diff}
          handle={handle}
          onChanges={onChanges}
          onAt={onAt}
          onSeen={onSeen}
          onEdge={onEdge}
          keys={letters && next !== null ? { u: next } : undefined}
        />
      )}
    </>
  );
}

function ChangeBar({
  file: { path, before, after },
  read: { diff, places },
  shown,
  moves: { go, hasWay, next },
}: Pick<Props, 'file' | 'read' | 'shown' | 'moves'>) {
  const letters = useApp((app) => app.settings.letterKeys);
  const reason = hasWay ? null : noWay(diff, places);
  const move = { size: 'sm', variant: 'quiet', reason } as const;
  return (
    <div className={styles.bar}>
      <span className={styles.path}>{path}</span>
      <span className={styles.digests}>
        {before === null ? 'new' : <code>{shortDigest(before.digest)}</code>} →{' '}
        {after === null ? 'removed' : <code>{shortDigest(after.digest)}</code>}
      </span>
      {shown !== null && <Status {...shownLook[shown]} size={14} />}
      <span className={styles.moves}>
        <span className={styles.places} role="status">
          {placesInWords(places)}
        </span>
        {next !== null && (
          <Button size="sm" variant="quiet" {...(letters ? { hint: 'U' } : {})} onClick={next}>
            Next unread
          </Button>
        )}
        <Button {...move} icon="arrowUp" hint="[" onClick={() => go('previous')}>
          Previous
        </Button>
        <Button {...move} icon="arrowDown" hint="]" onClick={() => go('next')}>
          Next
        </Button>
      </span>
    </div>
  );
}
