import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { cx } from '../cx.ts';
import field from '../TextField/TextField.module.css';
import styles from './ComboBox.module.css';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly suggestions: readonly string[];
  readonly hint?: string | undefined;
  readonly mono?: boolean;
  readonly onFocus?: () => void;
}

/**
 * A text field with a list of suggestions that stays out of the way: any text is allowed, and the
 * list is shown as given, not filtered. Arrows choose, Enter takes, Esc closes (ARIA 1.2 combobox).
 */
export function ComboBox({ label, value, onChange, suggestions, hint, mono, onFocus }: Props) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const list = useRef<HTMLDivElement>(null);
  // What stands in the field already is no suggestion.
  const items = suggestions.filter((item) => item !== value);
  const shown = open && items.length > 0;
  const index = shown ? Math.min(at, items.length - 1) : -1;
  useEffect(() => list.current?.children[index]?.scrollIntoView({ block: 'nearest' }), [index]);
  useEffect(() => {
    if (shown) list.current?.scrollIntoView({ block: 'nearest' });
  }, [shown]);
  const take = (item: string | undefined): void => {
    if (item === undefined) return;
    onChange(item);
    setOpen(false);
    setAt(-1);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (items.length > 0)
        setAt(
          index < 0 && step < 0 ? items.length - 1 : (index + step + items.length) % items.length,
        );
    } else if (event.key === 'Enter' && index >= 0) {
      event.preventDefault();
      take(items[index]);
    } else if (event.key === 'Escape' && shown) {
      event.stopPropagation();
      setOpen(false);
      setAt(-1);
    }
  };
  return (
    <div className={field.field}>
      <label htmlFor={id} className={field.label}>
        {label}
      </label>
      <div className={field.control}>
        <input
          id={id}
          role="combobox"
          aria-expanded={shown}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={index >= 0 ? `${id}-${index}` : undefined}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          className={cx(field.input, mono && field.mono)}
          value={value}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => {
            onChange(event.target.value);
            setOpen(true);
            setAt(-1);
          }}
          onFocus={() => {
            setOpen(true);
            onFocus?.();
          }}
          onBlur={() => {
            setOpen(false);
            setAt(-1);
          }}
          onKeyDown={onKeyDown}
        />
        <div
          ref={list}
          id={`${id}-list`}
          role="listbox"
          aria-label={`Suggestions for ${label}`}
          className={styles.list}
          hidden={!shown}
        >
          {shown &&
            items.map((item, position) => (
              // Keys are handled by the field, which keeps the focus: pressing must not take it
              // away.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
              <div
                key={item}
                id={`${id}-${position}`}
                role="option"
                tabIndex={-1}
                aria-selected={position === index}
                className={styles.item}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => take(item)}
              >
                {item}
              </div>
            ))}
        </div>
      </div>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={field.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
