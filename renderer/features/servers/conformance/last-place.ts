import { useLayoutEffect, type RefObject } from 'react';

/** A control of a check that led away from the report: the check, and which of its controls. */
interface Left {
  readonly check: string;
  readonly control: number;
}

/** By server; each is gone back to once. */
const left = new Map<string, Left>();
const controls = 'summary, button';

/** Notes from where a way to an exchange was taken; without a focus in a check, from that of `request`. */
export function noteLeft(server: string, box: HTMLElement | null, request: number): void {
  const here = document.activeElement;
  const focused = here?.closest<HTMLElement>('[data-check]');
  const item =
    focused != null && (box?.contains(focused) === true || focused.contains(box))
      ? focused
      : box?.querySelector<HTMLElement>(`[data-check][data-exchange="${request}"]`);
  if (item == null) return;
  const control = [...item.querySelectorAll(controls)].findIndex((one) => one === here);
  left.set(server, { check: item.dataset['check'] ?? '', control: Math.max(0, control) });
}

/** Brings a person who comes back from an exchange to the check that they left, with the focus on it. */
export function useBackToCheck(server: string, box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const at = left.get(server);
    left.delete(server);
    // Who came another way stands elsewhere already.
    if (at === undefined || document.activeElement !== document.body) return;
    const item = [...(box.current?.querySelectorAll<HTMLElement>('[data-check]') ?? [])].find(
      (one) => one.dataset['check'] === at.check,
    );
    if (item === undefined) return;
    for (let up: HTMLElement | null = item; up !== null; up = up.parentElement)
      if (up instanceof HTMLDetailsElement) up.open = true;
    const inner = item.querySelector('details');
    if (inner !== null && at.control > 0) inner.open = true;
    const all = item.querySelectorAll<HTMLElement>(controls);
    const control = all[at.control] ?? all[0];
    control?.focus({ preventScroll: true });
    control?.scrollIntoView({ block: 'center' });
  }, [server, box]);
}
