import { useCallback, useId, useState, type KeyboardEvent } from 'react';
import { Button } from '../../../components/Button/Button.tsx';
import { Icon } from '../../../components/Icon/Icon.tsx';
import { VirtualList } from '../../../components/VirtualList/VirtualList.tsx';
import type { BulkDecision, ManyDraft } from '../../../store/state.ts';
import { toolsOf } from '../sheet.ts';
import { type BulkGroup, leftOut, type BulkRow } from './lines.ts';
import { ManyRow, verbs } from './ManyRow.tsx';
import styles from './ManyPage.module.css';

const rowRem = 3.8;
const toolRem = 2;
const shownRows = 6;
const makeKey = ({ key }: BulkRow): string => key;

/** What the skills in a group have in common, for a decision on the whole group. */
const meanings: Readonly<Record<string, string>> = {
  verified: 'Every file matches the manifest; no scripts, no tools, no findings.',
  scripts: 'These skills contain files that an app may run.',
  tools:
    'These skills request tools or set fields that apps act on. No tool is allowed unless you select it.',
  findings: 'A rule found something worth reviewing.',
  uninspected: 'Some files in these skills couldn’t be inspected.',
  unverified: 'Not every file has been checked against the manifest.',
};

/** One group with a decision for all of it, and its skills when expanded. */
export function ManyGroup({
  action,
  group,
  draft,
  onDraft,
  locked,
}: {
  action: BulkDecision['action'];
  group: BulkGroup;
  draft: ManyDraft;
  onDraft: (change: Partial<ManyDraft>) => void;
  /** Already saved or being saved. */
  locked: boolean;
}) {
  const { id, words, lines } = group;
  const [tools, setTools] = useState<ReadonlySet<string>>(new Set());
  const labelId = useId();
  const open = draft.open.has(id);
  const able = lines.filter(({ state }) => state === 'fits');
  const chosen = able.filter(({ key }) => draft.chosen.has(key)).length;
  const lost = lines.filter(({ state }) =>
    ['changed', 'gone', 'decided', 'worse'].includes(state),
  ).length;
  const done = lines.filter(({ state }) => state === 'done').length;
  const choose = (keys: readonly string[], on: boolean): void => {
    const next = new Set(draft.chosen);
    for (const key of keys) {
      if (on) next.add(key);
      else next.delete(key);
    }
    onDraft({ chosen: next });
  };
  const height = useCallback(
    ({ key, row }: BulkRow) => rowRem + (tools.has(key) ? toolsOf(row).length * toolRem + 0.6 : 0),
    [tools],
  );
  const title = `${lines.length.toLocaleString('en')} ${words}`;
  const all = able.map(makeKey);
  const held = locked
    ? 'Already saved or being saved'
    : able.length === 0
      ? 'None of these skills can be selected anymore'
      : null;
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
        <span className={styles.groupNote}>
          {[
            done > 0 ? `${done.toLocaleString('en')} decided` : '',
            lost > 0 ? `${lost.toLocaleString('en')} skipped since` : '',
            id !== leftOut && done === 0
              ? `${chosen.toLocaleString('en')} of ${able.length.toLocaleString('en')} selected`
              : '',
          ]
            .filter((note) => note !== '')
            .join(' · ')}
        </span>
        {id !== leftOut && (
          <div className={styles.choice} role="group" aria-label={title}>
            <Button
              size="sm"
              aria-pressed={able.length > 0 && chosen === able.length}
              aria-label={`${verbs[action]} ${title}`}
              reason={held}
              onClick={() => choose(all, true)}
            >
              {verbs[action]}
            </Button>
            <Button
              size="sm"
              aria-pressed={chosen === 0}
              aria-label={`Skip ${title}`}
              reason={held}
              onClick={() => choose(all, false)}
            >
              Skip
            </Button>
          </div>
        )}
      </div>
      {action === 'approve' && meanings[id] !== undefined && (
        <p className={styles.meaning}>{meanings[id]}</p>
      )}
      {open && (
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
                chosen={draft.chosen.has(line.key)}
                onChosen={(on) => choose([line.key], on)}
                open={tools.has(line.key)}
                onOpen={() => setTools(toggled(tools, line.key))}
                granted={draft.grants.get(line.key)}
                onGrants={(granted) =>
                  onDraft({ grants: new Map(draft.grants).set(line.key, granted) })
                }
              />
            )}
          />
        </div>
      )}
    </section>
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
