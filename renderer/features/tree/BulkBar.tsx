import { useMemo } from 'react';
import { Button } from '../../components/Button/Button.tsx';
import { IconButton } from '../../components/IconButton/IconButton.tsx';
import { useActions, useApp } from '../../store/context.ts';
import { pickedKey } from './row-layout.ts';
import type { ShownRows } from './shown-rows.ts';
import { useVerify } from './use-verify.ts';
import styles from './Tree.module.css';

/**
 * Decisions about several skills; each opens the same page. Says how many of them the tree doesn't
 * list now, because of the filter or a closed server: they're decided about, too.
 */
export function BulkBar({ rows }: { readonly rows: ShownRows }) {
  const actions = useActions();
  const picked = useApp((app) => app.picked);
  const verify = useVerify();
  const hidden = useMemo(() => hiddenIn(picked, rows), [picked, rows]);
  if (picked.size === 0) return null;
  const decide = (action: 'approve' | 'deny' | 'revoke') =>
    actions.openSheet({ action, items: actions.itemsOf(picked) });
  return (
    <div className={styles.bulk} role="toolbar" aria-label="Selected skills">
      <span className={styles.bulkText} role="status">
        {picked.size.toLocaleString('en')} selected
        {hidden > 0 && `, ${hidden.toLocaleString('en')} hidden`}
      </span>
      <IconButton
        small
        icon="external"
        label="Export decisions on the selected skills"
        onPress={() => actions.openOverlay({ kind: 'export-bundle', keys: [...picked] })}
      />
      <IconButton
        small
        icon="cross"
        label="Clear selection"
        onPress={() => actions.setPicked(new Set())}
      />
      <div className={styles.bulkActions}>
        <Button size="sm" onClick={() => decide('approve')}>
          Approve…
        </Button>
        <Button size="sm" onClick={() => decide('deny')}>
          Deny…
        </Button>
        <Button size="sm" onClick={() => decide('revoke')}>
          Revoke…
        </Button>
        <Button size="sm" onClick={() => void verify([...picked])}>
          Verify
        </Button>
      </div>
    </div>
  );
}

/** How many of the selected skills (`skillKey`s) have no row. */
function hiddenIn(picked: ReadonlySet<string>, rows: ShownRows): number {
  const servers = new Set([...picked].map((key) => key.slice(0, key.indexOf('\n'))));
  const shown = new Set([...servers].flatMap((server) => rows.skillIdsOf(server)).map(pickedKey));
  return [...picked].filter((key) => !shown.has(key)).length;
}
