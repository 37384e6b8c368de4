import { IconButton } from '../IconButton/IconButton.tsx';
import { focusOnMount } from '../focus.ts';
import { TextField } from '../TextField/TextField.tsx';
import styles from './FindBar.module.css';

/** Focuses the field that is open, for whoever presses Ctrl+F again. */
export function focusFind(): void {
  const field = document.querySelector<HTMLInputElement>('[data-find]');
  field?.focus();
  field?.select();
}

/** A field that finds text in what's beside it: Enter goes on, Shift+Enter back, Esc closes. */
export function FindBar({
  label,
  text,
  count,
  at,
  isCut = false,
  onText,
  onMove,
  onClose,
}: {
  label: string;
  text: string;
  count: number;
  /** The current match from 0. */
  at: number;
  /** There are more matches than are counted. */
  isCut?: boolean;
  onText: (text: string) => void;
  onMove: (step: 1 | -1) => void;
  onClose: () => void;
}) {
  return (
    <div className={styles.bar} role="search" aria-label={label}>
      <TextField
        ref={focusOnMount}
        label={label}
        hideLabel
        icon="search"
        placeholder="Find"
        maxLength={200}
        data-find=""
        value={text}
        onChange={onText}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') onMove(event.shiftKey ? -1 : 1);
          else if (event.key === 'Escape') onClose();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <span role="status" className={styles.count}>
        {text === '' ? '' : count === 0 ? 'No matches' : `${at + 1} of ${count}${isCut ? '+' : ''}`}
      </span>
      <IconButton small icon="arrowUp" label="Previous match" onPress={() => onMove(-1)} />
      <IconButton small icon="arrowDown" label="Next match" onPress={() => onMove(1)} />
      <IconButton small icon="cross" label="Close find" onPress={onClose} />
    </div>
  );
}
