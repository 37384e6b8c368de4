import type { ServerView } from '../../../shared/model/server.ts';
import { useCallback, useEffect, useMemo, useRef, useState, type Ref, type RefObject } from 'react';
import { Button } from '../../components/Button/Button.tsx';
import { EmptyState } from '../../components/EmptyState/EmptyState.tsx';
import { TextField } from '../../components/TextField/TextField.tsx';
import { useActions, useApp, useCommands } from '../../store/context.ts';
import { useFindCommand } from '../../store/find-command.ts';
import { rowAt } from '../../store/log.ts';
import { Chips, PageHead } from './PageHead.tsx';
import { Comparison, folded, useComparison } from './Comparison.tsx';
import { Composer, type ComposerInput } from './Composer.tsx';
import { Detail } from './Detail.tsx';
import { filtered, noFilter, type LogFilter } from './filter.ts';
import { LogTable } from './LogTable.tsx';
import { RowActions } from './RowActions.tsx';
import { useLogActions } from './use-log-actions.ts';
import { useOpened, useSearch } from './use-opened.ts';
import styles from './ProtocolPage.module.css';
import type { AppState } from '../../store/state.ts';

interface Props {
  /** The server and skill that the person came from. */
  readonly about: { readonly server: string; readonly uri: string | null } | null;
}

/** Every exchange with servers, with its bodies: search, resend and export. */
export function ProtocolPage({ about }: Props) {
  const page = useProtocol();
  const { files, actions, live, held, log, filter, setFilter, rows, listed, table, detail } = page;
  const { chosen, choose, base, compare, chooseSecond, isComparing, composing, setComposing } =
    page;
  const { holdLog } = useActions();
  const servers = useApp((app) => app.servers);
  const [isUnfolded, setUnfolded] = useState(false);
  const field = useSearchField();

  const row = chosen === null ? undefined : rowAt(log.rows, chosen);
  const takes = (server: ServerView | undefined): boolean =>
    server?.connection.status === 'ready' && server.folder === undefined;
  const first = [...servers.values()].find(takes);
  const isReady = about !== null && takes(servers.get(about.server));
  return (
    <article className={styles.page} aria-labelledby="protocol-title">
      <PageHead
        log={actions}
        files={files}
        paused={held === null ? null : Math.max(0, live.rows.length - held.rows.length)}
        onPause={() => holdLog(held === null ? live : null)}
        shown={rows === log.rows ? null : rows.map(({ id }) => id)}
        server={isReady ? about.server : (row?.server ?? first?.label ?? null)}
        onCompose={(server) => setComposing({ server, row: null })}
      />
      <FilterBar
        filter={filter}
        about={about}
        field={field}
        onChange={setFilter}
        onLeave={(isFirst) => {
          table.current?.focus();
          if (isFirst && row === undefined) choose(rows[0]?.id ?? null);
        }}
      />
      <Count
        log={log}
        listed={listed}
        rows={rows.length}
        isUnfolded={isUnfolded}
        onUnfold={setUnfolded}
        isWaiting={base !== null && !isComparing}
      />
      <div className={styles.body} data-composing={composing !== null}>
        <LogTable
          ref={table}
          label="Exchanges"
          rows={isUnfolded ? rows : listed.rows}
          {...(isUnfolded ? {} : { more: listed.more })}
          chosen={chosen}
          compared={base}
          onCompare={chooseSecond}
          // Escape ends a comparison before it closes the message.
          onChoose={(id) => (id === null && base !== null ? compare(null) : choose(id))}
          onEnter={() => detail.current?.focus()}
          empty={<NoRows isEmpty={log.rows.length === 0} onClear={() => setFilter(noFilter)} />}
        />
        <Side page={page} />
      </div>
    </article>
  );
}

