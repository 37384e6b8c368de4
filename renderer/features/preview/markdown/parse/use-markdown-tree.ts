import { useEffect, useState } from 'react';
import type { MarkdownTree } from './markdown-tree.ts';
import type { WorkerAnswer } from './markdown-worker.ts';
import MarkdownWorker from './markdown-worker.ts?worker';

/** Time limits in ms: for one text, and for a new worker to start. */
const patience = { text: 3000, start: 20_000 };

export type ParsedMarkdown =
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
