import { useCallback, useId, useState, type KeyboardEvent } from 'react';
import { Button } from '../../../components/Button/Button.tsx';
import { Icon } from '../../../components/Icon/Icon.tsx';
import { VirtualList } from '../../../components/VirtualList/VirtualList.tsx';
import type { BulkDecision, ManyDraft } from '../../../store/state.ts';
import { toolsOf } from '../sheet.ts';
import {
  type BulkGroup,
  isLost,
  isUnreadChoice,
  leftOut,
  type BulkRow,
  stateWords,
} from './use-bulk.ts';
import styles from './BulkPane.module.css';
import { revealInvisible } from '../../../../shared/invisible.ts';
import { quoteName } from '../../../../shared/quote-text.ts';
import { riskInWords, riskOf } from '../../../../shared/model/risk.ts';
import type { SkillRow } from '../../../../shared/model/skill.ts';
import { Checkbox } from '../../../components/Checkbox/Checkbox.tsx';
import { cx } from '../../../components/cx.ts';
import { useActions } from '../../../store/context.ts';
import { rowLook } from '../../../store/standing.ts';
import { plural, standingInWords } from '../status-text.ts';

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

interface ManyRowProps {
  readonly action: BulkDecision['action'];
  readonly line: BulkRow;
  readonly chosen: boolean;
  readonly onChosen: (chosen: boolean) => void;
  readonly open: boolean;
  readonly onOpen: () => void;
  readonly granted: ReadonlySet<string> | undefined;
  readonly onGrants: (tools: ReadonlySet<string>) => void;
}

const emptySet: ReadonlySet<string> = new Set();

/**
 * One skill: whether it's selected, what was checked, what it requests, and a checkbox per tool.
 */
function ManyRow(props: ManyRowProps) {
  const { action, line, chosen, onChosen, open, onOpen, granted = emptySet, onGrants } = props;
  const { viewSelected } = useActions();
  const { row, now, state } = line;
  const tools = toolsOf(row);
  const fits = state === 'fits';
  const look = rowLook(now);
  const said = wordsOf(action, line);
  return (
    <div className={cx(styles.row, (!fits || !chosen) && state !== 'done' && styles.out)}>
      <div className={styles.rowHead}>
        <Checkbox
          className={styles.tick ?? ''}
          label={
            <>
              <span className="visually-hidden">{verbs[action]} </span>
              <strong>{row.name}</strong> <span className={styles.muted}>{row.server}</span>
            </>
          }
          {...(fits ? { hint: <span title={said}>{said}</span> } : { reason: said })}
          checked={(fits && chosen) || state === 'done'}
          onChange={onChosen}
        />
        {state === 'done' && (
          <span className={styles.done}>
            <Icon name={look.icon} size={14} /> {look.word}
          </span>
        )}
        {fits && chosen && action === 'approve' && tools.length > 0 && (
          <Button
            size="sm"
            variant="quiet"
            aria-expanded={open}
            aria-label={
              `${granted.size}/${plural(tools.length, 'tool')} ` +
              `allowed for ${quoteName(row.name)}`
            }
            icon={open ? 'chevronDown' : 'chevronRight'}
            onClick={onOpen}
          >
            {granted.size}/{plural(tools.length, 'tool')}
          </Button>
        )}
        <Button
          size="sm"
          variant="quiet"
          aria-label={`${state === 'alone' ? 'Review' : 'View'} ${quoteName(row.name)}`}
          onClick={() => viewSelected({ server: row.server, uri: row.uri })}
        >
          {state === 'alone' ? 'Review' : 'View'}
        </Button>
      </div>
      {open && fits && chosen && (
        <fieldset
          className={styles.tools}
          aria-label={`Tools that ${quoteName(row.name)} requests`}
        >
          {tools.map((tool) => (
            <Checkbox
              key={tool}
              className={styles.tool ?? ''}
              label={<code>{revealInvisible(tool)}</code>}
              checked={granted.has(tool)}
              onChange={(on) => {
                const next = new Set(granted);
                if (on) next.add(tool);
                else next.delete(tool);
                onGrants(next);
              }}
            />
          ))}
        </fieldset>
      )}
    </div>
  );
}

const verbs: Readonly<Record<BulkDecision['action'], string>> = {
  approve: 'Approve',
  deny: 'Deny',
  revoke: 'Revoke',
  session: 'Allow',
};

function wordsOf(action: BulkDecision['action'], { row, now, state }: BulkRow): string {
  if (state === 'alone') return `${riskInWords(riskOf(now))}. ${stateWords.alone}`;
  if (state === 'barred') return `${stateWords.barred}: ${now.barredBy.join('; ')}`;
  if (state !== 'fits' && state !== 'not-now') return stateWords[state];
  const stood = standingInWords(row.standing, row.content, row).title;
  if (state === 'fits')
    return action === 'approve' ? `${riskInWords(riskOf(now))}${asks(row.requests)}` : stood;
  const why = row.needsReadAll
    ? ', load its files first'
    : row.content === 'listed'
      ? ''
      : `, ${row.content} content`;
  return `Skipped: ${stood.toLowerCase()}${why}`;
}

/**
 * What it requests from an app, in one line: its tools, and the names of fields that apps act on.
 */
function asks({ tools, settings, executables }: SkillRow['requests']): string {
  const declared = settings.map(({ field }) => field);
  return [
    executables.length > 0 ? ` · ${plural(executables.length, 'script')}` : '',
    tools.length > 0 ? ` · requests ${revealInvisible(tools.join(', '))}` : '',
    declared.length > 0 ? ` · sets ${declared.join(', ')}` : '',
  ].join('');
}
