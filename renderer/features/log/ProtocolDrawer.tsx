import { useMemo } from 'react';
import { Icon } from '../../components/Icon/Icon.tsx';
import { useActions, useApp } from '../../store/context.ts';
import { summary } from './lines.ts';
import { Messages } from './Messages.tsx';
import styles from './ProtocolDrawer.module.css';

/** Every message between Skillgate and the servers: one line while closed, a table when open. */
export function ProtocolDrawer() {
  const open = useApp((app) => app.drawerOpen);
  const log = useApp((app) => app.log);
  const { setDrawerOpen } = useActions();
  const line = useMemo(() => summary(log), [log]);
  return (
    <div className={styles.drawer}>
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
      {open && <Messages log={log} />}
    </div>
  );
}
