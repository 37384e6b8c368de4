import { type ReactNode, useMemo } from 'react';
import { revealInvisible } from '../../../shared/invisible.ts';
import type { FileView, Preview } from '../../../shared/model/file-view.ts';
import type { FileEntry, SkillRow } from '../../../shared/model/skill.ts';
import { Banner } from '../../components/Banner/Banner.tsx';
import { Button } from '../../components/Button/Button.tsx';
import { CodeView } from '../../components/CodeView/CodeView.tsx';
import { bytes } from './bytes.ts';
import { HiddenCharacters } from './HiddenCharacters.tsx';
import { ImageView } from './ImageView.tsx';
import { MarkdownPage } from './MarkdownPage.tsx';
import styles from './FileContent.module.css';

interface Props {
  readonly row: SkillRow;
  readonly files: readonly FileEntry[];
  readonly view: FileView;
  readonly preview: Preview;
  readonly mode: 'preview' | 'source';
  readonly onShowAll: () => void;
}

/** Content that matches, or that nobody can check; with what a reader must know above it. */
export function FileContent({ row, files, view, preview, mode, onShowAll }: Props) {
  return (
    <>
      {view.verdict.status === 'unverifiable' && (
        <Banner flush tone="warn" title="Cannot be verified">
          {view.verdict.message}
        </Banner>
      )}
      {view.hidden.length > 0 && <HiddenCharacters hidden={view.hidden} />}
      {view.truncated && (
        <Banner
          flush
          tone="info"
          actions={
            <Button size="sm" onClick={onShowAll}>
              Show all{view.size === null ? '' : ` (${bytes(view.size)})`}
            </Button>
          }
        >
          Only the first megabyte is shown.
        </Banner>
      )}
      {body(preview, mode, row, files, view)}
    </>
  );
}

function body(
  preview: Preview,
  mode: Props['mode'],
  row: SkillRow,
  files: readonly FileEntry[],
  view: FileView,
): ReactNode {
  switch (preview.kind) {
    case 'markdown':
      return mode === 'preview' ? (
        <MarkdownPage row={row} files={files} path={view.path} preview={preview} />
      ) : (
        <Source text={preview.text} language="markdown" path={view.path} />
      );
    case 'code':
      return <Source text={preview.text} language={preview.language} path={view.path} />;
    case 'image':
      return <ImageView mediaType={preview.mediaType} base64={preview.base64} path={view.path} />;
    case 'binary':
      return (
        <div className={styles.binary}>
          <p>
            <strong>{preview.type}</strong>{' '}
            <span className={styles.muted}>
              · not inspected{view.size === null ? '' : ` · ${bytes(view.size)}`}
            </span>
          </p>
          <pre className={styles.hex} tabIndex={0} aria-label={`First bytes of ${view.path}`}>
            {preview.hex}
          </pre>
          {view.size !== null && view.size > 4096 && (
            <p className={styles.muted}>The first 4 KiB are shown.</p>
          )}
        </div>
      );
  }
}

/** Text as it is, except that what cannot be seen is written out. */
function Source({ text, language, path }: { text: string; language: string; path: string }) {
  const shown = useMemo(() => revealInvisible(text), [text]);
  if (text === '') return <p className={styles.empty}>This file is empty.</p>;
  return <CodeView text={shown} language={language} label={path} />;
}
