import { IconButton } from '../../components/IconButton/IconButton.tsx';
import { Select } from '../../components/Select/Select.tsx';
import { TextField } from '../../components/TextField/TextField.tsx';
import { useActions, useApp } from '../../store/context.ts';
import type { StandingFilter } from '../../store/state.ts';
import styles from './Tree.module.css';

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
