import {
  Button as AriaButton,
  Tooltip as AriaTooltip,
  TooltipTrigger,
  type ButtonProps,
} from 'react-aria-components';
import { cx } from '../cx.ts';
import { Icon, type IconName } from '../Icon/Icon.tsx';
import tip from './Tip.module.css';
import styles from './IconButton.module.css';

interface Props extends Omit<ButtonProps, 'children' | 'className' | 'style'> {
  readonly icon: IconName;
  /** The accessible name, shown as a tooltip too. */
  readonly label: string;
  readonly className?: string | undefined;
  readonly small?: boolean;
}

export function IconButton({ icon, label, className, small, ...rest }: Props) {
  return (
    <TooltipTrigger delay={500} closeDelay={80}>
      <AriaButton
        {...rest}
        aria-label={label}
        className={cx(styles.button, small && styles.small, className)}
      >
        <Icon name={icon} size={small ? 14 : 16} />
      </AriaButton>
      <AriaTooltip className={tip.tip ?? ''} offset={6}>
        {label}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
