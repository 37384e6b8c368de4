import { vi } from 'vitest';

/**
 * Lays the page out as if every element were in view, or only those that `isInView` names: there's
 * no layout here. Undo it with `vi.unstubAllGlobals`.
 */
export function layOut(isInView: (element: Element) => boolean = () => true): void {
  class Observer {
    readonly #report: IntersectionObserverCallback;
    constructor(report: IntersectionObserverCallback) {
      this.#report = report;
    }
    observe(target: Element): void {
      const isIntersecting = isInView(target);
      const entry = { target, isIntersecting } as IntersectionObserverEntry;
      this.#report([entry], this as unknown as IntersectionObserver);
    }
    unobserve(): void {}
    disconnect(): void {}
  }
  vi.stubGlobal('IntersectionObserver', Observer);
  vi.spyOn(document, 'elementFromPoint').mockReturnValue(null);
}
