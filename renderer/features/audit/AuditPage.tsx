import { useEffect, useMemo, useState } from 'react';
import { auditActions, type AuditAction } from '../../../shared/model/plain.ts';
import { Banner } from '../../components/Banner/Banner.tsx';
import { Button } from '../../components/Button/Button.tsx';
import { EmptyState } from '../../components/EmptyState/EmptyState.tsx';
import { Spinner } from '../../components/Progress/Progress.tsx';
import { Select } from '../../components/Select/Select.tsx';
import { TextField } from '../../components/TextField/TextField.tsx';
import { VirtualList } from '../../components/VirtualList/VirtualList.tsx';
import { auditLooks, chainInWords } from '../../store/audit-text.ts';
import { useActions, useApp, useApi } from '../../store/context.ts';
import styles from './AuditPage.module.css';
import layout from '../../components/Page/Page.module.css';
import { rowsOf, useAudit, type AuditViewFilter } from './use-audit.ts';
import { BatchLine, Line } from './Line.tsx';
import { Menu } from '../../components/Menu/Menu.tsx';

const settleMs = 200;
const actionOptions: readonly { readonly id: AuditAction | ''; readonly label: string }[] = [
  { id: '', label: 'All actions' },
  ...auditActions.map((id) => ({ id, label: auditLooks[id].word })),
];

/** Everything decided, seen or exchanged, newest first, with the state of the hash chain. */
export function AuditPage({ server }: { server: string | null }) {
  const { openAudit } = useActions();
  const revision = useApp((app) => (app.store?.status === 'ready' ? app.store.revision : null));
  const auditProblem = useApp((app) =>
    app.store?.status === 'ready' ? app.store.auditProblem : undefined,
  );
  const [typed, setTyped] = useState('');
  const [action, setAction] = useState<AuditAction | ''>('');
  const text = useSettled(typed);
  const filter = useMemo(
    () => ({ server, text, action: action === '' ? null : action }),
    [server, text, action],
  );
  const audit = useAudit(filter, revision);
  const filtered = server !== null || text !== '' || action !== '';
  const clear = (): void => {
    setTyped('');
    setAction('');
    openAudit(null);
  };
  const { lines, chain } = audit;
  return (
    <article className={styles.page} aria-labelledby="audit-title">
      <header className={layout.header}>
        <div className={layout.heading}>
          <h1 className={layout.title} id="audit-title">
            Audit
          </h1>
          <p className={layout.muted}>
            Every decision, change, import and export. Entries are never edited or removed.
          </p>
        </div>
        <ExportAudit filter={filter} />
      </header>
      {auditProblem !== undefined && (
        <Banner tone="bad" title="Couldn’t add the last entry to the audit">
          {auditProblem}
        </Banner>
      )}
      <div className={styles.chain} role="status">
        {chain && <Chain chain={chainInWords(chain)} />}
      </div>
      <AuditFilters
        server={server}
        typed={typed}
        onType={setTyped}
        action={action}
        onAction={setAction}
      />
      <div className={styles.table}>
        <div className={styles.head} aria-hidden="true">
          <span>When</span>
          <span>What</span>
          <span>Server</span>
          <span>Skill</span>
          <span>Who</span>
          <span>Detail</span>
        </div>
        <Entries audit={audit} onClear={filtered ? clear : null} />
      </div>
      <footer className={styles.foot}>
        <span role="status" className={layout.muted}>
          {lines === null
            ? ''
            : `${lines.length.toLocaleString('en')} ` +
              `${lines.length === 1 ? 'line' : 'lines'}${audit.more ? ' so far' : ''}`}
        </span>
        {audit.more && (
          <Button
            size="sm"
            reason={audit.loading ? 'Loading entries' : null}
            onClick={audit.loadMore}
          >
            {audit.loading ? 'Loading…' : 'Load older entries'}
          </Button>
        )}
      </footer>
    </article>
  );
}

