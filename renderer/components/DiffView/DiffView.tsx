import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';
import { drawBoxes, type TextBoxes } from '../CodeView/boxes.ts';
import { readingOptions } from '../CodeView/options.ts';
import { Spinner } from '../Progress/Progress.tsx';
import styles from './DiffView.module.css';

export interface DiffHandle {
  /** Moves to the next or previous change; past the last or first, `onEdge` or wraps around. */
  readonly go: (direction: 'next' | 'previous') => void;
  /** Scrolls to an offset of `after` (UTF-16 units). */
  readonly reveal: (offset: number) => void;
  /** Opens the search of the current side's editor. */
  readonly find: () => void;
}

interface Props {
  readonly before: string;
  readonly after: string;
  readonly language: string;
  readonly label: string;
  /** Accessible name for the two texts. */
  readonly sides?: readonly [string, string];
  /**
   * Called with the ranges of `after` that are in view or, once the diff is known, unchanged
   * (UTF-16 units).
   */
  readonly onSeen?: ((from: number, to: number, how: 'in view' | 'unchanged') => void) | undefined;
  /** Called with the number of changes once it's known. */
  readonly onChanges?: ((count: number) => void) | undefined;
  /** Called with the change that a move ended at, counted from 1. */
  readonly onAt?: ((place: number) => void) | undefined;
  /** One text with the lines of both, even if there's room for two. */
  readonly isUnified?: boolean;
  /** Moves on to what comes after the last change or before the first. */
  readonly onEdge?: ((direction: 'next' | 'previous') => void) | undefined;
  /** Plain-letter commands while a text has focus; nothing can be typed into it. */
  readonly keys?: Readonly<Record<string, () => void>> | undefined;
  /** Ranges of the two texts drawn with a box. */
  readonly boxes?: { readonly before: TextBoxes; readonly after: TextBoxes };
  readonly ref?: Ref<DiffHandle>;
}

const noBoxes: NonNullable<Props['boxes']> = { before: [], after: [] };

/**
 * Two texts side by side, or stacked in a narrow window, with unchanged regions folded. `[` and `]`
 * move between changes.
 */