/** The log that is shown, what of it is chosen, and how to move to another row. */
function useProtocol() {
  const live = useApp((app) => app.log);
  const focus = useApp((app) => app.logFocus);
  const files = useOpened();
  const { opened } = files;
  const held = useApp((app) => app.logHeld);
  const { holdLog } = useActions();
  const log = opened ?? held ?? live;
  const source = opened?.id ?? null;
  const [filter, setFilter] = useState(noFilter);
  const [composing, setComposing] = useState<ComposerInput | null>(null);
  const search = useSearch(source, filter.text, held === null && opened === null);
  const { rows, listed } = useListed(log, filter, search);
  const table = useRef<HTMLDivElement>(null);
  const detail = useRef<HTMLElement>(null);
  const actions = useLogActions(source);

  const { chosen, choose, isOwn } = useChosen(source);
  const { base, setBase, chooseSecond, isComparing } = useComparison(source, chosen, choose);
  const goTo = useCallback(
    (row: number): void => {
      // A filter or a pause could hide the row, so clear both.
      setFilter(noFilter);
      holdLog(null);
      setComposing(null);
      setBase(null);
      choose(row);
      table.current?.focus();
    },
    [choose, holdLog, setBase],
  );
  const compare = useCallback(
    (row: number | null): void => {
      setBase(row);
      table.current?.focus();
    },
    [setBase],
  );
  useEffect(() => {
    if (focus !== null && !isOwn(focus)) goTo(focus.row);
  }, [focus, goTo, isOwn]);
  useEffect(() => {
    if (document.activeElement === document.body) table.current?.focus();
  }, []);

  return {
    ...{ files, actions, live, held, log, source, filter, setFilter, search, rows, listed },
    ...{ table, detail, chosen, choose, base, compare, chooseSecond, isComparing },
    ...{ composing, setComposing, goTo },
  };
}

/** Beside the rows: a request that is written, a comparison, or the chosen row. */
function Side({ page }: { page: ReturnType<typeof useProtocol> }) {
  const { actions, log, source, search, table, detail, chosen, choose, base, isComparing } = page;
  const { compare, composing, setComposing, goTo } = page;
  const revisionOf = (id: number): number | null => rowAt(log.rows, id)?.revision ?? null;
  if (composing !== null)
    return (
      <Composer
        key={`${composing.server}\n${composing.row}`}
        of={composing}
        onSent={goTo}
        onClose={() => {
          setComposing(null);
          table.current?.focus();
        }}
      />
    );
  if (chosen === null) return null;
  if (isComparing && base !== null)
    return (
      <Comparison
        ref={detail}
        log={source}
        rows={[
          { id: base, revision: revisionOf(base) },
          { id: chosen, revision: revisionOf(chosen) },
        ]}
        onClose={() => compare(null)}
      />
    );
  return (
    <Detail
      ref={detail}
      log={source}
      id={chosen}
      rows={log.rows}
      onChoose={choose}
      revision={revisionOf(chosen)}
      marked={search.text}
      actions={(of) => (
        <RowActions
          detail={of}
          readOnly={source !== null}
          log={actions}
          onSent={goTo}
          onEdit={setComposing}
          isCompared={base === chosen}
          onCompare={compare}
        />
      )}
      onClose={() => {
        choose(null);
        table.current?.focus();
      }}
    />
  );
}

/** The rows that match the filter, and those that stand for repeated failures. */
function useListed(
  log: Pick<AppState['log'], 'rows'>,
  filter: LogFilter,
  search: ReturnType<typeof useSearch>,
) {
  const rows = useMemo(
    () => filtered(log.rows, { ...filter, text: search.text, inBodies: search.ids }),
    [log.rows, filter, search],
  );
  const listed = useMemo(
    () =>
      filter.chip === 'errors' ? folded(rows, log.rows) : { rows, more: new Map<number, number>() },
    [filter.chip, rows, log.rows],
  );
  return { rows, listed };
}

