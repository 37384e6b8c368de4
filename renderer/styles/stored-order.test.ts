import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const rules = (path: string): string =>
  readFileSync(new URL(path, import.meta.url), 'utf8').replaceAll(/\s+/g, ' ');

/** `isolate-override` draws every letter in the order in which it is stored; measured in Chromium. */
describe('code is laid out in stored order', () => {
  it('in rendered markdown, names, paths and commands', () => {
    expect(rules('./base.css')).toMatch(
      /code, kbd, samp, pre:has\(> code\) \{ direction: ltr; unicode-bidi: isolate-override; \}/,
    );
  });

  it.each(['CodeView', 'DiffView'])('in the editor of %s, token by token', (view) => {
    expect(rules(`../components/${view}/${view}.module.css`)).toMatch(
      /:global\(\.view-line\), \.host :global\(\.view-line\) span \{ direction: ltr !important; unicode-bidi: isolate-override !important; \}/,
    );
  });

  it('in the source shown until the editor loads', () => {
    expect(rules('../components/CodeView/CodeView.module.css')).toMatch(
      /\.plain \{[^}]*direction: ltr; unicode-bidi: isolate-override; \}/,
    );
  });
});
