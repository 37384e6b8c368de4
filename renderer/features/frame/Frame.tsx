import { useMemo, type ReactNode } from 'react';
import { SplitPane } from '../../components/SplitPane/SplitPane.tsx';
import { Toasts } from '../../components/Toast/Toasts.tsx';
import { useActions, useApp } from '../../store/context.ts';
import { useTreeOver, useTreePlacement, useTreeToggle } from '../../store/tree-visibility.ts';
import { Banners } from './Banners.tsx';
import styles from './Frame.module.css';
import { TitleBar } from './TitleBar.tsx';

const treeWidth = { min: 180, max: 640 };
const drawerHeight = { min: 80, max: 800 };

const protocol = {
  'aria-label': 'Protocol',
  'data-pane': 'drawer',
  tabIndex: -1,
  className: styles.drawer,
} as const;

/**
 * The window: title bar, banners, tree beside the page, and protocol drawer below. F6 moves between
 * the panes.
 */
export function Frame({
  tree,
  main,
  drawer,
  work,
}: {
  tree: ReactNode;
  main: ReactNode;
  drawer: ReactNode;
  /** Long-running work at the bottom. */
  work: ReactNode;
}) {
  const actions = useActions();
  const settings = useApp((app) => app.settings);
  const open = useApp((app) => app.drawerOpen);
  // The page shows the same messages.
  const isProtocol = useApp((app) => app.selection.kind === 'protocol');
  const toasts = useApp((app) => app.toasts);
  const placement = useTreePlacement();
  const { setOpen } = useTreeToggle();
  useTreeOver(placement);
  const panes = useMemo(() => {
    const page = (
      <main className={styles.main} data-pane="main" tabIndex={-1}>
        {main}
      </main>
    );
    return (
      <SplitPane
        direction="row"
        label="Width of the tree"
        size={settings.treeWidth}
        {...treeWidth}
        onResize={(size) => void actions.saveSettings({ treeWidth: size })}
        placement={placement}
        onCollapse={() => setOpen(false)}
        landmark={{
          tag: 'nav',
          'aria-label': 'Servers and skills',
          'data-pane': 'tree',
          className: styles.tree,
        }}
        sized={tree}
        other={page}
      />
    );
  }, [actions, main, placement, setOpen, settings.treeWidth, tree]);
  return (
    <div className={styles.frame}>
      <TitleBar />
      <Banners />
      <div className={styles.body}>
        {open && !isProtocol ? (
          <SplitPane
            direction="column"
            label="Height of the protocol drawer"
            size={settings.drawerHeight}
            {...drawerHeight}
            onResize={(size) => void actions.saveSettings({ drawerHeight: size })}
            landmark={{ tag: 'section', ...protocol }}
            sized={drawer}
            other={panes}
          />
        ) : (
          <>
            <div className={styles.panes}>{panes}</div>
            {!isProtocol && <section {...protocol}>{drawer}</section>}
          </>
        )}
      </div>
      <Toasts
        items={toasts}
        onDismiss={actions.dismissToast}
        onUndo={actions.undo}
        undoKey="mod+z"
      />
      {work}
    </div>
  );
}
