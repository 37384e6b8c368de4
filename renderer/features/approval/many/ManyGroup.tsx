import { useCallback, useId, useState, type KeyboardEvent } from 'react';
import { Button } from '../../../components/Button/Button.tsx';
import { Icon } from '../../../components/Icon/Icon.tsx';
import { VirtualList } from '../../../components/VirtualList/VirtualList.tsx';
import type { BulkDecision, ManyDraft } from '../../../store/state.ts';
import { toolsOf } from '../sheet.ts';
import { type BulkGroup, isLost, isUnreadChoice, leftOut, type BulkRow } from './lines.ts';
import { ManyRow, verbs } from './ManyRow.tsx';
import styles from './BulkPane.module.css';

const rowRem = 3.8;
const toolRem = 2;
const shownRows = 6;
const makeKey = ({ key }: BulkRow): string => key;

/** What the skills in a group have in common, for a decision on the whole group. */
const meanings: Readonly<Record<string, string>> = {
  none:
    'Every file was inspected and the rules found nothing, which proves nothing. ' +
    'No tool is allowed unless you select it.',
  medium: 'Low or medium findings, or files that the rules couldn’t inspect.',
  unread:
    'Nobody knows what’s in files that weren’t checked. ' +
    'Check them first, or decide about them apart from the others.',
  high: 'These can’t be approved together. Open each one and review its findings.',
};

interface Props {
  readonly action: BulkDecision['action'];
  readonly group: BulkGroup;
  readonly draft: ManyDraft;
  readonly onDraft: (change: Partial<ManyDraft>) => void;
  /** Already saved or being saved. */
  readonly locked: boolean;
  /** Reads every file of the unread group's servers. */
  readonly onRead?: (() => void) | undefined;
}

/** One group with a decision for all of it, and its skills when expanded. */
export function ManyGroup({ action, group, draft, onDraft, locked, onRead }: Props) {
  const { id, words, lines } = group;
  const [tools, setTools] = useState<ReadonlySet<string>>(new Set());
  const labelId = useId();
  const open = draft.open.has(id);
  const title = `${lines.length.toLocaleString('en')} ${words}`;
  const choose = (keys: readonly string[], on: boolean): void => {
    // What nobody has read is never decided about together with what was.
    const next = new Set(
      [...draft.chosen].filter((key) => !on || isUnreadChoice(key) === (id === 'unread')),
    );
    for (const key of keys) {
      if (on) next.add(key);
      else next.delete(key);
    }
    onDraft({ chosen: next });
  };
  return (
    <section className={styles.group} aria-labelledby={labelId}>
      <div className={styles.groupHead}>
        <button
          type="button"
          className={styles.groupName}
          aria-expanded={open}
          onClick={() => onDraft({ open: toggled(draft.open, id) })}
        >
          <Icon name={open ? 'chevronDown' : 'chevronRight'} size={14} />
          <span id={labelId} className={styles.groupTitle}>
            {title}
          </span>
        </button>
        <Choice {...{ action, group, draft, locked, title }} onChoose={choose} />
      </div>
      {action === 'approve' && meanings[id] !== undefined && (
        <p className={styles.meaning}>
          {meanings[id]}{' '}
          {id === 'unread' && onRead !== undefined && (
            <Button size="sm" icon="play" onClick={onRead}>
              Check all
            </Button>
          )}
        </p>
      )}
      {open && (
        <Rows
          {...{ action, lines, draft, onDraft, title, tools }}
          onTools={setTools}
          onChoose={choose}
        />
      )}
    </section>
  );
}

type OnChoose = (keys: readonly string[], on: boolean) => void;

/** How many are selected, and the buttons that select all or none. */
function Choice({
  action,
  group: { id, lines },
  draft,
  locked,
  title,
  onChoose,
}: Pick<Props, 'action' | 'group' | 'draft' | 'locked'> & { title: string; onChoose: OnChoose }) {
  const able = lines.filter(({ state }) => state === 'fits');
  const all = able.map(({ choice }) => choice);
  const chosen = all.filter((choice) => draft.chosen.has(choice)).length;
  const lost = lines.filter(isLost).length;
  const done = lines.filter(({ state }) => state === 'done').length;
  const held = locked
    ? 'Already saved or being saved'
    : able.length === 0
      ? 'None of these skills can be selected anymore'
      : null;
  return (
    <>
      <span className={styles.groupNote}>
        {[
          done > 0 ? `${done.toLocaleString('en')} decided` : '',
          lost > 0 ? `${lost.toLocaleString('en')} skipped since` : '',
          id !== leftOut && done === 0 && able.length > 0
            ? `${chosen.toLocaleString('en')} of ${able.length.toLocaleString('en')} selected`
            : '',
        ]
          .filter((note) => note !== '')
          .join(' · ')}
      </span>
      {id !== leftOut && able.length + done > 0 && (
        <div className={styles.choice} role="group" aria-label={title}>
          <Button
            size="sm"
            aria-pressed={able.length > 0 && chosen === able.length}
            aria-label={`${verbs[action]} ${title}`}
            reason={held}
            onClick={() => onChoose(all, true)}
          >
            {verbs[action]}
          </Button>
          <Button
            size="sm"
            aria-pressed={chosen === 0}
            aria-label={`Skip ${title}`}
            reason={held}
            onClick={() => onChoose(all, false)}
          >
            Skip
          </Button>
        </div>
      )}
    </>
  );
}

/** The group's skills, each with its tools when expanded. */
function Rows({
  action,
  lines,
  draft,
  onDraft,
  title,
  tools,
  onTools,
  onChoose,
}: Pick<Props, 'action' | 'draft' | 'onDraft'> & {
  lines: readonly BulkRow[];
  title: string;
  /** The skills whose tools are shown. */
  tools: ReadonlySet<string>;
  onTools: (tools: ReadonlySet<string>) => void;
  onChoose: OnChoose;
}) {
  const height = useCallback(
    ({ key, row }: BulkRow) => rowRem + (tools.has(key) ? toolsOf(row).length * toolRem + 0.6 : 0),
    [tools],
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={styles.rows}
      style={{ height: `${Math.min(lines.length, shownRows) * rowRem}rem` }}
      onKeyDown={toNextRow}
    >
      <VirtualList
        items={lines}
        keyOf={makeKey}
        label={title}
        rowRem={height}
        render={(line) => (
          <ManyRow
            action={action}
            line={line}
            chosen={draft.chosen.has(line.choice)}
            onChosen={(on) => onChoose([line.choice], on)}
            open={tools.has(line.key)}
            onOpen={() => onTools(toggled(tools, line.key))}
            granted={draft.grants.get(line.key)}
            onGrants={(granted) =>
              onDraft({ grants: new Map(draft.grants).set(line.key, granted) })
            }
          />
        )}
      />
    </div>
  );
}

function toggled(before: ReadonlySet<string>, one: string): Set<string> {
  const after = new Set(before);
  if (!after.delete(one)) after.add(one);
  return after;
}

/** Arrow keys move between rows; focus scrolls the row into view. */
function toNextRow(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const rows = [...event.currentTarget.querySelectorAll('li')].sort(
    (a, b) => Number(a.ariaPosInSet) - Number(b.ariaPosInSet),
  );
  const at = rows.findIndex((row) => row.contains(event.target as Node));
  const next = rows[at === -1 ? 0 : at + step];
  if (next === undefined) return;
  event.preventDefault();
  (next.querySelector<HTMLElement>('input') ?? next.querySelector('button'))?.focus();
}
