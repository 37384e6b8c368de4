import { useImperativeHandle, useMemo, useRef, type ComponentProps, type RefObject } from 'react';
import { writingOf } from '../../../shared/confusables/writing.ts';
import { revealInvisible } from '../../../shared/invisible.ts';
import { revealPair, type RevealedPair } from '../../../shared/reveal-pair.ts';
import { mostBoxes, writtenPlaces } from '../../../shared/written-places.ts';
import type { FileDiff } from '../../../shared/model/detail.ts';
import { DiffView, type DiffHandle } from '../../components/DiffView/DiffView.tsx';
import styles from './ChangesTab.module.css';

interface Props extends Pick<
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
export function FileSides({ diff, handle, onSeen, ...given }: Props) {
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
