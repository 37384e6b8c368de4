/**
 * A ref that puts the focus on an element when it appears. For dialogs, where the focus must start
 * at the harmless choice.
 */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus();
