import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../components/Button/Button.tsx';
import { EmptyState } from '../../components/EmptyState/EmptyState.tsx';
import { TextField } from '../../components/TextField/TextField.tsx';
import { useActions, useApp, useCommands } from '../../store/context.ts';
import { rowAt } from '../../store/log.ts';
import { Chips } from './Chips.tsx';
import { Composer, type ComposerInput } from './Composer.tsx';
import { Detail } from './Detail.tsx';
import { filtered, noFilter } from './filter.ts';
import { folded } from './fold.ts';
import { LogTable } from './LogTable.tsx';
import { PageHead } from './PageHead.tsx';
import { RowActions } from './RowActions.tsx';
import { useChosen } from './use-chosen.ts';
import { useLogActions } from './use-log-actions.ts';
import { useOpened } from './use-opened.ts';
import { useSearch } from './use-search.ts';
import styles from './ProtocolPage.module.css';

interface Props {
  /** The server and skill that the person came from. */
  readonly about: { readonly server: string; readonly uri: string | null } | null;
}

/** Every exchange with servers, with its bodies: search, resend and export. */
export function ProtocolPage({ about }: Props) {
  const live = useApp((app) => app.log);
  const focus = useApp((app) => app.logFocus);
  const servers = useApp((app) => app.servers);
  const files = useOpened();
  const { opened } = files;
  const held = useApp((app) => app.logHeld);
  const { holdLog } = useActions();
  const log = opened ?? held ?? live;
  const source = opened?.id ?? null;
  const [filter, setFilter] = useState(noFilter);
  const [composing, setComposing] = useState<ComposerInput | null>(null);
  const search = useSearch(source, filter.text, held === null && opened === null);
  const rows = useMemo(
    () => filtered(log.rows, { ...filter, text: search.text, inBodies: search.ids }),
    [log.rows, filter, search],
  );
  const [isUnfolded, setUnfolded] = useState(false);
  const listed = useMemo(
    () =>
      filter.chip === 'errors' ? folded(rows, log.rows) : { rows, more: new Map<number, number>() },
    [filter.chip, rows, log.rows],
  );
  const table = useRef<HTMLDivElement>(null);
  const detail = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const actions = useLogActions(source);

  const { chosen, choose, isOwn } = useChosen(source);
  const goTo = useCallback(
    (row: number): void => {
      // A filter or a pause could hide the row, so clear both.
      setFilter(noFilter);
      holdLog(null);
      setComposing(null);
      choose(row);
      table.current?.focus();
    },
    [choose, holdLog],
  );
  useEffect(() => {
    if (focus !== null && !isOwn(focus)) goTo(focus.row);
  }, [focus, goTo, isOwn]);
  useEffect(() => {
    if (document.activeElement === document.body) table.current?.focus();
  }, []);

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

  const row = chosen === null ? undefined : rowAt(log.rows, chosen);
  const first = [...servers.values()].find(({ connection }) => connection.status === 'ready');
  const isReady = about !== null && servers.get(about.server)?.connection.status === 'ready';
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
      <div className={styles.filters} role="search" aria-label="Filter the protocol">
        <TextField
          ref={field}
          label="Search the protocol"
          hideLabel
          icon="search"
          placeholder="Method, URI, or text of a message"
          value={filter.text}
          onChange={(text) => setFilter({ ...filter, text })}
          onKeyDown={(event) => {
            if (event.key === 'Enter' || event.key === 'ArrowDown') {
              event.preventDefault();
              table.current?.focus();
              if (row === undefined) choose(rows[0]?.id ?? null);
            }
            if (event.key === 'Escape') {
              setFilter({ ...filter, text: '' });
              table.current?.focus();
            }
          }}
          className={styles.text}
        />
        <Chips
          filter={filter}
          about={about}
          onChange={(part) => setFilter({ ...filter, ...part })}
        />
      </div>
      <p role="status" className={styles.count}>
        {rows.length.toLocaleString('en')} of {log.rows.length.toLocaleString('en')} rows
        {log.dropped > 0 &&
          ` · ${log.dropped.toLocaleString('en')} older rows dropped; errors and pinned rows stay longest`}
        {listed.more.size > 0 && (
          <>
            {' · '}
            {(rows.length - listed.rows.length).toLocaleString('en')} repeated failures{' '}
            <Button size="sm" variant="quiet" onClick={() => setUnfolded(!isUnfolded)}>
              {isUnfolded ? 'Hide repeats' : 'Show all'}
            </Button>
          </>
        )}
      </p>
      <div className={styles.body} data-composing={composing !== null}>
        <LogTable
          ref={table}
          label="Exchanges"
          rows={isUnfolded ? rows : listed.rows}
          {...(isUnfolded ? {} : { more: listed.more })}
          chosen={chosen}
          onChoose={choose}
          onEnter={() => detail.current?.focus()}
          empty={
            log.rows.length === 0 ? (
              <EmptyState
                icon="terminal"
                title="Nothing sent or received yet"
                noStep="Messages appear here once a server connects."
              />
            ) : (
              <EmptyState
                icon="filter"
                title="No rows match the filter"
                actions={<Button onClick={() => setFilter(noFilter)}>Clear filter</Button>}
              />
            )
          }
        />
        {composing !== null && (
          <Composer
            key={`${composing.server}\n${composing.row}`}
            of={composing}
            onSent={goTo}
            onClose={() => {
              setComposing(null);
              table.current?.focus();
            }}
          />
        )}
        {composing === null && chosen !== null && (
          <Detail
            ref={detail}
            log={source}
            id={chosen}
            revision={row?.revision ?? null}
            marked={search.text}
            actions={(of) => (
              <RowActions
                detail={of}
                readOnly={source !== null}
                log={actions}
                onSent={goTo}
                onEdit={setComposing}
              />
            )}
            onClose={() => {
              choose(null);
              table.current?.focus();
            }}
          />
        )}
      </div>
    </article>
  );
}
