import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { Checkbox } from '../../components/Checkbox/Checkbox.tsx';
import { Select } from '../../components/Select/Select.tsx';
import { TextField } from '../../components/TextField/TextField.tsx';
import type { LogRow } from '../../../shared/model/log.ts';
import { useApp } from '../../store/context.ts';
import { rowAt } from '../../store/log.ts';
import { Detail } from './Detail.tsx';
import { filtered, noFilter } from './filter.ts';
import { LogTable } from './LogTable.tsx';
import styles from './Messages.module.css';

/** A quick view of the log, filtered by text and server, with the chosen row beside it. */
export function Messages() {
  const log = useApp((app) => app.log);
  const [text, setText] = useState('');
  const [server, setServer] = useState('');
  const [errorsOnly, setErrorsOnly] = useState(false);
  const [chosen, setChosen] = useState<number | null>(null);
  const rows = useFiltered(log.rows, { text, server, errorsOnly });
  const table = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  return (
    // Ctrl+F means what has the focus: here the messages, otherwise the page.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={styles.messages}
      onKeyDown={(event) => {
        const isFind = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
        if (!isFind || event.key.toLowerCase() !== 'f') return;
        event.preventDefault();
        field.current?.focus();
        field.current?.select();
      }}
    >
      <div className={styles.filters}>
        <TextField
          ref={field}
          label="Filter messages"
          hideLabel
          icon="filter"
          placeholder="Filter by method, URI or server"
          value={text}
          onChange={setText}
          className={styles.text}
        />
        <ServerFilter value={server} onChange={setServer} />
        <Checkbox
          label="Errors only"
          checked={errorsOnly}
          onChange={setErrorsOnly}
          className={styles.check ?? ''}
        />
        <span className={styles.count}>
          {rows.length.toLocaleString('en')} of {log.rows.length.toLocaleString('en')}
        </span>
      </div>
      <div className={styles.body}>
        <LogTable
          ref={table}
          label="Messages"
          rows={rows}
          chosen={chosen}
          onChoose={setChosen}
          empty={
            log.rows.length === 0
              ? 'Nothing sent or received yet.'
              : 'No messages match the filter.'
          }
        />
        {chosen !== null && (
          <Detail
            log={null}
            id={chosen}
            rows={log.rows}
            onChoose={setChosen}
            marked=""
            revision={rowAt(log.rows, chosen)?.revision ?? null}
            onClose={() => {
              setChosen(null);
              table.current?.focus();
            }}
          />
        )}
      </div>
    </div>
  );
}

function useFiltered(
  rows: readonly LogRow[],
  { text, server, errorsOnly }: { text: string; server: string; errorsOnly: boolean },
): readonly LogRow[] {
  const wanted = useDeferredValue(text);
  return useMemo(
    () =>
      filtered(rows, {
        ...noFilter,
        text: wanted,
        server: server === '' ? null : server,
        chip: errorsOnly ? 'errors' : 'all',
      }),
    [rows, wanted, server, errorsOnly],
  );
}

function ServerFilter({ value, onChange }: { value: string; onChange: (server: string) => void }) {
  const servers = useApp((app) => app.servers);
  const options = useMemo(
    () => [
      { id: '', label: 'All servers' },
      // A local folder sends no messages.
      ...[...servers.values()]
        .filter(({ folder }) => folder === undefined)
        .map(({ label }) => ({ id: label, label })),
    ],
    [servers],
  );
  return (
    <div className={styles.server}>
      <Select label="Server" hideLabel value={value} options={options} onChange={onChange} />
    </div>
  );
}
