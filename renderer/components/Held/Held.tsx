import type { MouseEvent } from 'react';

/** Why a control can't be used now; null if it can. */
export type DisabledReason = string | null | undefined;

interface HeldProps {
  readonly 'aria-disabled': true;
  readonly 'aria-describedby': string;
  readonly title: string;
  readonly onClick: (event: MouseEvent) => void;
}

/**
 * Attributes for a native control that can't be used now. It stays in the Tab order so that screen
 * readers announce the reason. `id`: the id of its `Why`.
 */
export const heldProps = (id: string, reason: DisabledReason): HeldProps | undefined =>
  reason == null
    ? undefined
    : {
        'aria-disabled': true,
        'aria-describedby': id,
        title: reason,
        // Enter in a form also arrives as a click on its button.
        onClick: (event) => event.preventDefault(),
      };

/** The reason for screen readers; sighted people get the tooltip or a line on the page. */
export function Why({ id, reason }: { readonly id: string; readonly reason: DisabledReason }) {
  return reason == null ? null : (
    <span id={id} hidden>
      {reason}
    </span>
  );
}
