import { renderToStaticMarkup } from 'react-dom/server';
import { createAppStore } from '../../../../../store/app-store.ts';
import { StoreProvider } from '../../../../../store/context.ts';
import { fakeApi } from '../../../../../store/testing/fake-api.ts';
import { markdownTree } from '../markdown-tree.ts';
import { MarkdownBody } from '../../MarkdownBody.tsx';

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#x27': "'",
};

/** Text of HTML that React wrote: it escapes five characters and nothing else. */
const textOf = (html: string, between: string): string =>
  html
    .replaceAll(/<[^>]*>/g, between)
    .replaceAll(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => entities[name] ?? '');

export interface Rendered {
  readonly html: string;
  /** What is on screen: text, the numbers of a list, a ticked box. */
  readonly text: string;
  /** The same with nothing between its parts, addresses apart. */
  readonly joined: string;
  /** Stretches of the source that the blocks stand for. */
  readonly blocks: readonly (readonly [from: number, to: number])[];
}

/** Markdown as the page really lays it out; null when it refuses to. */
export function rendered(markdown: string): Rendered | null {
  const found = markdownTree(markdown);
  if (!found.ok) return null;
  const { tree } = found;
  const html = renderToStaticMarkup(
    <StoreProvider value={createAppStore(fakeApi().api)}>
      <MarkdownBody
        tree={tree}
        row={{ server: 's', uri: 'skill://a/SKILL.md' }}
        files={[]}
        path="SKILL.md"
      />
    </StoreProvider>,
  );
  const seen = html
    .replaceAll(/<li value="(\d+)"[^>]*>/g, ' $1 ')
    .replaceAll(/<span class="[^"]*badge[^"]*"><svg.*?<\/svg>[^<]*<\/span>/g, '')
    .replaceAll(/<span role="img" aria-label="done">/g, ' x ');
  // Where a link leads stands beside it, between two letters of one word perhaps.
  const address = /<code class="[^"]*address[^"]*">[^<]*<\/code>/g;
  const addresses = (seen.match(address) ?? []).join(' ');
  return {
    html,
    text: textOf(seen, ' '),
    joined: `${textOf(seen.replaceAll(address, ''), '')} ${textOf(addresses, ' ')}`,
    blocks: [...html.matchAll(/data-at="(\d+)-(\d+)"/g)].map(
      ([, from, to]) => [Number(from), Number(to)] as const,
    ),
  };
}
