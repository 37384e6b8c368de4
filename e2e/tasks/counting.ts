import type { Page } from '@playwright/test';

/** What a task took a person, and the fullest screen at which they had to choose. */
export interface TaskCount {
  readonly clicks: number;
  readonly keys: number;
  readonly buttons: number;
  readonly words: number;
}

declare global {
  interface Window {
    taskCount?: () => TaskCount;
  }
}

/**
 * Counts from now on what the driver's mouse and keyboard do in the page, as a person's would. Text
 * that is pasted counts as nothing, and a choice in a native list as the two clicks that it takes.
 */
export async function startCounting(page: Page): Promise<() => Promise<TaskCount>> {
  await page.evaluate(countInPage);
  return () =>
    page.evaluate(() => {
      if (window.taskCount === undefined) throw new Error('the page was loaded again');
      return window.taskCount();
    });
}

/** Runs in the page, so it uses nothing from outside. */
function countInPage(): void {
  const count = { clicks: 0, keys: 0, buttons: 0, words: 0 };
  const controls =
    'button, select, a[href], [role=button], [role=tab], [role=switch], [role=menuitem]';
  // What a person came to read isn't part of the program's own words.
  const text =
    '[role=region][aria-label$=", rendered"], [aria-label$=", rendered"], .monaco-editor';
  const isShown = (element: Element): boolean => {
    const { width, height, top, bottom, left, right } = element.getBoundingClientRect();
    const isIn = bottom > 0 && right > 0 && top < window.innerHeight && left < window.innerWidth;
    return width > 1 && height > 1 && isIn && element.checkVisibility();
  };
  const look = (): void => {
    const shown = [...document.querySelectorAll(controls)].filter(isShown);
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let words = 0;
    while (nodes.nextNode()) {
      const { parentElement: of, textContent } = nodes.currentNode;
      if (of !== null && of.closest(`${text}, option, .visually-hidden`) === null && isShown(of))
        words += (textContent ?? '')
          .split(/\s+/)
          .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
    }
    count.buttons = Math.max(count.buttons, shown.length);
    count.words = Math.max(count.words, words);
  };
  const isModifier = (key: string): boolean => /^(Control|Shift|Alt|Meta)$/.test(key);
  const listen = <K extends keyof WindowEventMap>(
    type: K,
    add: (event: WindowEventMap[K]) => number,
    what: 'clicks' | 'keys',
  ): void =>
    window.addEventListener(
      type,
      (event) => {
        const more = add(event);
        if (more === 0) return;
        look();
        count[what] += more;
      },
      { capture: true },
    );
  // A key on a button makes a click without a pointer, which the key counts for.
  listen('click', ({ isTrusted, detail }) => (isTrusted && detail > 0 ? 1 : 0), 'clicks');
  listen('keydown', ({ isTrusted, key }) => (isTrusted && !isModifier(key) ? 1 : 0), 'keys');
  listen('change', ({ target }) => (target instanceof HTMLSelectElement ? 2 : 0), 'clicks');
  window.taskCount = () => {
    look();
    return count;
  };
}

/** Waits until the page hasn't changed for a moment, but not for one that never rests. */
export const still = (page: Page): Promise<void> =>
  page.evaluate(
    ([quiet, longest]) =>
      new Promise<void>((resolve) => {
        const end = (): void => {
          observer.disconnect();
          clearTimeout(timer);
          clearTimeout(limit);
          resolve();
        };
        let timer = setTimeout(end, quiet);
        const limit = setTimeout(end, longest);
        const observer = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(end, quiet);
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
    [300, 3_000] as const,
  );
