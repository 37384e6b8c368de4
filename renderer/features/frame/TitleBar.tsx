import type { ReactNode } from 'react';
import { cx } from '../../components/cx.ts';
import { Icon } from '../../components/Icon/Icon.tsx';
import { ariaKeys, KeyCap } from '../../components/KeyCap/KeyCap.tsx';
import { IconButton } from '../../components/IconButton/IconButton.tsx';
import { lastFailure } from '../../../shared/connection-advice.ts';
import { useActions, useApp } from '../../store/context.ts';
import { selectCounts } from '../../store/groups.ts';
import { useProtectedApps } from '../../store/own-rules.ts';
import { useTreePlacement, useTreeToggle } from '../../store/tree-visibility.ts';
import styles from './TitleBar.module.css';

/** App name, search and the status. */
export function TitleBar() {
  const actions = useActions();
  const mac = useApp((app) => app.info?.platform === 'mac');
  const reach = useApp((app) => app.reach);
  const treeOpen = useTreePlacement() !== 'hidden';
  const { toggle } = useTreeToggle();
  return (
    <header className={styles.bar}>
      <div className={styles.begin}>
        <IconButton
          icon="side"
          label={treeOpen ? 'Hide the tree' : 'Show the tree'}
          aria-expanded={treeOpen}
          aria-keyshortcuts={ariaKeys('mod+b', mac)}
          onPress={toggle}
        />
        <button type="button" className={styles.name} onClick={actions.selectHome} title="Overview">
          <Logo />
          <span className={styles.word}>Skillgate</span>
        </button>
        <IconButton
          icon="arrowLeft"
          label="Back"
          reason={reach.back ? null : 'No page to go back to'}
          aria-keyshortcuts="Alt+ArrowLeft"
          onPress={actions.goBack}
        />
        <IconButton
          icon="arrowRight"
          label="Forward"
          reason={reach.forward ? null : 'No page to go forward to'}
          aria-keyshortcuts="Alt+ArrowRight"
          onPress={actions.goForward}
        />
      </div>
      <button
        type="button"
        className={styles.search}
        onClick={() => actions.openOverlay({ kind: 'palette' })}
        aria-keyshortcuts={ariaKeys('mod+k', mac)}
      >
        <Icon name="search" size={14} />
        <span className={styles.searchText}>Search skills, servers, commands</span>
        <KeyCap of="mod+k" quiet />
      </button>
      <div className={styles.end}>
        <Status />
        <IconButton
          icon="keyboard"
          label="Keyboard shortcuts"
          onPress={() => actions.openOverlay({ kind: 'shortcuts' })}
        />
        <IconButton
          icon="settings"
          label="Settings"
          onPress={() => actions.openOverlay({ kind: 'settings' })}
        />
      </div>
    </header>
  );
}

const Logo = () => (
  <svg
    width="18"
    height="18"
    viewBox="0 0 32 32"
    fill="none"
    aria-hidden="true"
    className={styles.mark}
  >
    <rect width="32" height="32" rx="7" fill="var(--accent)" />
    <path
      d="M8 25V11a8 8 0 0 1 16 0v14"
      stroke="var(--accent-fg)"
      strokeWidth="2.8"
      strokeLinecap="round"
    />
    <path
      d="m11.5 17.5 3.2 3.2 6-6.4"
      stroke="var(--accent-fg)"
      strokeWidth="2.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);

const figure = (count: number): string => count.toLocaleString('en');

/** What's protected, what failed and what waits for the person; each leads to its page. */
function Status() {
  const { openHosts, openReview, selectHome, selectServer } = useActions();
  const page = useApp(({ selection }) =>
    selection.kind === 'review' ? (selection.filter ?? 'review') : selection.kind,
  );
  const found = useProtectedApps();
  const counts = useApp(selectCounts);
  const asked = useApp((app) => app.waiting.skills.length);
  const servers = useApp((app) => app.servers);
  // Without the decisions, no count of them is known.
  const isUnreadable = useApp((app) => app.store?.status === 'unreadable');
  const failed = [...servers.values()].filter(({ connection }) => lastFailure(connection) !== null);
  const [broken, ...others] = failed;
  const waiting = counts.changed + counts.fresh;
  const item = (
    text: ReactNode,
    tone: string | undefined,
    to: () => void,
    isHere: boolean,
    title?: string,
  ) => (
    <button
      type="button"
      className={cx(styles.chip, tone)}
      aria-current={isHere ? 'page' : undefined}
      title={title}
      onClick={to}
    >
      {text}
    </button>
  );
  return (
    <div className={styles.chips} role="group" aria-label="Status">
      {item(
        <>
          <span className={styles.word}>Protected</span>{' '}
          <span className={styles.first}>{found === null ? 'apps' : 'apps: '}</span>
          {found !== null && (found.all === 0 ? 'none' : `${found.whole} of ${found.all}`)}
        </>,
        found !== null && found.whole < found.all ? styles.warn : undefined,
        openHosts,
        page === 'hosts',
        'Apps that load only skills you approved',
      )}
      {broken !== undefined &&
        item(
          `${figure(failed.length)} ${others.length === 0 ? 'server' : 'servers'} failed`,
          styles.bad,
          () => (others.length === 0 ? selectServer(broken.label) : selectHome()),
          false,
          'Servers that Skillgate couldn’t connect to',
        )}
      {asked > 0 &&
        item(
          `${figure(asked)} withheld`,
          styles.info,
          () => openReview(null, { filter: 'requested' }),
          page === 'requested',
          'Skills that apps asked for and didn’t get, because you haven’t approved them',
        )}
      {item(
        isUnreadable
          ? '? to review'
          : counts.changed === 0
            ? `${figure(waiting)} to review`
            : `${figure(waiting)} to review, ${figure(counts.changed)} changed`,
        counts.changed > 0 ? styles.warn : waiting > 0 ? styles.review : undefined,
        () => openReview(),
        page === 'review',
        'Every skill that waits for a decision',
      )}
    </div>
  );
}
