import { useId } from 'react';
import {
  Button as AriaButton,
  Tooltip as AriaTooltip,
  TooltipTrigger,
  type ButtonProps,
} from 'react-aria-components';
import { cx } from '../cx.ts';
import { type DisabledReason, Why } from '../Held/Held.tsx';
import { Icon, type IconName } from '../Icon/Icon.tsx';
import tip from './Tip.module.css';
import styles from './IconButton.module.css';

interface Props extends Omit<ButtonProps, 'children' | 'className' | 'style' | 'isDisabled'> {
  readonly icon: IconName;
  /** The accessible name, shown as a tooltip too. */
  readonly label: string;
  readonly className?: string | undefined;
  readonly small?: boolean;
  /** Same as for `Button`: it stays in the Tab order and its tooltip gives the reason. */
  readonly reason?: DisabledReason;
}

export function IconButton({ icon, label, className, small, reason, onPress, ...rest }: Props) {
  const why = useId();
  const held = reason != null;
  return (
    <TooltipTrigger delay={500} closeDelay={80}>
      <AriaButton
        {...rest}
        aria-label={label}
        {...(held
          ? { 'aria-disabled': true, 'aria-describedby': why }
          : onPress !== undefined && { onPress })}
        className={cx(styles.button, small && styles.small, className)}
      >
        <Icon name={icon} size={small ? 14 : 16} />
        <Why id={why} reason={reason} />
      </AriaButton>
      <AriaTooltip className={tip.tip ?? ''} offset={6}>
        {held ? `${label}. ${reason}.` : label}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
