import { type RefObject, useImperativeHandle, useMemo, useRef, type ComponentProps } from 'react';
import type { SkillChanges, FileDiff } from '../../../shared/model/detail.ts';
import { Button } from '../../components/Button/Button.tsx';
import { type DiffHandle, DiffView } from '../../components/DiffView/DiffView.tsx';
import { EmptyState } from '../../components/EmptyState/EmptyState.tsx';
import { Spinner } from '../../components/Progress/Progress.tsx';
import { Status } from '../../components/Status/Status.tsx';
import { useApp } from '../../store/context.ts';
import { type ShownState, shownLook } from '../../store/shown/file-shown.ts';
import styles from './ChangesTab.module.css';
import { shortDigest } from './dates.ts';
import { type useDiffMoves, noWay, placesInWords, type useFileDiff } from './use-file-diff.ts';
import { writingOf } from '../../../shared/confusables/writing.ts';
import { revealInvisible } from '../../../shared/invisible.ts';
import {
  revealPair,
  type RevealedPair,
  mostBoxes,
  writtenPlaces,
} from '../../../shared/written-out.ts';

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

interface FileSidesProps extends Pick<
  ComponentProps<typeof DiffView>,
  'onSeen' | 'onChanges' | 'onAt' | 'onEdge' | 'keys'
> {
  readonly diff: FileDiff;
  /** Its `reveal` takes offsets of the current side, as read ranges have them. */
  readonly handle?: RefObject<DiffHandle | null>;
}

/**
 * A side without text shows its reason; the other side is compared with nothing. Unchanged ranges
 * are reported only if there's text to compare with.
 */
export function FileSides({ diff, handle, onSeen, ...given }: FileSidesProps) {
  const before = 'text' in diff.before ? diff.before.text : null;
  const after = 'text' in diff.after ? diff.after.text : null;
  const shown = useMemo(
    () =>
      revealPair(before ?? '', after ?? '', (text) =>
        revealInvisible(text, writingOf(diff.language)),
      ),
    [before, after, diff.language],
  );
  const boxes = useMemo(
    () => ({
      before: writtenPlaces(shown.before, mostBoxes),
      after: writtenPlaces(shown.after, mostBoxes),
    }),
    [shown],
  );
  const view = useRef<DiffHandle>(null);
  useImperativeHandle(
    handle,
    () => ({
      go: (direction) => view.current?.go(direction),
      reveal: (offset) => view.current?.reveal(offsetInPair(shown, offset)),
      find: () => view.current?.find(),
    }),
    [shown],
  );
  const missing = [
    'missing' in diff.before ? `Before: ${diff.before.missing}` : null,
    'missing' in diff.after ? `Now: ${diff.after.missing}` : null,
  ].filter((text) => text !== null);
  return (
    <>
      {missing.length > 0 && (
        <div className={styles.missing}>
          {missing.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      )}
      {(before !== null || after !== null) && (
        <DiffView
          ref={view}
          before={shown.before}
          after={shown.after}
          language={diff.language}
          boxes={boxes}
          label={revealInvisible(diff.path)}
          {...given}
          onSeen={
            after === null
              ? undefined
              : (from, to, how) => {
                  if (how !== 'in view' && before === null) return;
                  // Read ranges are offsets in this side's displayed text.
                  onSeen?.(shown.offset(from), shown.offset(to), how);
                }
          }
        />
      )}
    </>
  );
}

/** The inverse of `offset`, which never decreases. */
function offsetInPair({ after, offset }: RevealedPair, wanted: number): number {
  let low = 0;
  let high = after.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (offset(middle) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
