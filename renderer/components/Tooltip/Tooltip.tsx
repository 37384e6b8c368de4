import type { ReactNode } from 'react';
import { Focusable, Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components';
import styles from './Tooltip.module.css';

/** Wraps one focusable element. The tip repeats or extends a visible label; it never carries something found nowhere else. */
export function Tooltip({ text, children }: { text: ReactNode; children: React.ReactElement<React.DOMAttributes<HTMLElement>, string> }) {
  return (
    <TooltipTrigger delay={500} closeDelay={80}>
      <Focusable>{children}</Focusable>
      <AriaTooltip className={styles.tip ?? ''} offset={6}>{text}</AriaTooltip>
    </TooltipTrigger>
  );
}
