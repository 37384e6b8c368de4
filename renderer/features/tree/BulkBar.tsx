import { Button } from '../../components/Button/Button.tsx';
import { IconButton } from '../../components/IconButton/IconButton.tsx';
import { useActions, useApp } from '../../store/context.ts';
import { useVerify } from './use-verify.ts';
import styles from './Tree.module.css';

/** Decisions about several skills; each opens the same page. */
export function BulkBar() {
  const actions = useActions();
  const picked = useApp((app) => app.picked);
  const verify = useVerify();
  if (picked.size === 0) return null;
  const decide = (action: 'approve' | 'deny' | 'revoke') =>
    actions.openSheet({ action, items: actions.itemsOf(picked) });
  return (
    <div className={styles.bulk} role="toolbar" aria-label="Selected skills">
      <span className={styles.bulkText} role="status">
        {picked.size.toLocaleString('en')} selected
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
