import { useContext, useEffect, useState } from 'react';
import type { BadgeTone } from '../Badge/Badge.tsx';
import { Button } from '../Button/Button.tsx';
import { cx } from '../cx.ts';
import { Icon, type IconName } from '../Icon/Icon.tsx';
import { keyText, MacKeys } from '../KeyCap/KeyCap.tsx';
import { IconButton } from '../IconButton/IconButton.tsx';
import { isSecondClick } from '../second-click.ts';
import styles from './Toasts.module.css';

export interface ToastItem<U> {
  readonly id: number;
  readonly tone: 'info' | 'ok' | 'warn' | 'bad';
  readonly text: string;
  /** Replaces the tone's icon. */
  readonly icon?: IconName;
  /** What *Undo* takes back; without it there's no button. */
  readonly undo?: U;
}
const glyphs: Record<ToastItem<unknown>['tone'], IconName> = {
  info: 'info',
  ok: 'approved',
  warn: 'warning',
  bad: 'error',
};

/** How long a notice stays, in ms: longer if it offers an action. */
const stays = { plain: 6_000, undo: 12_000 };

/**
 * The live region is always mounted so that additions are announced. Errors stay until dismissed,
 * and nothing disappears under a pointer or with focus.
 */
export function Toasts<U>({
  items,
  onDismiss,
  onUndo,
  undoKey,
}: {
  items: readonly ToastItem<U>[];
  onDismiss: (id: number) => void;
  onUndo: (what: U) => void;
  /** The shortcut for *Undo*, which acts on the newest notice. */
  undoKey: string;
}) {
  const newest = items.findLast((item) => item.undo !== undefined);
  return (
    <div className={styles.region} role="region" aria-label="Notifications" aria-live="polite">
      {items.map((item) => (
        <Toast
          key={item.id}
          item={item}
          undoKey={item === newest ? undoKey : undefined}
          onDismiss={onDismiss}
          onUndo={onUndo}
        />
      ))}
    </div>
  );
}

function Toast<U>({
  item,
  undoKey,
  onDismiss,
  onUndo,
}: {
  item: ToastItem<U>;
  undoKey: string | undefined;
  onDismiss: (id: number) => void;
  onUndo: (what: U) => void;
}) {
  const { id, tone, text, undo } = item;
  const [held, setHeld] = useState(false);
  const isUndoable = undo !== undefined;
  const mac = useContext(MacKeys);
  useEffect(() => {
    if (tone === 'bad' || held) return undefined;
    const timer = setTimeout(() => onDismiss(id), isUndoable ? stays.undo : stays.plain);
    return () => clearTimeout(timer);
  }, [id, tone, held, isUndoable, onDismiss]);
  return (
    <div
      className={cx(styles.toast, styles[tone satisfies BadgeTone])}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={item.icon ?? glyphs[tone]} className={styles.icon} />
      <p className={styles.text}>
        {text}
        {undoKey !== undefined && (
          <span className="visually-hidden"> To undo, press {keyText(undoKey, mac)}.</span>
        )}
      </p>
      {isUndoable && (
        <Button
          size="sm"
          hint={undoKey}
          onClick={(event) => {
            if (isSecondClick(event)) return;
            onDismiss(id);
            onUndo(undo);
          }}
        >
          Undo
        </Button>
      )}
      <IconButton icon="cross" small label="Dismiss" onPress={() => onDismiss(id)} />
    </div>
  );
}
