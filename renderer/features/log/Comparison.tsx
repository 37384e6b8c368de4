import { useMemo, useRef, useState, type Ref, useCallback, useEffect } from 'react';
import type { LogDetail, LogRow } from '../../../shared/model/log.ts';
import { Button } from '../../components/Button/Button.tsx';
import { DiffView, type DiffHandle } from '../../components/DiffView/DiffView.tsx';
import { IconButton } from '../../components/IconButton/IconButton.tsx';
import { Spinner } from '../../components/Progress/Progress.tsx';
import { Tabs } from '../../components/Tabs/Tabs.tsx';
import { clock, methodWord } from './log-text.ts';
import { useDetail, type DetailLoad } from './Detail.tsx';
import styles from './Messages.module.css';
import { revealInvisible } from '../../../shared/invisible.ts';

interface Props {
  /** The opened file; null for the live log. */
  readonly log: string | null;
  /** The row on the left, then the one on the right, with their revisions. */
  readonly rows: readonly [ComparedRow, ComparedRow];
  readonly onClose: () => void;
  readonly ref?: Ref<HTMLElement>;
}

interface ComparedRow {
  readonly id: number;
  readonly revision: number | null;
}

const bodies = ['request', 'response'] as const;
type Body = (typeof bodies)[number];

/** The requests and responses of two rows, with what differs between them. */
export function Comparison({ log, rows: [first, second], onClose, ref }: Props) {
  const before = useDetail(log, first.id, first.revision);
  const after = useDetail(log, second.id, second.revision);
  const [body, setBody] = useState<Body>('response');
  const [isUnified, setUnified] = useState(false);
  return (
    // Escape leaves it from anywhere inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={ref}
      className={styles.comparison}
      aria-label="Comparison"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div className={styles.messageBar}>
        <span className={styles.what}>
          {nameOf(before)} → {nameOf(after)}
        </span>
        <span className={styles.end}>
          <Button
            size="sm"
            variant="quiet"
            className={styles.unified ?? ''}
            aria-pressed={isUnified}
            onClick={() => setUnified(!isUnified)}
          >
            Unified
          </Button>
          <IconButton icon="cross" small label="Close the comparison" onPress={onClose} />
        </span>
      </div>
      {before.status === 'there' && after.status === 'there' ? (
        <Tabs
          label="Parts of the messages"
          fill
          items={bodies.map((id) => ({
            id,
            label: id === 'request' ? 'Request' : 'Response',
            content: (
              <Sides
                before={before.detail[id]}
                after={after.detail[id]}
                names={[nameOf(before), nameOf(after)]}
                body={id}
                isUnified={isUnified}
              />
            ),
          }))}
          selected={body}
          onSelect={(id) => setBody(id as Body)}
        />
      ) : (
        <p className={styles.empty}>{waitText(before) ?? waitText(after)}</p>
      )}
    </section>
  );
}

const nameOf = (load: DetailLoad): string =>
  load.status === 'there' ? rowName(load.detail) : 'Message';
const rowName = ({ row }: LogDetail): string => `${methodWord(row)} ${clock(row.at)}`;

function waitText(load: DetailLoad) {
  switch (load.status) {
    case 'there':
      return null;
    case 'loading':
      return <Spinner label="Loading the messages" />;
    case 'gone':
      return 'One of the two messages is no longer in the log. Pin rows to keep them longer.';
    case 'error':
      return load.message;
  }
}

interface SidesProps {
  readonly before: string | null;
  readonly after: string | null;
  readonly names: readonly [string, string];
  readonly body: Body;
  readonly isUnified: boolean;
}

