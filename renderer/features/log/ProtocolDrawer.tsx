import { useMemo } from 'react';
import { Icon } from '../../components/Icon/Icon.tsx';
import { IconButton } from '../../components/IconButton/IconButton.tsx';
import { useActions, useApp } from '../../store/context.ts';
import { Messages } from './Messages.tsx';
import { summary } from './log-text.ts';
import styles from './ProtocolDrawer.module.css';

/** Messages between Skillgate and the servers: one line when closed, a table when open. */
export function ProtocolDrawer() {
  const open = useApp((app) => app.drawerOpen);
  const rows = useApp((app) => app.log.rows);
  const { setDrawerOpen, openProtocol } = useActions();
  const line = useMemo(() => summary(rows), [rows]);
  return (
    <div className={styles.drawer}>
      <div className={styles.bar}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={open}
          aria-keyshortcuts="Control+J"
          data-pane-focus=""
          onClick={() => setDrawerOpen(!open)}
        >
          <Icon name={open ? 'chevronDown' : 'chevronRight'} size={14} />
          <span className={styles.title}>Protocol</span>
          <span className={styles.summary}>{line}</span>
        </button>
        <IconButton
          icon="external"
          small
          label="Open the protocol page"
          aria-keyshortcuts="L"
          onPress={() => openProtocol()}
        />
      </div>
      {open && <Messages />}
    </div>
  );
}
