/** A ref that focuses an element when it appears, such as a dialog's harmless choice. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus();
