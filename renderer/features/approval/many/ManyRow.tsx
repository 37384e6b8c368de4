import { revealInvisible } from '../../../../shared/invisible.ts';
import { quoteName } from '../../../../shared/quote-text.ts';
import { riskInWords, riskOf } from '../../../../shared/model/risk.ts';
import type { SkillRow } from '../../../../shared/model/skill.ts';
import { Button } from '../../../components/Button/Button.tsx';
import { Checkbox } from '../../../components/Checkbox/Checkbox.tsx';
import { cx } from '../../../components/cx.ts';
import { Icon } from '../../../components/Icon/Icon.tsx';
import { useActions } from '../../../store/context.ts';
import { rowLook } from '../../../store/standing.ts';
import type { BulkDecision } from '../../../store/state.ts';
import { toolsOf } from '../sheet.ts';
import { plural, standingInWords } from '../status-text.ts';
import { type BulkRow, stateWords } from './lines.ts';
import styles from './BulkPane.module.css';

export interface ManyRowProps {
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
export function ManyRow(props: ManyRowProps) {
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

export const verbs: Readonly<Record<BulkDecision['action'], string>> = {
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
