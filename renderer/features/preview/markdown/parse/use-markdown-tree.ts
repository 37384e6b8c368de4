import { useEffect, useState } from 'react';
import type { MarkdownTree } from './markdown-tree.ts';
import type { WorkerAnswer } from './markdown-worker.ts';
import MarkdownWorker from './markdown-worker.ts?worker';

/** Time limits in ms: for one text, and for a new worker to start. */
const patience = { text: 3000, start: 20_000 };

type ParsedMarkdown =
  | { readonly status: 'parsing' }
  | { readonly status: 'done'; readonly found: MarkdownTree }
  | { readonly status: 'too-slow' };

let shared: Worker | null = null;
let ids = 0;

/**
 * Parses in a worker that is stopped if a text takes too long: hostile text costs its own preview,
 * not the window.
 */
export function useMarkdownTree(text: string): ParsedMarkdown {
  const [parsed, setParsed] = useState<ParsedMarkdown>({ status: 'parsing' });
  useEffect(() => {
    setParsed({ status: 'parsing' });
    shared ??= new MarkdownWorker();
    const worker = shared;
    const id = ++ids;
    const give = (result: ParsedMarkdown): void => {
      stop();
      setParsed(result);
    };
    const end = (): void => {
      worker.terminate();
      if (shared === worker) shared = null;
    };
    const giveUp = (): void => {
      end();
      give({ status: 'too-slow' });
    };
    let timer = setTimeout(giveUp, patience.start);
    const onMessage = ({ data }: MessageEvent<WorkerAnswer>): void => {
      if (data.id !== id) return;
      if (data.found !== undefined) return give({ status: 'done', found: data.found });
      clearTimeout(timer);
      timer = setTimeout(giveUp, patience.text);
    };
    const onError = (): void => {
      end();
      give({ status: 'done', found: { ok: false, reason: 'failed' } });
    };
    let over = false;
    const stop = (): void => {
      over = true;
      clearTimeout(timer);
      worker.removeEventListener('message', onMessage);
      worker.removeEventListener('error', onError);
    };
    worker.addEventListener('message', onMessage);
    worker.addEventListener('error', onError);
    worker.postMessage({ id, text });
    return () => {
      // The worker is still busy with an abandoned text, so the next one gets a new worker.
      if (!over) end();
      stop();
    };
  }, [text]);
  return parsed;
}

/** UTF-16 units. Laying out one paragraph costs the square of its direction changes. */
const mostComplex = 20_000;
/** Right-to-left letters, letters shaped by their neighbors, and combining marks. */
const complex =
  /[\p{M}\u0590-\u10ff\u1780-\u1cff\u1e00-\u1fff\ua800-\uabff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{11fff}\u{1e800}-\u{1efff}]/u;

/**
 * Characters that may start or end markup. The parser merges plain ones one at a time and moves the
 * rest of the paragraph for each, which costs the square of their number.
 */
const markup = /[![\]*_`<&\\~]/g;
const mostMarkup = 20_000;

/**
 * True if a paragraph would block the page: 100,000 units of mixed direction or 75,000 markup
 * characters take six seconds; ordinary text of that size takes a hundredth of that.
 */
export const hasEndlessParagraph = (text: string): boolean =>
  text.length > Math.min(mostComplex, mostMarkup) &&
  text
    .split(/\n[ \t\r]*\n/)
    .some(
      (paragraph) =>
        (paragraph.length > mostComplex && complex.test(paragraph)) || hasEndlessMarkup(paragraph),
    );

const hasEndlessMarkup = (paragraph: string): boolean =>
  paragraph.length > mostMarkup && (paragraph.match(markup)?.length ?? 0) > mostMarkup;
