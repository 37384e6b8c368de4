import { type MarkdownTree, markdownTree } from './markdown-tree.ts';

/** A message without `found` means that parsing started, so the wait until then doesn't count. */
export interface WorkerAnswer {
  readonly id: number;
  readonly found?: MarkdownTree;
}

const answer = (message: WorkerAnswer): void => self.postMessage(message);

self.onmessage = (event: MessageEvent<{ readonly id: number; readonly text: string }>): void => {
  const { id, text } = event.data;
  answer({ id });
  answer({ id, found: markdownTree(text) });
};
