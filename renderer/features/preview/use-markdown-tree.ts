import { useEffect, useState } from 'react';
import type { MarkdownTree } from './markdown-tree.ts';
import MarkdownWorker from './markdown-worker.ts?worker';

/** Longest that one text may take, in ms. */
const patience = 3000;

export type ParsedMarkdown = { readonly status: 'parsing' } | { readonly status: 'done'; readonly found: MarkdownTree } | { readonly status: 'too-slow' };

let shared: Worker | null = null;
let ids = 0;

/** Parses in a worker that is ended when a text takes too long: a hostile text costs its own preview, not the window. */
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
    const onMessage = (event: MessageEvent<{ readonly id: number; readonly found: MarkdownTree }>): void => {
      if (event.data.id === id) give({ status: 'done', found: event.data.found });
    };
    const onError = (): void => {
      end();
      give({ status: 'done', found: { ok: false, reason: 'failed' } });
    };
    const timer = setTimeout(() => {
      end();
      give({ status: 'too-slow' });
    }, patience);
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
      // Still busy with a text that nobody waits for: the next one gets a worker of its own.
      if (!over) end();
      stop();
    };
  }, [text]);
  return parsed;
}
