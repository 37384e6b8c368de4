const order = ['tree', 'main', 'drawer', 'work'];

/** Moves focus to the next (1) or previous (−1) visible pane, marked `data-pane`. */
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