function AuditFilters({
  server,
  typed,
  onType,
  action,
  onAction,
}: {
  server: string | null;
  typed: string;
  onType: (text: string) => void;
  action: AuditAction | '';
  onAction: (action: AuditAction | '') => void;
}) {
  const { openAudit } = useActions();
  const servers = useApp((app) => app.servers);
  // A removed server keeps its entries and stays selectable while it's the filter.
  const labels = useMemo(
    () => [...new Set([...servers.keys(), ...(server === null ? [] : [server])])],
    [servers, server],
  );
  return (
    <div className={styles.filters} role="search" aria-label="Filter the audit">
      <TextField
        label="Text"
        hideLabel
        icon="search"
        placeholder="URI, person or detail"
        value={typed}
        onChange={onType}
        className={styles.text}
      />
      <Select
        label="Server"
        hideLabel
        value={server ?? ''}
        options={[
          { id: '', label: 'All servers' },
          ...labels.map((label) => ({ id: label, label })),
        ]}
        onChange={(label) => openAudit(label === '' ? null : label)}
      />
      <Select label="Action" hideLabel value={action} options={actionOptions} onChange={onAction} />
    </div>
  );
}

/** The entries, or why there are none. `onClear` clears the filter; null without one. */
function Entries({
  audit: { lines, error, again },
  onClear,
}: {
  audit: ReturnType<typeof useAudit>;
  onClear: (() => void) | null;
}) {
  const { openReview } = useActions();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => rowsOf(lines ?? [], open), [lines, open]);
  return (
    <>
      {lines !== null && lines.length > 0 && (
        <VirtualList
          items={rows}
          keyOf={({ key }) => key}
          label="Audit, newest first"
          rowRem={2.4}
          render={(row) =>
            row.kind === 'entry' ? (
              <Line line={row.line} />
            ) : (
              <BatchLine row={row} onToggle={() => setOpen(toggled(open, row.key))} />
            )
          }
        />
      )}
      {lines === null && error === null && (
        <p className={styles.wait}>
          <Spinner label="Loading the audit" />
        </p>
      )}
      {lines?.length === 0 &&
        error === null &&
        (onClear !== null ? (
          <EmptyState
            icon="filter"
            title="No entries match the filter"
            actions={<Button onClick={onClear}>Clear filter</Button>}
          />
        ) : (
          <EmptyState
            icon="history"
            title="Nothing has been decided yet"
            actions={<Button onClick={() => openReview()}>Review queue</Button>}
          >
            Each decision appears here with who made it, when, and the digest of the content.
          </EmptyState>
        ))}
      {error !== null && (
        <EmptyState
          icon="error"
          title="Couldn’t show the audit"
          actions={<Button onClick={again}>Try again</Button>}
        >
          {error.message}
        </EmptyState>
      )}
    </>
  );
}

function toggled(before: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const after = new Set(before);
  if (!after.delete(key)) after.add(key);
  return after;
}

function Chain({ chain: { tone, title, detail } }: { chain: ReturnType<typeof chainInWords> }) {
  return (
    <Banner tone={tone} title={title}>
      {detail}
    </Banner>
  );
}

/** The filter text once the person pauses typing. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text.trim()), settleMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Exports the filtered entries as JSON lines, with hashes. */
function ExportAudit({ filter }: { filter: AuditViewFilter }) {
  const api = useApi();
  const { attempt, toast } = useActions();
  const fetched = async (): Promise<string | undefined> =>
    (await attempt(api.exportAudit(filter), 'Couldn’t export the audit'))?.text;
  const copy = async (): Promise<void> => {
    const text = await fetched();
    if (text !== undefined)
      await navigator.clipboard.writeText(text).then(
        () => toast('ok', 'Copied the audit as JSON lines.'),
        () => toast('bad', 'Couldn’t copy to the clipboard.'),
      );
  };
  const save = async (): Promise<void> => {
    const text = await fetched();
    if (text === undefined) return;
    const saved = await attempt(
      api.saveFile({ name: 'skillgate-audit.jsonl', text }),
      'Couldn’t save the audit',
    );
    if (saved?.saved) toast('ok', 'Saved the audit as JSON lines.');
  };
  return (
    <Menu
      label="Export the audit"
      text="Export"
      icon="external"
      items={[
        { id: 'copy', label: 'Copy as JSON lines', icon: 'copy', run: () => void copy() },
        {
          id: 'save',
          label: 'Save as JSON lines…',
          icon: 'arrowDown',
          run: () => void save(),
        },
      ]}
    />
  );
}