/** The search field, with the keys that move to it. */
function useSearchField(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  const commands = useMemo(
    () => [
      {
        id: 'log-search',
        icon: 'search' as const,
        title: 'Search in the protocol',
        group: 'Protocol',
        key: '/',
        run: () => field.current?.focus(),
      },
    ],
    [],
  );
  useCommands(commands);
  useFindCommand(
    'Find in the protocol',
    useCallback(() => {
      field.current?.focus();
      field.current?.select();
    }, []),
  );
  return field;
}

function Count({
  log,
  listed,
  rows,
  isUnfolded,
  onUnfold,
  isWaiting,
}: {
  log: Pick<AppState['log'], 'rows' | 'dropped'>;
  listed: ReturnType<typeof useListed>['listed'];
  rows: number;
  isUnfolded: boolean;
  onUnfold: (isUnfolded: boolean) => void;
  /** For the row to compare with. */
  isWaiting: boolean;
}) {
  return (
    <p role="status" className={styles.count}>
      {rows.toLocaleString('en')} of {log.rows.length.toLocaleString('en')} rows
      {log.dropped > 0 &&
        ` · ${log.dropped.toLocaleString('en')} older rows dropped; ` +
          'errors and pinned rows stay longest'}
      {listed.more.size > 0 && (
        <>
          {' · '}
          {(rows - listed.rows.length).toLocaleString('en')} repeated failures{' '}
          <Button size="sm" variant="quiet" onClick={() => onUnfold(!isUnfolded)}>
            {isUnfolded ? 'Hide repeats' : 'Show all'}
          </Button>
        </>
      )}
      {isWaiting && ' · Choose the row to compare with'}
    </p>
  );
}

interface FilterProps {
  readonly filter: LogFilter;
  readonly about: Props['about'];
  readonly field: Ref<HTMLInputElement>;
  readonly onChange: (filter: LogFilter) => void;
  /** To the table; with Enter or Down, to its first row. */
  readonly onLeave: (isFirst: boolean) => void;
}

function FilterBar({ filter, about, field, onChange, onLeave }: FilterProps) {
  return (
    <div className={styles.filters} role="search" aria-label="Filter the protocol">
      <TextField
        ref={field}
        label="Search the protocol"
        hideLabel
        icon="search"
        placeholder="Method, URI, or text of a message"
        value={filter.text}
        onChange={(text) => onChange({ ...filter, text })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === 'ArrowDown') {
            event.preventDefault();
            onLeave(true);
          }
          if (event.key === 'Escape') {
            onChange({ ...filter, text: '' });
            onLeave(false);
          }
        }}
        className={styles.text}
      />
      <Chips filter={filter} about={about} onChange={(part) => onChange({ ...filter, ...part })} />
    </div>
  );
}

const NoRows = ({ isEmpty, onClear }: { isEmpty: boolean; onClear: () => void }) =>
  isEmpty ? (
    <EmptyState
      icon="terminal"
      title="Nothing sent or received yet"
      noStep="Messages appear here once a server connects."
    />
  ) : (
    <EmptyState
      icon="filter"
      title="No rows match the filter"
      actions={<Button onClick={onClear}>Clear filter</Button>}
    />
  );

/**
 * The chosen row. A row of the live log (`source`: null) is chosen again when the person returns.
 * `isOwn`: the row was chosen here and doesn't need scrolling to.
 */
function useChosen(source: string | null) {
  const { focusLog } = useActions();
  const [chosen, setChosen] = useState<number | null>(null);
  const own = useRef<AppState['logFocus']>(null);
  const choose = useCallback(
    (row: number | null): void => {
      setChosen(row);
      if (source !== null) return;
      own.current = row === null ? null : { row };
      focusLog(own.current);
    },
    [source, focusLog],
  );
  const isOwn = useCallback((named: AppState['logFocus']) => named === own.current, []);
  // Ids from one log name different rows in another.
  useEffect(() => {
    if (source !== null) setChosen(null);
  }, [source]);
  return { chosen, choose, isOwn };
}
