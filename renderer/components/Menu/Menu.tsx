import {
  Button as AriaButton,
  Menu as AriaMenu,
  MenuItem,
  MenuTrigger,
  Popover,
} from 'react-aria-components';
import { cx } from '../cx.ts';
import { Icon, type IconName } from '../Icon/Icon.tsx';
import styles from './Menu.module.css';

export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconName;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly run: () => void;
}

/**
 * A button that opens a list of commands. With `text` it is a labelled button, without it an icon
 * button.
 */
export function Menu({
  label,
  text,
  icon = 'more',
  items,
}: {
  label: string;
  text?: string;
  icon?: IconName;
  items: readonly MenuEntry[];
}) {
  return (
    <MenuTrigger>
      <AriaButton aria-label={label} className={cx(styles.trigger, text && styles.labelled)}>
        <Icon name={icon} />
        {text && <span>{text}</span>}
      </AriaButton>
      <Popover className={styles.popover ?? ''} placement="bottom end" offset={4}>
        <AriaMenu
          className={styles.menu ?? ''}
          onAction={(key) => items.find((item) => item.id === key)?.run()}
          disabledKeys={items.filter((item) => item.disabled).map((item) => item.id)}
        >
          {items.map((item) => (
            <MenuItem
              key={item.id}
              id={item.id}
              className={cx(styles.item, item.danger && styles.danger)}
              textValue={item.label}
            >
              {item.icon && <Icon name={item.icon} size={14} />}
              {item.label}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
