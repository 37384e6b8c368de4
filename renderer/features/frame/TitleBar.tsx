import { Icon } from '../../components/Icon/Icon.tsx';
import { ariaKeys } from '../../components/KeyCap/key-text.ts';
import { KeyCap } from '../../components/KeyCap/KeyCap.tsx';
import { IconButton } from '../../components/IconButton/IconButton.tsx';
import { useActions, useApp } from '../../store/context.ts';
import { selectCounts } from '../../store/counts.ts';
import type { StandingFilter } from '../../store/state.ts';
import styles from './TitleBar.module.css';

/** App name, search, and what waits for the person; each count filters the tree. */
export function TitleBar() {
  const actions = useActions();
  const mac = useApp((app) => app.info?.platform === 'mac');
  const reach = useApp((app) => app.reach);
  const treeOpen = useApp((app) => app.settings.treeOpen);
  const counts = useApp(selectCounts);
  const filter = useApp((app) => app.filterStanding);
  const reviewing = useApp((app) => app.selection.kind === 'review');
  const asked = useApp((app) => app.waiting.skills.length);
  const isAsked = useApp((app) => app.selection.kind === 'waiting');
  const waiting = counts.changed + counts.fresh;
  const toggle = (to: StandingFilter) => actions.setFilterStanding(filter === to ? 'all' : to);
  const chip = (id: 'changed' | 'new' | 'refused', count: number, tone: string | undefined) => (
    <button
      type="button"
      className={`${styles.chip ?? ''} ${count > 0 ? (tone ?? '') : ''}`}
      aria-pressed={filter === id}
      onClick={() => toggle(id)}
    >
      <span className={styles.figure}>{count.toLocaleString('en')}</span>{' '}
      {id === 'refused' ? 'invalid' : id}
    </button>
  );
  return (
    <header className={styles.bar}>
      <div className={styles.begin}>
        <IconButton
          icon="side"
          label={treeOpen ? 'Hide the tree' : 'Show the tree'}
          aria-expanded={treeOpen}
          aria-keyshortcuts={ariaKeys('mod+b', mac)}
          onPress={() => void actions.saveSettings({ treeOpen: !treeOpen })}
        />
        <button type="button" className={styles.name} onClick={actions.selectHome} title="Overview">
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
        <div className={styles.chips} role="group" aria-label="Waiting for you">
          {chip('changed', counts.changed, styles.warn)}
          {chip('new', counts.fresh, styles.info)}
          {counts.refused > 0 && chip('refused', counts.refused, styles.bad)}
          {asked > 0 && (
            <button
              type="button"
              className={`${styles.chip ?? ''} ${styles.info ?? ''}`}
              aria-pressed={isAsked}
              title="Skills that apps requested but couldn’t load"
              onClick={actions.openWaiting}
            >
              <span className={styles.figure}>{asked.toLocaleString('en')}</span> requested
            </button>
          )}
          {waiting > 0 && (
            <button
              type="button"
              className={`${styles.chip ?? ''} ${styles.review ?? ''}`}
              aria-pressed={reviewing}
              title="Review everything that’s waiting, one skill at a time"
              onClick={() => actions.openReview()}
            >
              Review
            </button>
          )}
        </div>
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
