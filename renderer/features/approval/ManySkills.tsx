import { revealInvisible } from '../../../shared/invisible.ts';
import { useCallback, useState } from 'react';
import { named } from '../../../shared/quoted.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { Button } from '../../components/Button/Button.tsx';
import { Checkbox } from '../../components/Checkbox/Checkbox.tsx';
import { cx } from '../../components/cx.ts';
import { VirtualList } from '../../components/VirtualList/VirtualList.tsx';
import { skillKey, type DecisionSheetRequest } from '../../store/state.ts';
import styles from './DecisionSheet.module.css';
import { type Grants, suitable, toolsOf } from './sheet.ts';
import { plural, standingInWords } from './words.ts';

interface Props {
  readonly action: DecisionSheetRequest['action'];
  readonly rows: readonly SkillRow[];
  readonly grants: Grants;
  readonly onGrants: (key: string, tools: ReadonlySet<string>) => void;
  /** Keys that the person took out of this decision. */
  readonly out: ReadonlySet<string>;
  readonly onOut: (key: string) => void;
}

const rowRem = 4.2;
const toolRem = 2;
const keyOf = (row: SkillRow): string => skillKey(row.server, row.uri);

/**
 * Every skill of the selection: what was checked of it, what it asks for with a tick per tool, or
 * why it is left out.
 */
export function ManySkills({ action, rows, grants, onGrants, out, onOut }: Props) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const left = rows.filter((row) => !suitable(action, row)).length;
  const asking = rows.filter(
    (row) => suitable(action, row) && row.requests.tools.length > 0,
  ).length;
  const granted = [...grants.values()].reduce((sum, tools) => sum + tools.size, 0);
  const toggle = (key: string): void =>
    setOpen((before) => {
      const after = new Set(before);
      if (!after.delete(key)) after.add(key);
      return after;
    });
  const height = useCallback(
    (row: SkillRow) => rowRem + (open.has(keyOf(row)) ? toolsOf(row).length * toolRem + 0.6 : 0),
    [open],
  );
  return (
    <>
      {left > 0 && (
        <p className={styles.muted}>
          {plural(left, 'skill is', 'skills are')} left out: this decision cannot be made about{' '}
          {left === 1 ? 'it' : 'them'} now.
        </p>
      )}
      {action === 'approve' && asking > 0 && (
        <p className={styles.muted}>
          {plural(asking, 'skill requests', 'skills request')} tools. None is granted here unless
          you tick it{granted > 0 ? `: ${plural(granted, 'tool')} ticked` : ''}.
        </p>
      )}
      <div className={styles.many}>
        <VirtualList
          items={rows}
          keyOf={keyOf}
          label="Skills"
          rowRem={height}
          render={(row) => {
            const key = keyOf(row);
            return (
              <Line
                action={action}
                row={row}
                out={out.has(key)}
                onOut={() => onOut(key)}
                open={open.has(key)}
                onOpen={() => toggle(key)}
                granted={grants.get(key)}
                onGrants={(tools) => onGrants(key, tools)}
              />
            );
          }}
        />
      </div>
    </>
  );
}

interface LineProps {
  readonly action: DecisionSheetRequest['action'];
  readonly row: SkillRow;
  readonly out: boolean;
  readonly onOut: () => void;
  readonly open: boolean;
  readonly onOpen: () => void;
  readonly granted: ReadonlySet<string> | undefined;
  readonly onGrants: (tools: ReadonlySet<string>) => void;
}

function Line({ action, row, out, onOut, open, onOpen, granted, onGrants }: LineProps) {
  const fits = suitable(action, row);
  const tools = toolsOf(row);
  const tick = (tool: string, on: boolean): void => {
    const next = new Set(granted);
    if (on) next.add(tool);
    else next.delete(tool);
    onGrants(next);
  };
  return (
    <div className={cx(styles.skill, (!fits || out) && styles.left)}>
      <div className={styles.lineHead}>
        <div className={styles.lineText}>
          <p className={styles.first}>
            <span className={styles.name}>{row.name}</span>{' '}
            <span className={styles.muted}>{row.server}</span>
          </p>
          <p className={styles.second} title={fits ? revealInvisible(tools.join(', ')) : undefined}>
            {words(action, row, fits, out)}
          </p>
        </div>
        {fits && !out && action === 'approve' && tools.length > 0 && (
          <Button
            size="sm"
            variant="quiet"
            aria-expanded={open}
            aria-label={`${granted?.size ?? 0}/${plural(tools.length, 'tool')} granted to ${named(row.name)}`}
            icon={open ? 'chevronDown' : 'chevronRight'}
            onClick={onOpen}
          >
            {granted?.size ?? 0}/{plural(tools.length, 'tool')}
          </Button>
        )}
        {fits && (
          <Button
            size="sm"
            variant="quiet"
            aria-label={out ? `Include ${named(row.name)}` : `Leave out ${named(row.name)}`}
            onClick={onOut}
          >
            {out ? 'Include' : 'Leave out'}
          </Button>
        )}
      </div>
      {open && fits && !out && (
        <fieldset
          className={styles.lineTools}
          aria-label={`Tools that ${named(row.name)} requests`}
        >
          {tools.map((tool) => (
            <Checkbox
              key={tool}
              className={styles.lineTool ?? ''}
              label={<code>{revealInvisible(tool)}</code>}
              checked={granted?.has(tool) ?? false}
              onChange={(on) => tick(tool, on)}
            />
          ))}
        </fieldset>
      )}
    </div>
  );
}

function words(
  action: DecisionSheetRequest['action'],
  row: SkillRow,
  fits: boolean,
  out: boolean,
): string {
  const stands = standingInWords(row.standing, row.content, row).title;
  if (out) return 'Left out by you';
  if (fits)
    return action === 'approve'
      ? `${row.checked.verified} of ${plural(row.fileCount, 'file')} compared${asks(row.requests)}`
      : stands;
  const why = row.needsReadAll
    ? ', read it first'
    : row.content === 'listed'
      ? ''
      : `, ${row.content} content`;
  return `Left out: ${stands.toLowerCase()}${why}`;
}

/** What it asks of a host, in one line: its tools, and by name the fields that hosts act on. */
function asks({ tools, settings }: SkillRow['requests']): string {
  const declared = settings.map(({ field }) => field);
  return [
    tools.length > 0 ? ` · requests ${revealInvisible(tools.join(', '))}` : '',
    declared.length > 0 ? ` · declares ${declared.join(', ')}` : '',
  ].join('');
}
