import type { RefObject } from 'react';
import type { SkillChanges } from '../../../shared/model/detail.ts';
import { Button } from '../../components/Button/Button.tsx';
import type { DiffHandle } from '../../components/DiffView/DiffView.tsx';
import { EmptyState } from '../../components/EmptyState/EmptyState.tsx';
import { Spinner } from '../../components/Progress/Progress.tsx';
import { Status } from '../../components/Status/Status.tsx';
import { useApp } from '../../store/context.ts';
import type { shownLook } from '../../store/shown/shown-text.ts';
import styles from './ChangesTab.module.css';
import { shortDigest } from './figures.ts';
import { FileSides } from './FileSides.tsx';
import { placesInWords, type useFileDiff } from './use-file-diff.ts';

/** The chosen file: both versions, and buttons that move from change to change. */
export function ChangedFile({
  file,
  read,
  handle,
  look,
  reason,
  onGo,
  onSeen,
  onAgain,
  onEdge,
  onNext,
}: {
  file: SkillChanges['files'][number];
  read: ReturnType<typeof useFileDiff>;
  handle: RefObject<DiffHandle | null>;
  /** What the person has read of it; null for a removed file. */
  look: (typeof shownLook)[keyof typeof shownLook] | null;
  /** Why there's no change to move to; null if there is one. */
  reason: string | null;
  onGo: (direction: 'next' | 'previous') => void;
  onSeen: (from: number, to: number, how: 'in view' | 'unchanged') => void;
  onAgain: () => void;
  /** Moves on to the next or previous changed file; undefined if it's the only one. */
  onEdge: ((direction: 'next' | 'previous') => void) | undefined;
  /** Goes to the next unread part; null if there is none. */
  onNext: (() => void) | null;
}) {
  const { path, before, after } = file;
  const { diff, places, onChanges, onAt } = read;
  const letters = useApp((app) => app.settings.letterKeys);
  const move = { size: 'sm', variant: 'quiet', reason } as const;
  return (
    <>
      <div className={styles.bar}>
        <span className={styles.path}>{path}</span>
        <span className={styles.digests}>
          {before === null ? 'new' : <code>{shortDigest(before.digest)}</code>} →{' '}
          {after === null ? 'removed' : <code>{shortDigest(after.digest)}</code>}
        </span>
        {look !== null && <Status {...look} size={14} />}
        <span className={styles.moves}>
          <span className={styles.places} role="status">
            {placesInWords(places)}
          </span>
          {onNext !== null && (
            <Button size="sm" variant="quiet" {...(letters ? { hint: 'U' } : {})} onClick={onNext}>
              Next unread
            </Button>
          )}
          <Button {...move} icon="arrowUp" hint="[" onClick={() => onGo('previous')}>
            Previous
          </Button>
          <Button {...move} icon="arrowDown" hint="]" onClick={() => onGo('next')}>
            Next
          </Button>
        </span>
      </div>
      {diff.status === 'loading' && (
        <p className={styles.wait}>
          <Spinner label={`Comparing ${path}`} />
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
          keys={letters && onNext !== null ? { u: onNext } : undefined}
        />
      )}
    </>
  );
}
