import type { ReactNode, Ref } from 'react';
import type { FileView, Preview } from '../../../../shared/model/file-view.ts';
import type { FileEntry, SkillRow } from '../../../../shared/model/skill.ts';
import { Banner } from '../../../components/Banner/Banner.tsx';
import { Button } from '../../../components/Button/Button.tsx';
import type { Mark } from '../../../store/findings.ts';
import type { Range } from '../../../store/shown/ranges.ts';
import { BinaryView } from './BinaryView.tsx';
import { sizeText } from '../../../../shared/size-text.ts';
import { HiddenCharacters } from './HiddenCharacters.tsx';
import { FileFindings } from './FileFindings.tsx';
import { ImageView } from './ImageView.tsx';
import { MarkdownPage } from '../markdown/MarkdownPage.tsx';
import { SourceText } from './SourceText.tsx';

/** Brings a place of a part of the file on screen; false when this view does not show it. */
export interface ContentHandle {
  readonly go: (part: string, offset: number) => boolean;
}

/** What every view of a content is given. */
export interface Showing {
  /** Told what is on screen, in the unit of the part. */
  readonly onSeen: (part: string, range: Range) => void;
  readonly handle: Ref<ContentHandle>;
  /** Goes to what was not on screen yet; null when there is nothing. */
  readonly onNext: (() => void) | null;
  /** Where findings stand, for the margin. */
  readonly marks: readonly Mark[];
  /** Where to begin; null at the top, or where it was. */
  readonly start: Pick<Mark, 'line' | 'column'> | null;
}

interface Props extends Showing {
  readonly row: SkillRow;
  readonly files: readonly FileEntry[];
  readonly view: FileView;
  readonly preview: Preview;
  readonly mode: 'preview' | 'source';
  readonly onShowAll: () => void;
}

/** Content that matches, or that nobody can check; with what a reader must know above it. */
export function FileContent(props: Props) {
  const { view, onShowAll } = props;
  return (
    <>
      {view.verdict.status === 'unverifiable' && (
        <Banner flush tone="warn" title="Cannot be verified">
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
          Only the first megabyte is shown: until you ask for the rest, the file does not count as
          read.
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
