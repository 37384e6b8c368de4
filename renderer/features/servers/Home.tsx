import { useId, useMemo, useRef, useState } from 'react';
import { Badge } from '../../components/Badge/Badge.tsx';
import { Button } from '../../components/Button/Button.tsx';
import { heldProps, Why } from '../../components/Held/Held.tsx';
import { Icon, type IconName } from '../../components/Icon/Icon.tsx';
import { useKeptScroll } from '../../components/kept-scroll.ts';
import { Spinner } from '../../components/Progress/Progress.tsx';
import { useActions, useApi, useApp, useAppState } from '../../store/context.ts';
import { countRows, selectCounts, groupTotals } from '../../store/groups.ts';
import { isWaiting } from '../../store/queue.ts';
import { askingOf } from './use-start.ts';
import { lastFailure } from '../../../shared/connection-advice.ts';
import { writtenOut } from '../../../shared/written-out.ts';
import { connectionText, targetText } from './server-text.ts';
import { useNow } from './use-now.ts';
import styles from './page.module.css';
import layout from '../../components/Page/Page.module.css';
import { Banner } from '../../components/Banner/Banner.tsx';
import { skillKey } from '../../store/state.ts';

/** First run: four ways to start. Later: what's waiting, server by server. */
export function Home() {
  const link = useApp((app) => app.link.status);
  const servers = useApp((app) => app.servers);
  if (link === 'loading')
    return (
      <div className={layout.page}>
        <div className={layout.row}>
          <Spinner label="Loading" />
          <span className={layout.muted}>Loading…</span>
        </div>
      </div>
    );
  return servers.size === 0 ? (
    <div className={layout.page}>
      <FirstRun />
    </div>
  ) : (
    <Overview />
  );
}

function FirstRun() {
  return (
    <>
      <header className={styles.hero}>
        <h1 className={styles.heroTitle}>See the skills before your agent does</h1>
        <p className={layout.muted}>
          MCP servers can serve Agent Skills: instructions and files that a model follows. Skillgate
          lists them, checks each file against the server’s own manifest, and keeps your decision
          about each skill. Adding a server doesn’t start it.
        </p>
      </header>
      <Doors focused />
    </>
  );
}

function Doors({ focused = false }: { focused?: boolean }) {
  const api = useApi();
  const actions = useActions();
  const [busy, setBusy] = useState(false);
  const sample = async () => {
    setBusy(true);
    const added = await actions.attempt(api.addSampleServer({}), 'Couldn’t add the sample server');
    setBusy(false);
    if (added) actions.openFirst(added.label);
  };
  return (
    <div className={styles.doors} ref={focused ? focusFirst : undefined}>
      <Door
        icon="import"
        title="Import"
        text="Import servers already set up in Claude, VS Code, Cursor and others."
        onClick={() => actions.addServer('import')}
      />
      <Door
        icon="skill"
        title="Try the sample"
        text={
          'A small server that comes with Skillgate, with examples of good and bad skills. ' +
          'Opens the first one.'
        }
        reason={busy ? 'Adding the sample' : null}
        onClick={() => void sample()}
      />
      <Door
        icon="plus"
        title="Add a server"
        text="Paste what a server’s documentation gives you, or enter a command or an address."
        onClick={() => actions.addServer()}
      />
      <Door
        icon="folder"
        title="Add a folder"
        text={
          'Look at skills on this computer, ' +
          'such as those in ~/.claude/skills, a plugin or a repository.'
        }
        onClick={() => actions.addServer('folder')}
      />
    </div>
  );
}

/** On the first run, Enter opens the first door. Someone who is already elsewhere stays there. */
const focusFirst = (doors: HTMLElement | null): void => {
  if (document.activeElement === document.body) doors?.querySelector('button')?.focus();
};

function Door({
  icon,
  title,
  text,
  onClick,
  reason,
}: {
  icon: IconName;
  title: string;
  text: string;
  onClick: () => void;
  reason?: string | null;
}) {
  const why = useId();
  return (
    <button type="button" className={styles.door} onClick={onClick} {...heldProps(why, reason)}>
      <span className={styles.doorIcon}>
        <Icon name={icon} size={18} />
      </span>
      <span className={styles.doorTitle}>{title}</span>
      <span className={layout.muted}>{text}</span>
      <Why id={why} reason={reason} />
    </button>
  );
}

