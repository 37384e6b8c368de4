import type { ReactNode } from 'react';
import type { FileView, FilePreview, TextStretch } from '../../../../shared/model/file-view.ts';
import type { FileEntry, SkillRow } from '../../../../shared/model/skill.ts';
import { Banner } from '../../../components/Banner/Banner.tsx';
import { Button } from '../../../components/Button/Button.tsx';
import { BinaryView } from './BinaryView.tsx';
import { CodePreview, SourceText } from './CodePreview.tsx';
import { sizeText } from '../../../../shared/size-text.ts';
import { HiddenCharacters } from './HiddenCharacters.tsx';
import { MarkdownPage } from '../markdown/MarkdownPage.tsx';
import type { ContentView } from './content-view.ts';
import { useActions } from '../../../store/context.ts';
import { inFile, useFindings } from '../../../store/findings.ts';
import styles from './HiddenCharacters.module.css';
import { revealInvisible } from '../../../../shared/invisible.ts';
import { HexView } from '../../../components/HexView/HexView.tsx';
import { stretchesOf } from '../../../store/shown/file-shown.ts';
import { BlockPage } from './BlockPage.tsx';
import content from './FileContent.module.css';
import { Picture } from './Picture.tsx';

interface Props extends ContentView {
  readonly row: SkillRow;
  readonly files: readonly FileEntry[];
  readonly view: FileView;
  readonly preview: FilePreview;
  readonly mode: 'preview' | 'source';
  readonly onShowAll: () => void;
}

/** Content that matches or can't be checked, below what a reader must know about it. */
export function FileContent(props: Props) {
  const { row, view, onShowAll } = props;
  // For all files of a dynamic skill, the bar above says why.
  const unchecked =
    view.verdict.status === 'unverifiable' && row.content !== 'dynamic' ? view.verdict : null;
  return (
    <>
      {unchecked !== null && (
        <Banner flush tone="warn" title="Can’t be checked">
          {unchecked.message}
        </Banner>
      )}
      <FileFindings row={row} file={view.uri} />
      {view.hidden.length > 0 && <HiddenCharacters hidden={view.hidden} />}
      {view.truncated && (
        <Banner
          flush
          tone="info"
          actions={
            <Button size="sm" onClick={onShowAll}>
              Show all{view.size === null ? '' : ` (${sizeText(view.size)})`}
            </Button>
          }
        >
          Showing the first megabyte. The file doesn’t count as read until you show the rest.
        </Banner>
      )}
      {body(props)}
    </>
  );
}

function body({ row, files, view, preview, mode, ...showing }: Props): ReactNode {
  switch (preview.kind) {
    case 'markdown':
      return mode === 'preview' ? (
        <MarkdownPage row={row} files={files} path={view.path} preview={preview} {...showing} />
      ) : (
        <SourceText text={preview.text} language="markdown" path={view.path} {...showing} />
      );
    case 'code':
      return mode === 'preview' ? (
        <CodePreview
          text={preview.text}
          language={preview.language}
          path={view.path}
          {...showing}
        />
      ) : (
        <SourceText text={preview.text} language={preview.language} path={view.path} {...showing} />
      );
    case 'image':
      return <ImageView preview={preview} path={view.path} {...showing} />;
    case 'binary':
      return <BinaryView preview={preview} path={view.path} size={view.size} {...showing} />;
  }
}

/** The findings in the file on screen: explains the margin marks and links to each place. */
function FileFindings({ row, file }: { row: SkillRow; file: string }) {
  const { openPlace, setTab } = useActions();
  const own = inFile(useFindings(row)?.findings ?? [], file);
  const [first] = own;
  if (first === undefined) return null;
  return (
    <Banner
      flush
      tone={first.severity === 'critical' || first.severity === 'high' ? 'bad' : 'warn'}
      title={own.length === 1 ? '1 finding in this file' : `${own.length} findings in this file`}
      actions={
        <Button size="sm" onClick={() => setTab('findings')}>
          Findings
        </Button>
      }
    >
      <details className={styles.details} open={own.length <= 3}>
        <summary>Where they are</summary>
        <ul className={styles.list} tabIndex={0} aria-label="Findings in this file">
          {own.map(({ rule, title, severity, place: { line, column }, count }) => (
            <li key={rule}>
              <button
                type="button"
                className={styles.link}
                onClick={() => openPlace(row, { file, line, column })}
              >
                line {line}
              </button>
              : {severity}, {title}
              {count > 1 && ` (${count} places)`}
            </li>
          ))}
        </ul>
      </details>
    </Banner>
  );
}

/** A picture and, below it, everything else in its file down to the last byte. */
function ImageView({
  preview,
  path,
  ...showing
}: ContentView & { preview: Extract<FilePreview, { kind: 'image' }>; path: string }) {
  const { whole, rest, cut } = preview;
  const size = rest.reduce((sum, { length }) => sum + length, 0);
  return (
    <>
      {(rest.length > 0 || whole.text !== null) && (
        <Banner flush tone="warn" title="Contains more than an image">
          {whole.text === null
            ? `Contains ${sizeText(size)} of non-image data, shown below the picture.`
            : 'The whole file also reads as text, which is shown below the picture.'}
        </Banner>
      )}
      {cut && (
        <Banner flush tone="warn" title="Can’t be shown in full">
          This file is too large to show in full, so it never counts as read.
        </Banner>
      )}
      <BlockPage label={path} content={preview} {...showing}>
        <Picture preview={preview} path={path} />
        {stretchesOf(preview).map(([part, stretch]) => (
          <Bytes key={part} part={part} stretch={stretch} path={path} />
        ))}
      </BlockPage>
    </>
  );
}

function Bytes({ part, stretch, path }: { part: string; stretch: TextStretch; path: string }) {
  const { what, offset, length, text, base64 } = stretch;
  const shown = text === null ? null : revealInvisible(text);
  return (
    <section className={content.rest} aria-label={`${what} in ${path}`}>
      <p>
        <strong>{what}</strong>{' '}
        <span className={content.muted}>
          · {sizeText(length)} from byte {offset.toLocaleString('en')}
        </span>
      </p>
      {shown === null ? (
        <HexView base64={base64} at={offset} part={part} label={`${what}, in hex`} />
      ) : (
        <pre className={content.restText} data-part={part} data-at={`0-${shown.length}`}>
          {shown}
        </pre>
      )}
    </section>
  );
}
