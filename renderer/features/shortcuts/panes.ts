const order = ['tree', 'main', 'drawer', 'work'];

/**
 * Moves the focus to the next (1) or previous (−1) pane that is on screen; panes are marked
 * `data-pane`.
 */
export function focusPane(step: 1 | -1) {
  const panes = order.flatMap(
    (name) => document.querySelector<HTMLElement>(`[data-pane='${name}']`) ?? [],
  );
  if (panes.length === 0) return;
  const here = panes.findIndex((pane) => pane.contains(document.activeElement));
  const pane = panes[(here + step + panes.length) % panes.length];
  const target =
    pane?.querySelector<HTMLElement>(
      "[data-pane-focus], [role='tree'], [role='tab'][aria-selected='true']",
    ) ?? pane;
  target?.focus();
}
