import { Component, memo, type ReactNode, useMemo, useState } from 'react';
import Markdown, { type Components } from 'react-markdown';
import { revealInvisible } from '../../../shared/invisible.ts';
import type { Preview } from '../../../shared/model/file-view.ts';
import type { FileEntry, SkillRow } from '../../../shared/model/skill.ts';
import { Banner } from '../../components/Banner/Banner.tsx';
import { Button } from '../../components/Button/Button.tsx';
import { CodeView } from '../../components/CodeView/CodeView.tsx';
import { Spinner } from '../../components/Progress/Progress.tsx';
import { useActions } from '../../store/context.ts';
import type { TreeNode } from './markdown-tree.ts';
import { ImageMark, LinkMark, textIn } from './marks.tsx';
import styles from './MarkdownPage.module.css';
import { useMarkdownTree } from './use-markdown-tree.ts';

/** Longer text, in characters, is first shown as source. */
const renderedAtOnce = 200_000;

interface Props {
  readonly row: SkillRow;
  readonly files: readonly FileEntry[];
  readonly path: string;
  readonly preview: Extract<Preview, { kind: 'markdown' }>;
}

/**
 * Rendered markdown under its frontmatter. No HTML, no remote content, no link that acts by itself.
 */
export function MarkdownPage({ row, files, path, preview }: Props) {
  const body = useMemo(() => revealInvisible(preview.body), [preview.body]);
  const [anyway, setAnyway] = useState(false);
  if (body.length > renderedAtOnce && !anyway) {
    return (
      <>
        <Banner
          flush
          tone="info"
          actions={
            <Button size="sm" onClick={() => setAnyway(true)}>
              Render it
            </Button>
          }
        >
          This text is long and is shown as source.
        </Banner>
        <CodeView text={body} language="markdown" label={path} />
      </>
    );
  }
  return (
    <div className={styles.page} tabIndex={0} role="region" aria-label={`${path}, rendered`}>
      {preview.frontmatterProblem !== undefined && (
        <Banner tone="warn" title="Frontmatter cannot be read">
          {preview.frontmatterProblem}
        </Banner>
      )}
      {preview.frontmatter.length > 0 && (
        <table className={styles.front}>
          <caption className="visually-hidden">Frontmatter</caption>
          <tbody>
            {preview.frontmatter.map(({ field, value }) => (
              <tr key={field}>
                <th scope="row">{revealInvisible(field)}</th>
                <td>{revealInvisible(plain(value))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Unrendered
        key={body}
        fallback={<SourceInstead text={body} path={path} why={excuses.failed} />}
      >
        <Rendered text={body} row={row} files={files} path={path} />
      </Unrendered>
    </div>
  );
}

/** A JSON string without its quotes; anything else as JSON. */
function plain(json: string): string {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' ? value : json;
  } catch {
    return json;
  }
}

const asWritten = (url: string): string => url;
/** Lays out a tree that was parsed elsewhere in place of the (empty) text. */
const given = (tree: TreeNode) => (): TreeNode => tree;

interface BodyProps {
  readonly text: string;
  readonly row: SkillRow;
  readonly files: readonly FileEntry[];
  readonly path: string;
}

const excuses = {
  'too-slow': 'takes too long to lay out',
  'too-deep': 'is nested too deep to lay out',
  'too-many': 'has too many parts to lay out',
  failed: 'cannot be laid out',
} as const;

function Rendered(props: BodyProps) {
  const parsed = useMarkdownTree(props.text);
  const excuse =
    parsed.status === 'too-slow'
      ? 'too-slow'
      : parsed.status === 'done' && !parsed.found.ok
        ? parsed.found.reason
        : null;
  if (excuse !== null) return <SourceInstead {...props} why={excuses[excuse]} />;
  if (parsed.status !== 'done' || !parsed.found.ok)
    return (
      <p className={styles.wait}>
        <Spinner label="Laying out the text" />
      </p>
    );
  return <Body {...props} tree={parsed.found.tree} />;
}

function SourceInstead({ text, path, why }: { text: string; path: string; why: string }) {
  return (
    <div className={styles.fallback}>
      <Banner tone="warn">This text {why}; its source is shown.</Banner>
      <CodeView text={text} language="markdown" label={path} />
    </div>
  );
}

const Body = memo(function Body({
  tree,
  row,
  files,
  path,
}: Omit<BodyProps, 'text'> & { tree: TreeNode }) {
  const { openFile } = useActions();
  const { server, uri } = row;
  const components = useMemo<Components>(
    () => ({
      // An address reaches no `href` and no `src`: both elements are replaced whole.
      a: ({ href, children }) => (
        <LinkMark
          href={href ?? ''}
          text={textIn(children)}
          from={path}
          files={files}
          onOpen={(file) => openFile(server, uri, file)}
        >
          {children}
        </LinkMark>
      ),
      img: ({ src, alt }) => (
        <ImageMark
          src={typeof src === 'string' ? src : ''}
          alt={alt ?? ''}
          from={path}
          files={files}
          onOpen={(file) => openFile(server, uri, file)}
        />
      ),
      table: ({ children }) => (
        <div className={styles.scroll} tabIndex={0} role="group" aria-label="Table">
          <table>{children}</table>
        </div>
      ),
      pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
      input: ({ checked }) => (
        <span role="img" aria-label={checked ? 'done' : 'not done'}>
          {checked ? '☑' : '☐'}
        </span>
      ),
      // Headings of the text come below the page's own.
      h1: ({ children }) => <h2 className={styles.h1}>{children}</h2>,
      h2: ({ children }) => <h3 className={styles.h2}>{children}</h3>,
      h3: ({ children }) => <h4 className={styles.h3}>{children}</h4>,
      h4: ({ children }) => <h5 className={styles.h4}>{children}</h5>,
      h5: ({ children }) => <h6 className={styles.h4}>{children}</h6>,
      h6: ({ children }) => <h6 className={styles.h4}>{children}</h6>,
      section: ({ children }) => <div>{children}</div>,
    }),
    [server, uri, files, path, openFile],
  );
  const plugins = useMemo(() => [[given, tree] as [typeof given, TreeNode]], [tree]);
  return (
    <div className={styles.text}>
      <Markdown rehypePlugins={plugins} urlTransform={asWritten} components={components}>
        {''}
      </Markdown>
    </div>
  );
});

/**
 * A text that the layout cannot follow falls back to its source instead of taking the page down.
 */
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
