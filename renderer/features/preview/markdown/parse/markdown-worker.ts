import { type MarkdownTree, markdownTree } from './markdown-tree.ts';

/**
 * `found` is absent when the text is taken up, so that the time until then does not count against
 * it.
 */
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
