import { isValidElement, memo, type ReactNode, useMemo, useEffect, useRef, useState } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { type Components, toJsxRuntime } from 'hast-util-to-jsx-runtime';
import type { FileEntry, SkillRow } from '../../../../shared/model/skill.ts';
import { useActions } from '../../../store/context.ts';
import type { TreeNode } from './parse/markdown-tree.ts';
import { AroundLinks, type LinkContext } from './links/links.ts';
import { ImageMark, LinkMark, textIn } from './links/marks.tsx';
import styles from './MarkdownPage.module.css';
import type { DroppedKind } from './parse/nodes.ts';
import { codeTokens, type CodeToken } from '../../../components/CodeView/code-tokens.ts';
import { cx } from '../../../components/cx.ts';
import droppedStyles from './Dropped.module.css';

type HastTree = Parameters<typeof toJsxRuntime>[0];

/** Element data in the tree beyond HTML (`nodes.ts`). */
interface Told {
  readonly 'data-at'?: string;
  readonly 'data-to'?: string;
  readonly 'data-info'?: string;
  readonly 'data-kind'?: DroppedKind;
  readonly 'data-block'?: boolean | string;
}
const told = (props: object): Told => props;

/** The rendered text. Every block declares which range of the source it represents. */
export const MarkdownBody = memo(function MarkdownBody({
  tree,
  row,
  files,
  path,
}: {
  tree: TreeNode;
  row: Pick<SkillRow, 'server' | 'uri'>;
  files: readonly FileEntry[];
  path: string;
}) {
  const { openFile } = useActions();
  const { server, uri } = row;
  const around = useMemo<LinkContext>(
    () => ({ server, uri, from: path, files, onOpen: (file) => openFile(server, uri, file) }),
    [server, uri, files, path, openFile],
  );
  const drawn = useMemo(
    () =>
      toJsxRuntime(tree as HastTree, { Fragment, jsx, jsxs, components, ignoreInvalidStyle: true }),
    [tree],
  );
  return (
    <div className={styles.text} data-part="body">
      <AroundLinks value={around}>{drawn}</AroundLinks>
    </div>
  );
});

const infoOf = (children: ReactNode): string | undefined =>
  isValidElement<Told>(children) ? children.props['data-info'] : undefined;

/**
 * Keep one stable value: a new one recreates every element, which would drop focus from a link or
 * close the address dialog.
 */
const components: Partial<Components> = {
  // No address reaches an `href` or `src`: both elements are replaced entirely.
  a: ({ href, children, ...rest }) => (
    <LinkMark href={href ?? ''} written={told(rest)['data-to']} text={textIn(children)}>
      {children}
    </LinkMark>
  ),
  img: ({ src, alt, ...rest }) => (
    <ImageMark
      src={typeof src === 'string' ? src : ''}
      written={told(rest)['data-to']}
      alt={alt ?? ''}
    />
  ),
  table: ({ children }) => (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label="Table" data-sideways="">
      <table>{children}</table>
    </div>
  ),
  pre: ({ children }) => (
    <div className={styles.code}>
      {infoOf(children) !== undefined && <p className={styles.info}>{infoOf(children)}</p>}
      <pre dir="ltr">{children}</pre>
    </div>
  ),
  mark: ({ children }) => <mark className={styles.written}>{children}</mark>,
  code: ({ children, className, ...rest }) => {
    const language = /(?:^|\s)language-(\S{1,40})/.exec(className ?? '')?.[1];
    return (
      <code dir="ltr" data-at={told(rest)['data-at']}>
        {language !== undefined && typeof children === 'string' ? (
          <CodeBlockText code={children} language={language} />
        ) : (
          children
        )}
      </code>
    );
  },
  input: ({ checked }) => (
    <span role="img" aria-label={checked ? 'done' : 'not done'}>
      {checked ? '☑' : '☐'}
    </span>
  ),
  ins: ({ children, ...rest }) => {
    const { 'data-kind': kind = 'text', 'data-block': block, 'data-at': at } = told(rest);
    return (
      <Dropped kind={kind} block={block === true || block === 'true'} at={at}>
        {children}
      </Dropped>
    );
  },
  // Headings in the text rank below the page's own.
  h1: ({ children, ...rest }) => (
    <h2 dir="auto" className={styles.h1} data-at={told(rest)['data-at']}>
      {children}
    </h2>
  ),
  h2: ({ children, ...rest }) => (
    <h3 dir="auto" className={styles.h2} data-at={told(rest)['data-at']}>
      {children}
    </h3>
  ),
  h3: ({ children, ...rest }) => (
    <h4 dir="auto" className={styles.h3} data-at={told(rest)['data-at']}>
      {children}
    </h4>
  ),
  h4: ({ children, ...rest }) => (
    <h5 dir="auto" className={styles.h4} data-at={told(rest)['data-at']}>
      {children}
    </h5>
  ),
  h5: ({ children, ...rest }) => (
    <h6 dir="auto" className={styles.h4} data-at={told(rest)['data-at']}>
      {children}
    </h6>
  ),
  h6: ({ children, ...rest }) => (
    <h6 dir="auto" className={styles.h4} data-at={told(rest)['data-at']}>
      {children}
    </h6>
  ),
  section: ({ children }) => <div>{children}</div>,
};

/** The code of a block, in colors once it's near the view and the page has a moment. */
function CodeBlockText({ code, language }: { code: string; language: string }) {
  const [tokens, setTokens] = useState<readonly CodeToken[] | null>(null);
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    setTokens(null);
    const { current } = place;
    if (current === null) return undefined;
    let over = false;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      requestIdleCallback(() => {
        if (over) return;
        // Without colors the code is still all there.
        void codeTokens(code, language).then(
          (found) => !over && setTokens(found),
          () => undefined,
        );
      });
    });
    observer.observe(current);
    return () => {
      over = true;
      observer.disconnect();
    };
  }, [code, language]);
  return (
    <span ref={place}>
      {tokens === null
        ? code
        : tokens.map(({ text, color }, index) =>
            color === undefined ? (
              text
            ) : (
              <span key={index} style={{ color: `var(${color})` }}>
                {text}
              </span>
            ),
          )}
    </span>
  );
}

const words: Readonly<Record<DroppedKind, string>> = {
  comment: 'comment',
  HTML: 'HTML',
  definition: 'link definition',
  title: 'title',
  cells: 'cells without a column',
  image: 'image source',
  target: 'link target',
  label: 'link label',
  text: 'source',
  fence: 'code source',
};

/** Source that isn't rendered, shown in its place: a model reads it, so a reviewer must see it. */
function Dropped({
  kind,
  block,
  at,
  children,
}: {
  kind: DroppedKind;
  block: boolean;
  at?: string | undefined;
  children: ReactNode;
}) {
  return (
    <ins className={cx(droppedStyles.dropped, block && droppedStyles.block)} data-at={at}>
      <span className={droppedStyles.label}>not rendered · {words[kind]}</span>{' '}
      <code className={droppedStyles.source}>{children}</code>
    </ins>
  );
}