function Sides({ before, after, names, body, isUnified }: SidesProps) {
  const view = useRef<DiffHandle>(null);
  const [changes, setChanges] = useState<number | null>(null);
  const [left, right] = useMemo(
    () => [comparedText(before ?? ''), comparedText(after ?? '')],
    [before, after],
  );
  const missing = [before, after].flatMap((text, at) => (text === null ? [names[at]] : []));
  if (missing.length > 0)
    return (
      <p className={styles.empty}>
        Nothing to compare: {missing.join(' and ')} {missing.length === 1 ? 'has' : 'have'} no{' '}
        {body} that is kept.
      </p>
    );
  const move = {
    size: 'sm',
    variant: 'quiet',
    reason: changes === 0 ? `The ${body}s don’t differ` : null,
  } as const;
  return (
    <div className={styles.bodyOf}>
      <div className={styles.differences}>
        <span role="status">
          {changes !== null &&
            (changes === 0
              ? `The ${body}s don’t differ.`
              : `${changes.toLocaleString('en')} ${changes === 1 ? 'difference' : 'differences'}`)}
          {(left?.isBroken === true || right?.isBroken === true) && ' Long lines are broken.'}
          {(left?.isCut === true || right?.isCut === true) &&
            ' Only the first million characters are compared.'}
        </span>
        <span className={styles.end}>
          <Button {...move} icon="arrowUp" hint="[" onClick={() => view.current?.go('previous')}>
            Previous
          </Button>
          <Button {...move} icon="arrowDown" hint="]" onClick={() => view.current?.go('next')}>
            Next
          </Button>
        </span>
      </div>
      <DiffView
        ref={view}
        before={left?.text ?? ''}
        after={right?.text ?? ''}
        language="json"
        label={body === 'request' ? 'Request' : 'Response'}
        sides={names}
        isUnified={isUnified}
        onChanges={setChanges}
      />
    </div>
  );
}

/** UTF-16 units: the editor lays out whole lines, and a server decides how long they are. */
export const longestPart = 2_000;
/** UTF-16 units of each side; the rest isn't compared. */
export const mostCompared = 1_000_000;

interface ComparedText {
  readonly text: string;
  /** Long lines were broken. */
  readonly isBroken: boolean;
  readonly isCut: boolean;
}

/** A body as the two sides of a comparison show it, short enough for the editor. */
export function comparedText(body: string): ComparedText {
  const isCut = body.length > mostCompared;
  const lines = revealInvisible(isCut ? body.slice(0, mostCompared) : body).split('\n');
  let isBroken = false;
  const parts = lines.flatMap((line) => {
    if (line.length <= longestPart) return [line];
    isBroken = true;
    return line.match(/.{1,2000}/gsu) ?? [];
  });
  return { text: parts.join('\n'), isBroken, isCut };
}

/**
 * The row that the chosen one is compared with. Its functions stay the same, because rows keep
 * those that they were first drawn with. `source`: the opened file, null for the live log.
 */
export function useComparison(
  source: string | null,
  chosen: number | null,
  choose: (row: number | null) => void,
) {
  const [base, setBase] = useState<number | null>(null);
  const current = useRef(chosen);
  useEffect(() => {
    current.current = chosen;
  }, [chosen]);
  // Ids from one log name different rows in another.
  useEffect(() => setBase(null), [source]);
  const chooseSecond = useCallback(
    (row: number): void => {
      const first = current.current;
      setBase((before) => before ?? first);
      choose(row);
    },
    [choose],
  );
  return { base, setBase, chooseSecond, isComparing: isPair(base, chosen) };
}

const isPair = (base: number | null, chosen: number | null): boolean =>
  base !== null && chosen !== null && base !== chosen;

interface FoldedRows {
  readonly rows: readonly LogRow[];
  /** How many folded rows each row stands for, by id. */
  readonly more: ReadonlyMap<number, number>;
}

/**
 * Folds requests that a server left unanswered for the same reason into one row. Never folds
 * answered, pinned or hand-sent rows. `log` contains all of `rows`; an answer in between starts a
 * new group.
 */
export function folded(rows: readonly LogRow[], log: readonly LogRow[]): FoldedRows {
  const heads = new Map<string, { readonly why: string; readonly id: number }>();
  const more = new Map<number, number>();
  const left: LogRow[] = [];
  let at = 0;
  for (const row of log) {
    if (row.kind === 'exchange' && row.status === 'ok') heads.delete(row.server);
    if (rows[at]?.id !== row.id) continue;
    at += 1;
    const head = heads.get(row.server);
    if (!isOneOfMany(row)) left.push(row);
    else if (head?.why === row.message) more.set(head.id, (more.get(head.id) ?? 0) + 1);
    else {
      heads.set(row.server, { why: row.message, id: row.id });
      left.push(row);
    }
  }
  return { rows: left, more };
}

const isOneOfMany = ({ kind, status, message, pinned, byHand }: LogRow): boolean =>
  kind === 'exchange' && status === 'lost' && message !== '' && !pinned && !byHand;
