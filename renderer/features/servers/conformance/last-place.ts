import { useLayoutEffect, type RefObject } from 'react';

/** The check and control from which the person left the report. */
interface Left {
  readonly check: string;
  readonly control: number;
}

/** By server; each is used once. */
const left = new Map<string, Left>();
const controls = 'summary, button';

/** Remembers where the person opened an exchange: the focused check, or the check of `request`. */
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

/** Returns a person who comes back from an exchange to the check and control that they left. */
export function useBackToCheck(server: string, box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const at = left.get(server);
    left.delete(server);
    // Someone who came another way is already elsewhere.
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