export function DiffView({
  before,
  after,
  language,
  label,
  sides: [left, right] = ['before', 'now'],
  onSeen,
  onChanges,
  onAt,
  isUnified = false,
  onEdge,
  keys,
  boxes = noBoxes,
  ref,
}: Props) {
  const host = useRef<HTMLDivElement>(null);
  const moves = useRef<DiffHandle | null>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const seen = useEffectEvent<NonNullable<Props['onSeen']>>((...what) => onSeen?.(...what));
  const counted = useEffectEvent((count: number) => onChanges?.(count));
  const cameTo = useEffectEvent((place: number) => onAt?.(place));
  const hasEdge = useEffectEvent(() => onEdge !== undefined);
  const leave = useEffectEvent((direction: 'next' | 'previous') => onEdge?.(direction));
  const pressed = useEffectEvent((key: string) => keys?.[key]?.());
  useImperativeHandle(
    ref,
    () => ({
      go: (direction) => moves.current?.go(direction),
      reveal: (offset) => moves.current?.reveal(offset),
      find: () => moves.current?.find(),
    }),
    [],
  );
  useEffect(() => {
    let over = false;
    let dispose = (): void => undefined;
    setState('loading');
    void import('../CodeView/monaco.ts').then(
      ({ editor, followVisible, lineStarts }) => {
        if (over || !host.current) return;
        const original = editor.createModel(before, language);
        const modified = editor.createModel(after, language);
        const view = editor.createDiffEditor(host.current, {
          ...readingOptions(),
          originalEditable: false,
          renderSideBySide: !isUnified,
          useInlineViewWhenSpaceIsLimited: true,
          renderSideBySideInlineBreakpoint: 720,
          renderIndicators: true,
          lineDecorationsWidth: 18,
          renderMarginRevertIcon: false,
          renderGutterMenu: false,
          hideUnchangedRegions: { enabled: true, contextLineCount: 3, minimumLineCount: 3 },
          diffAlgorithm: 'advanced',
          maxComputationTime: 5000,
          ignoreTrimWhitespace: false,
          renderOverviewRuler: false,
        });
        view.setModel({ original, modified });
        drawBoxes(view.getOriginalEditor(), before, boxes.before);
        drawBoxes(view.getModifiedEditor(), after, boxes.after);
        view.getOriginalEditor().updateOptions({ ariaLabel: `${label}, ${left}` });
        view.getModifiedEditor().updateOptions({ ariaLabel: `${label}, ${right}` });
        let at: number | null = null;
        const isAtEdge = (direction: 'next' | 'previous'): boolean => {
          const count = view.getLineChanges()?.length ?? 0;
          return direction === 'next' ? (at ?? 0) >= count : (at ?? 1) <= 1;
        };
        const go: DiffHandle['go'] = (direction) => {
          if (hasEdge() && isAtEdge(direction)) return leave(direction);
          view.goToDiff(direction);
          const line = view.getModifiedEditor().getPosition()?.lineNumber ?? 0;
          const changes = view.getLineChanges() ?? [];
          // A pure removal appears after the line that it names.
          const place = changes.findLastIndex(({ modifiedStartLineNumber: at }) => at <= line);
          if (place === -1) return;
          at = place + 1;
          cameTo(at);
        };
        const starts = lineStarts(after);
        const reveal: DiffHandle['reveal'] = (offset) => {
          const line = starts.findLastIndex((start) => start <= offset) + 1;
          view.getModifiedEditor().revealLineNearTop(line);
        };
        // An editor counts as a text field for the app's shortcuts, but nothing can be typed here.
        for (const side of [view.getOriginalEditor(), view.getModifiedEditor()]) {
          side.onKeyDown(({ browserEvent: { key, ctrlKey, metaKey, altKey } }) => {
            if (ctrlKey || metaKey || altKey) return;
            if (key === '[' || key === ']') go(key === ']' ? 'next' : 'previous');
            else pressed(key);
          });
        }
        const stop = followVisible(view.getModifiedEditor(), after, (from, to) =>
          seen(from, to, 'in view'),
        );
        const compared = view.onDidUpdateDiff(() => {
          let line = 1;
          const unchanged = (before: number, next: number): void =>
            seen(starts[before - 1] ?? after.length, starts[next - 1] ?? after.length, 'unchanged');
          const changes = view.getLineChanges();
          if (changes === null) return;
          counted(changes.length);
          for (const { modifiedStartLineNumber: from, modifiedEndLineNumber: to } of changes) {
            // A change without lines of its own appears after the line that it names.
            unchanged(line, to === 0 ? from + 1 : from);
            line = to === 0 ? from + 1 : to + 1;
          }
          unchanged(line, starts.length + 1);
        });
        const find: DiffHandle['find'] = () => {
          const side = view.getModifiedEditor();
          side.focus();
          void side.getAction('actions.find')?.run();
        };
        moves.current = { go, reveal, find };
        setState('ready');
        dispose = () => {
          moves.current = null;
          stop();
          compared.dispose();
          view.dispose();
          original.dispose();
          modified.dispose();
        };
      },
      () => setState('failed'),
    );
    return () => {
      over = true;
      dispose();
    };
  }, [before, after, language, label, left, right, isUnified, boxes]);
  return (
    <div className={styles.view}>
      {state === 'loading' && (
        <div className={styles.wait}>
          <Spinner label="Loading the difference" />
        </div>
      )}
      {state === 'failed' && (
        <p className={styles.wait}>
          Couldn’t load the diff viewer. Reload the window to try again.
        </p>
      )}
      <div ref={host} className={styles.host} />
    </div>
  );
}
