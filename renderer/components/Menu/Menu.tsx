import { useRef, type HTMLAttributes } from 'react';
import {
  Button as AriaButton,
  Menu as AriaMenu,
  MenuItem,
  MenuTrigger,
  Popover,
  Text,
} from 'react-aria-components';
import { cx } from '../cx.ts';
import { Icon, type IconName } from '../Icon/Icon.tsx';
import styles from './Menu.module.css';

export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconName;
  readonly danger?: boolean;
  /** Why the item can't be chosen now, shown under its name; null if it can. */
  readonly reason?: string | null;
  readonly run: () => void;
}

/** A button that opens a list of commands: labeled if `text` is set, otherwise an icon button. */
export function Menu({
  label,
  text,
  icon = 'more',
  size = 'md',
  quiet = false,
  items,
}: {
  label: string;
  text?: string;
  /** The size of the buttons beside it. */
  size?: 'md' | 'sm';
  /** Without a border, as tabs are. */
  quiet?: boolean;
  icon?: IconName;
  items: readonly MenuEntry[];
}) {
  return (
    <MenuTrigger>
      <AriaButton
        aria-label={label}
        className={cx(
          styles.trigger,
          text && styles.labelled,
          size === 'sm' && styles.sm,
          quiet && styles.quiet,
        )}
      >
        <Icon name={icon} size={size === 'sm' ? 14 : 16} />
        {text && <span>{text}</span>}
      </AriaButton>
      <Popover className={styles.popover ?? ''} placement="bottom end" offset={4}>
        <Items items={items} />
      </Popover>
    </MenuTrigger>
  );
}

/**
 * The same list at a point in the window, for a right click or the menu key. `label` says what it's
 * about.
 */
export function ContextMenu({
  label,
  items,
  at,
  onClose,
}: {
  readonly label: string;
  readonly items: readonly MenuEntry[];
  /** Window pixels. */
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}) {
  const point = useRef<HTMLSpanElement>(null);
  return (
    <>
      <span ref={point} className={styles.point} style={{ left: at.x, top: at.y }} />
      <Popover
        isOpen
        onOpenChange={(open) => {
          if (!open) onClose();
        }}
        triggerRef={point}
        aria-label={label}
        className={styles.popover ?? ''}
        placement="bottom start"
        offset={0}
      >
        <Items label={label} items={items} onClose={onClose} />
      </Popover>
    </>
  );
}

function Items({
  items,
  label,
  onClose,
}: {
  readonly items: readonly MenuEntry[];
  /** Accessible name for a list that no button names. */
  readonly label?: string;
  readonly onClose?: () => void;
}) {
  return (
    <AriaMenu
      className={styles.menu ?? ''}
      {...(label === undefined ? {} : { 'aria-label': label, autoFocus: 'first' as const })}
      {...(onClose === undefined ? {} : { onClose })}
      onAction={(key) => {
        const item = items.find(({ id }) => id === key);
        if (item?.reason == null) item?.run();
      }}
    >
      {items.map((item) => (
        <MenuItem
          key={item.id}
          id={item.id}
          className={cx(
            styles.item,
            item.danger && styles.danger,
            item.reason != null && styles.held,
          )}
          textValue={item.label}
          // Not disabled in the library's sense: arrow keys would skip it and nobody would hear the
          // reason.
          shouldCloseOnSelect={item.reason == null}
          {...(item.reason != null && {
            render: (props) => <Held {...(props as HTMLAttributes<HTMLDivElement>)} />,
          })}
        >
          {item.icon && <Icon name={item.icon} size={14} />}
          <span className={styles.text}>
            <Text slot="label">{item.label}</Text>
            {item.reason != null && (
              <Text slot="description" className={styles.reason ?? ''}>
                {item.reason}
              </Text>
            )}
          </span>
        </MenuItem>
      ))}
    </AriaMenu>
  );
}

/** An item that can't be used now. The reason is in its name, too: what's heard is what's shown. */
function Held(props: HTMLAttributes<HTMLDivElement>) {
  const names = [props['aria-labelledby'], props['aria-describedby']].filter(Boolean).join(' ');
  return <div {...props} aria-labelledby={names} aria-disabled="true" />;
}