function Overview() {
  const actions = useActions();
  const page = useRef<HTMLDivElement>(null);
  useKeptScroll('home', page);
  const servers = useApp((app) => app.servers);
  const counts = useApp(selectCounts);
  // Without the decisions no count of them is known, so none is shown.
  const isUnreadable = useApp((app) => app.store?.status === 'unreadable');
  const waiting = counts.changed + counts.fresh;
  const asking = askingOf(servers.values()).length;
  return (
    <div ref={page} className={layout.page}>
      <header className={layout.header}>
        <div className={layout.heading}>
          <h1 className={layout.title}>
            {isUnreadable
              ? 'Can’t tell what waits for a decision'
              : waiting === 0
                ? 'Nothing to review'
                : `${waiting.toLocaleString('en')} ` +
                  `${waiting === 1 ? 'skill' : 'skills'} waiting for a decision`}
          </h1>
          <p className={styles.subtitle}>
            {isUnreadable
              ? 'Skillgate can’t read your decisions. '
              : [
                  counts.changed > 0 &&
                    `${counts.changed.toLocaleString('en')} changed or expired · `,
                  counts.fresh > 0 && `${counts.fresh.toLocaleString('en')} new · `,
                ]
                  .filter(Boolean)
                  .join('')}
            {counts.skills.toLocaleString('en')} skills in all
          </p>
        </div>
        <div className={styles.actions}>
          {asking > 1 && (
            <Button icon="play" onClick={() => actions.openOverlay({ kind: 'consent-many' })}>
              Review {asking} commands…
            </Button>
          )}
          {waiting > 0 && (
            <Button variant="primary" onClick={() => actions.openReview()}>
              Review next
            </Button>
          )}
        </div>
      </header>
      <section className={layout.section}>
        <h2 className={styles.sectionTitle}>Servers</h2>
        <ul className={styles.list}>
          {[...servers.keys()].map((label) => (
            <ServerItem key={label} label={label} />
          ))}
        </ul>
      </section>
      <DecisionsSection />
      <section className={layout.section}>
        <h2 className={styles.sectionTitle}>Add more</h2>
        <Doors />
      </section>
    </div>
  );
}

function ServerItem({ label }: { label: string }) {
  const { selectServer } = useActions();
  const server = useApp((app) => app.servers.get(label));
  const counts = useApp((app) => countRows(app.skills.get(label)));
  const rows = useApp((app) => app.skills.get(label));
  const totals = useMemo(() => groupTotals([...(rows?.values() ?? [])].filter(isWaiting)), [rows]);
  const entries = useApp((app) => app.refused.get(label)?.length ?? 0);
  const now = useNow(server?.connection.status === 'connecting');
  if (!server) return null;
  const refused = counts.refused + entries;
  const failed = lastFailure(server.connection) !== null;
  return (
    <li className={styles.item} style={{ padding: 0 }}>
      <button
        type="button"
        className={styles.skillRow}
        style={{ minHeight: '3.2rem', borderBottom: 0 }}
        onClick={() => selectServer(label)}
      >
        <Icon
          name={
            server.folder !== undefined
              ? 'folder'
              : server.target.type === 'stdio'
                ? 'terminal'
                : 'globe'
          }
          className={layout.muted}
        />
        <strong>{label}</strong>
        <span className={styles.desc}>
          {totals !== '' && `${totals} · `}
          {server.folder === undefined ? targetText(server.target) : writtenOut(server.folder)}
        </span>
        {counts.changed > 0 && (
          <Badge tone="warn" icon="changed">
            {counts.changed.toLocaleString('en')} changed
          </Badge>
        )}
        {counts.fresh > 0 && <Badge tone="info">{counts.fresh.toLocaleString('en')} new</Badge>}
        {counts.mismatched > 0 && (
          <Badge tone="bad" icon="refused">
            {counts.mismatched.toLocaleString('en')} doesn’t match
          </Badge>
        )}
        {refused > 0 && (
          <Badge tone="bad" icon="refused">
            {refused.toLocaleString('en')} invalid
          </Badge>
        )}
        {server.listing.status === 'incomplete' && (
          <Badge tone="warn" icon="warning">
            incomplete listing
          </Badge>
        )}
        <Badge
          tone={failed ? 'bad' : server.connection.status === 'needs-consent' ? 'warn' : 'neutral'}
        >
          {server.folder !== undefined && server.connection.status === 'ready'
            ? 'watched'
            : connectionText(server.connection, now)}
        </Badge>
      </button>
    </li>
  );
}

/**
 * Decisions on this machine, where they're stored, which policy limits them, and import and export.
 */
function DecisionsSection() {
  const actions = useActions();
  const getState = useAppState();
  const store = useApp((app) => app.store);
  const policy = useApp((app) => app.policy);
  const exportAll = () =>
    actions.openOverlay({
      kind: 'export-bundle',
      keys: [...getState().skills.values()].flatMap((rows) =>
        [...rows.values()].map((row) => skillKey(row.server, row.uri)),
      ),
    });
  return (
    <section className={layout.section}>
      <h2 className={styles.sectionTitle}>
        Decisions{' '}
        {store?.status === 'ready' && (
          <span className={styles.aside}>
            {store.records.toLocaleString('en')} kept in {store.path}
          </span>
        )}
      </h2>
      <div className={layout.row}>
        <Button size="sm" icon="history" onClick={() => actions.openAudit()}>
          Audit
        </Button>
        <Button
          size="sm"
          icon="external"
          reason={store?.status === 'ready' && store.records === 0 ? 'No decisions yet' : null}
          onClick={exportAll}
        >
          Export as a signed bundle…
        </Button>
        <Button
          size="sm"
          icon="import"
          onClick={() => actions.openOverlay({ kind: 'import-bundle' })}
        >
          Import from a bundle…
        </Button>
      </div>
      {policy.status === 'active' && (
        <Banner tone="neutral" title="A managed policy limits what you can approve">
          <p className={layout.muted}>{policy.path}</p>
          <ul className={styles.rules}>
            {policy.rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </Banner>
      )}
    </section>
  );
}
