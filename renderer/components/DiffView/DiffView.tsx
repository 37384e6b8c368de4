import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';
import type * as monacoModule from '../CodeView/monaco.ts';
import { drawBoxes, type TextBoxes } from '../CodeView/visible.ts';
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
      (monaco) => {
        if (over || !host.current) return;
        const opened = openDiff(
          monaco,
          host.current,
          { before, after, language, labels: [`${label}, ${left}`, `${label}, ${right}`], boxes },
          {
            isUnified,
            seen: (...what) => seen(...what),
            counted: (count) => counted(count),
            cameTo: (place) => cameTo(place),
            hasEdge: () => hasEdge(),
            leave: (direction) => leave(direction),
            pressed: (key) => pressed(key),
          },
        );
        moves.current = opened.handle;
        setState('ready');
        dispose = () => {
          moves.current = null;
          opened.dispose();
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
      <Waiting state={state} />
      <div ref={host} className={styles.host} />
    </div>
  );
}

type Monaco = typeof monacoModule;
type DiffEditor = ReturnType<Monaco['editor']['createDiffEditor']>;

interface ComparedTexts {
  readonly before: string;
  readonly after: string;
  readonly language: string;
  readonly labels: readonly [string, string];
  readonly boxes: NonNullable<Props['boxes']>;
}

interface DiffListener {
  readonly isUnified: boolean;
  readonly seen: NonNullable<Props['onSeen']>;
  readonly counted: (count: number) => void;
  readonly cameTo: (place: number) => void;
  readonly hasEdge: () => boolean;
  readonly leave: (direction: 'next' | 'previous') => void;
  readonly pressed: (key: string) => void;
}

/** Shows two texts in the host and tells what of them is seen. */
function openDiff(
  monaco: Monaco,
  host: HTMLElement,
  of: ComparedTexts,
  told: DiffListener,
): { readonly handle: DiffHandle; readonly dispose: () => void } {
  const { view, dispose } = diffEditor(monaco, host, of, told.isUnified);
  const starts = monaco.lineStarts(of.after);
  const handle = handleOf(view, starts, told);
  // An editor counts as a text field for the app's shortcuts, but nothing can be typed here.
  for (const side of [view.getOriginalEditor(), view.getModifiedEditor()]) {
    side.onKeyDown(({ browserEvent: { key, ctrlKey, metaKey, altKey } }) => {
      if (ctrlKey || metaKey || altKey) return;
      if (key === '[' || key === ']') handle.go(key === ']' ? 'next' : 'previous');
      else told.pressed(key);
    });
  }
  const stop = monaco.followVisible(view.getModifiedEditor(), of.after, (from, to) =>
    told.seen(from, to, 'in view'),
  );
  const compared = view.onDidUpdateDiff(() => tellUnchanged(view, starts, of.after.length, told));
  return {
    handle,
    dispose: () => {
      stop();
      compared.dispose();
      dispose();
    },
  };
}

function diffEditor(
  { editor }: Monaco,
  host: HTMLElement,
  { before, after, language, labels, boxes }: ComparedTexts,
  isUnified: boolean,
): { readonly view: DiffEditor; readonly dispose: () => void } {
  const original = editor.createModel(before, language);
  const modified = editor.createModel(after, language);
  const view = editor.createDiffEditor(host, {
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
  view.getOriginalEditor().updateOptions({ ariaLabel: labels[0] });
  view.getModifiedEditor().updateOptions({ ariaLabel: labels[1] });
  return {
    view,
    dispose: () => {
      view.dispose();
      original.dispose();
      modified.dispose();
    },
  };
}

function handleOf(view: DiffEditor, starts: readonly number[], told: DiffListener): DiffHandle {
  let at: number | null = null;
  const isAtEdge = (direction: 'next' | 'previous'): boolean => {
    const count = view.getLineChanges()?.length ?? 0;
    return direction === 'next' ? (at ?? 0) >= count : (at ?? 1) <= 1;
  };
  const go: DiffHandle['go'] = (direction) => {
    if (told.hasEdge() && isAtEdge(direction)) return told.leave(direction);
    view.goToDiff(direction);
    const line = view.getModifiedEditor().getPosition()?.lineNumber ?? 0;
    const changes = view.getLineChanges() ?? [];
    // A pure removal appears after the line that it names.
    const place = changes.findLastIndex(({ modifiedStartLineNumber: at }) => at <= line);
    if (place === -1) return;
    at = place + 1;
    told.cameTo(at);
  };
  const reveal: DiffHandle['reveal'] = (offset) => {
    const line = starts.findLastIndex((start) => start <= offset) + 1;
    view.getModifiedEditor().revealLineNearTop(line);
  };
  const find: DiffHandle['find'] = () => {
    const side = view.getModifiedEditor();
    side.focus();
    void side.getAction('actions.find')?.run();
  };
  return { go, reveal, find };
}

function tellUnchanged(
  view: DiffEditor,
  starts: readonly number[],
  length: number,
  told: DiffListener,
): void {
  let line = 1;
  const unchanged = (before: number, next: number): void =>
    told.seen(starts[before - 1] ?? length, starts[next - 1] ?? length, 'unchanged');
  const changes = view.getLineChanges();
  if (changes === null) return;
  told.counted(changes.length);
  for (const { modifiedStartLineNumber: from, modifiedEndLineNumber: to } of changes) {
    // A change without lines of its own appears after the line that it names.
    unchanged(line, to === 0 ? from + 1 : from);
    line = to === 0 ? from + 1 : to + 1;
  }
  unchanged(line, starts.length + 1);
}

function Waiting({ state }: { state: 'loading' | 'ready' | 'failed' }) {
  if (state === 'ready') return null;
  return state === 'loading' ? (
    <div className={styles.wait}>
      <Spinner label="Loading the difference" />
    </div>
  ) : (
    <p className={styles.wait}>Couldn’t load the diff viewer. Reload the window to try again.</p>
  );
}
