import { useMemo } from 'react';
import { IconButton } from '../../components/IconButton/IconButton.tsx';
import { Select } from '../../components/Select/Select.tsx';
import { TextField } from '../../components/TextField/TextField.tsx';
import { useActions, useApp } from '../../store/context.ts';
import type { StandingFilter } from '../../store/state.ts';
import styles from './Tree.module.css';
import { Button } from '../../components/Button/Button.tsx';
import { pickedKey } from './flat-tree.ts';
import type { ShownRows } from './shown-rows.ts';
import { useVerify } from './use-verify.ts';

const standings: readonly { readonly id: StandingFilter; readonly label: string }[] = [
  { id: 'all', label: 'All' },
  { id: 'changed', label: 'Changed' },
  { id: 'new', label: 'New' },
  { id: 'approved', label: 'Approved' },
  { id: 'denied', label: 'Denied' },
  { id: 'refused', label: 'Doesn’t match, invalid' },
  { id: 'problems', label: 'Problems' },
];

export function Filter({ onEnterTree }: { readonly onEnterTree: () => void }) {
  const actions = useActions();
  const text = useApp((app) => app.filterText);
  const standing = useApp((app) => app.filterStanding);
  return (
    <div className={styles.filter}>
      <div className={styles.filterText}>
        <TextField
          label="Filter skills"
          hideLabel
          icon="search"
          placeholder="Filter  /"
          value={text}
          onChange={actions.setFilterText}
          data-filter=""
          onKeyDown={(event) => {
            if (event.key === 'Escape') {
              if (text === '') event.currentTarget.blur();
              else actions.setFilterText('');
            }
            if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
            // Enter that ends input-method composition does nothing else.
            if (event.nativeEvent.isComposing) return;
            event.preventDefault();
            onEnterTree();
          }}
        />
        {text !== '' && (
          <IconButton
            small
            icon="cross"
            label="Clear filter"
            className={styles.clear}
            onPress={() => actions.setFilterText('')}
          />
        )}
      </div>
      <div className={styles.filterStanding}>
        <Select
          label="Status"
          hideLabel
          value={standing}
          options={standings}
          onChange={actions.setFilterStanding}
        />
      </div>
    </div>
  );
}

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
