import {
  Component,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { revealInvisible, revealText } from '../../../../shared/invisible.ts';
import type { FilePreview } from '../../../../shared/model/file-view.ts';
import type { FileEntry, SkillRow } from '../../../../shared/model/skill.ts';
import { Banner } from '../../../components/Banner/Banner.tsx';
import { Button } from '../../../components/Button/Button.tsx';
import type { MarkedStretch } from '../../../components/seen-blocks.ts';
import { Spinner } from '../../../components/Progress/Progress.tsx';
import { useActions } from '../../../store/context.ts';
import { BlockPage } from '../content/BlockPage.tsx';
import {
  markShown,
  offsetShown,
  type ContentHandle,
  type ContentView,
} from '../content/content-view.ts';
import { SourceText } from '../content/CodePreview.tsx';
import { Front } from './Front.tsx';
import { MarkdownBody } from './MarkdownBody.tsx';
import { headingsOf } from './outline.ts';
import type { TreeNode } from './parse/markdown-tree.ts';
import { hasEndlessParagraph, useMarkdownTree } from './parse/use-markdown-tree.ts';
import styles from './MarkdownPage.module.css';

/** Text longer than this, in characters, is first shown as source. */
const renderedAtOnce = 200_000;

interface Props extends ContentView {
  readonly row: SkillRow;
  readonly files: readonly FileEntry[];
  readonly path: string;
  readonly preview: Extract<FilePreview, { kind: 'markdown' }>;
}

/**
 * Rendered Markdown under its frontmatter, with everything that Markdown drops shown in place.
 * Renders no HTML, loads no remote content and never follows a link on its own.
 */
export function MarkdownPage({ row, files, path, preview, ...showing }: Props) {
  const { onSeen, handle, marks } = showing;
  const { head, body } = useMemo(() => parts(preview), [preview]);
  const blocks = useMemo(() => marked(preview.text, { head, marks }), [preview.text, head, marks]);
  const isEndless = useMemo(() => hasEndlessParagraph(body), [body]);
  const [anyway, setAnyway] = useState(false);
  const view = useRef<ContentHandle>(null);
  const source = (why: ReactNode): ReactNode => (
    <>
      {why}
      <SourceText text={preview.text} language="markdown" path={path} {...showing} />
    </>
  );
  useImperativeHandle(
    handle,
    () => ({
      go: (part, offset) => {
        if (part !== 'text' || view.current === null) return false;
        return offset < head.length
          ? view.current.go('text', offset)
          : view.current.go('body', offset - head.length);
      },
    }),
    [head.length],
  );
  if (body.length > renderedAtOnce && !anyway)
    return source(
      <Banner
        flush
        tone="info"
        actions={
          <Button size="sm" onClick={() => setAnyway(true)}>
            Render it
          </Button>
        }
      >
        This text is long, so its source is shown.
      </Banner>,
    );
  const instead = (why: string): ReactNode =>
    source(
      <Banner flush tone="warn">
        This text {why}; its source is shown.
      </Banner>,
    );
  if (isEndless) return instead('has a paragraph that’s too long to render');
  return (
    <Unrendered key={body} fallback={instead(excuses.failed)}>
      <Parsed text={body} otherwise={instead}>
        {(tree) => (
          <BlockPage
            className={styles.page}
            label={`${path}, rendered`}
            content={tree}
            onSeen={(part, [from, to]) =>
              part === 'body'
                ? onSeen('text', [from + head.length, to + head.length])
                : onSeen(part, [from, to])
            }
            handle={view}
            stretches={blocks}
          >
            {preview.frontmatterProblem !== undefined && (
              <Banner tone="warn" title="Couldn’t read the frontmatter">
                {preview.frontmatterProblem}
              </Banner>
            )}
            {head !== '' && <Front source={head} fields={preview.frontmatter} />}
            <Outlined tree={tree} onGo={(at) => view.current?.go('body', at)} />
            <Body tree={tree} text={body} row={row} files={files} path={path} />
          </BlockPage>
        )}
      </Parsed>
    </Unrendered>
  );
}

function Body({
  tree,
  text,
  ...of
}: Pick<Props, 'row' | 'files' | 'path'> & { tree: TreeNode | null; text: string }) {
  if (tree === null)
    return (
      <p className={styles.wait}>
        <Spinner label="Rendering" />
      </p>
    );
  if (text.trim() === '')
    return (
      <p className={styles.wait} data-part="body" data-at={`0-${text.length}`}>
        No text.
      </p>
    );
  return <MarkdownBody tree={tree} {...of} />;
}

/**
 * The text before the body and the body, both as displayed. Together they're the source view's
 * text.
 */
function parts({ text, body }: Props['preview']): { head: string; body: string } {
  const whole = revealInvisible(text);
  const head = text.endsWith(body) ? revealInvisible(text.slice(0, text.length - body.length)) : '';
  return whole.startsWith(head)
    ? { head, body: whole.slice(head.length) }
    : { head: '', body: whole };
}

/** Marks as ranges of the two parts of the page. */
function marked(
  text: string,
  { head, marks }: { head: string; marks: ContentView['marks'] },
): MarkedStretch[] {
  if (marks.length === 0) return [];
  const whole = revealText(text);
  return marks.map((mark) => {
    const shown = markShown(text, whole, mark);
    const from = offsetShown(whole.text, shown);
    const end = offsetShown(whole.text, { line: shown.endLine, column: shown.endColumn });
    const isHead = from < head.length;
    const before = isHead ? 0 : head.length;
    return {
      part: isHead ? 'text' : 'body',
      from: from - before,
      to: Math.max(end, from + 1) - before,
      tone: mark.tone,
    };
  });
}

/** Offers the text's headings to the rest of the page while the text is on screen. */
function Outlined({ tree, onGo }: { tree: TreeNode | null; onGo: (at: number) => void }) {
  const { showOutline, endOutline } = useActions();
  const go = useEffectEvent(onGo);
  useEffect(() => {
    if (tree === null) return undefined;
    const outline = { ...headingsOf(tree), go: (at: number) => go(at) };
    showOutline(outline);
    return () => endOutline(outline);
  }, [tree, showOutline, endOutline]);
  return null;
}

const excuses = {
  'too-slow': 'takes too long to render',
  'too-deep': 'is nested too deeply to render',
  'too-many': 'has too many parts to render',
  failed: 'can’t be rendered',
} as const;

/** The parsed tree, null until ready, or why there's none. */
function Parsed({
  text,
  otherwise,
  children,
}: {
  text: string;
  otherwise: (why: string) => ReactNode;
  children: (tree: TreeNode | null) => ReactNode;
}): ReactNode {
  const parsed = useMarkdownTree(text);
  if (parsed.status === 'too-slow') return otherwise(excuses['too-slow']);
  if (parsed.status === 'parsing') return children(null);
  return parsed.found.ok ? children(parsed.found.tree) : otherwise(excuses[parsed.found.reason]);
}

/** Text that can't be laid out falls back to its source instead of breaking the page. */
class Unrendered extends Component<
  { readonly fallback: ReactNode; readonly children: ReactNode },
  { readonly failed: boolean }
> {
  override state = { failed: false };
  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }
  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
