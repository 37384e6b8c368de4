import type { ReactNode } from 'react';
import type { FileView, FilePreview } from '../../../../shared/model/file-view.ts';
import type { FileEntry, SkillRow } from '../../../../shared/model/skill.ts';
import { Banner } from '../../../components/Banner/Banner.tsx';
import { Button } from '../../../components/Button/Button.tsx';
import { BinaryView } from './BinaryView.tsx';
import { sizeText } from '../../../../shared/size-text.ts';
import { HiddenCharacters } from './HiddenCharacters.tsx';
import { FileFindings } from './FileFindings.tsx';
import { ImageView } from './ImageView.tsx';
import { MarkdownPage } from '../markdown/MarkdownPage.tsx';
import { SourceText } from './SourceText.tsx';
import type { ContentView } from './showing.ts';

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
  const { view, onShowAll } = props;
  return (
    <>
      {view.verdict.status === 'unverifiable' && (
        <Banner flush tone="warn" title="Can’t be checked">
          {view.verdict.message}
        </Banner>
      )}
      <FileFindings row={props.row} file={view.uri} />
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
      return (
        <SourceText text={preview.text} language={preview.language} path={view.path} {...showing} />
      );
    case 'image':
      return <ImageView preview={preview} path={view.path} {...showing} />;
    case 'binary':
      return <BinaryView preview={preview} path={view.path} size={view.size} {...showing} />;
  }
}
