import type { MouseEvent } from 'react';

/** Why a control cannot be used now; null when it can. */
export type DisabledReason = string | null | undefined;

interface HeldProps {
  readonly 'aria-disabled': true;
  readonly 'aria-describedby': string;
  readonly title: string;
  readonly onClick: (event: MouseEvent) => void;
}

/**
 * What a native control wears while it cannot be used. It keeps its place in the order of Tab, so
 * that the reason is heard and not only seen by who has a pointer. `id`: that of its `Why`.
 */
export const heldProps = (id: string, reason: DisabledReason): HeldProps | undefined =>
  reason == null
    ? undefined
    : {
        'aria-disabled': true,
        'aria-describedby': id,
        title: reason,
        // Also what a form would send by Enter comes as a click on its button.
        onClick: (event) => event.preventDefault(),
      };

/** The reason for who listens; the eye has the tip, or a line of the page. */
export function Why({ id, reason }: { readonly id: string; readonly reason: DisabledReason }) {
  return reason == null ? null : (
    <span id={id} hidden>
      {reason}
    </span>
  );
}
