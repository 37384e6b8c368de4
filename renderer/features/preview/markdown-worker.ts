import { markdownTree } from './markdown-tree.ts';

self.onmessage = (event: MessageEvent<{ readonly id: number; readonly text: string }>): void => {
  self.postMessage({ id: event.data.id, found: markdownTree(event.data.text) });
};
