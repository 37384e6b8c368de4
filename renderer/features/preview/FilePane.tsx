import { useEffect, useEffectEvent, useMemo, useRef, type RefObject, useCallback } from 'react';
import { type FileWords, inOneLine } from '../../../shared/model/file-label.ts';
import type { FileEntry, SkillRow } from '../../../shared/model/skill.ts';
import { Button } from '../../components/Button/Button.tsx';
import { Spinner } from '../../components/Progress/Progress.tsx';
import { EmptyState } from '../../components/EmptyState/EmptyState.tsx';
import { useActions, useApp, useCommands } from '../../store/context.ts';
import { marksOf, useFindings } from '../../store/findings.ts';
import {
  useFileWords,
  useReading,
  useShown,
  nextCommands,
  useNextUnshown,
} from '../../store/readings.ts';
import { useShowExchange } from '../../store/show-exchange.ts';
import { sizeText } from '../../../shared/size-text.ts';
import { FileBar } from './FileBar.tsx';
import { FileContent } from './content/FileContent.tsx';
import type { ContentHandle } from './content/content-view.ts';
import { FailedFile } from './FailedFile.tsx';
import { MismatchPane } from './mismatch/MismatchPane.tsx';
import styles from './FilePane.module.css';
import { type FileShown, type UnreadGap, gapsOf, stateOf } from '../../store/shown/file-shown.ts';

export interface FilePaneProps {
  readonly row: SkillRow;
  readonly files: readonly FileEntry[];
  readonly mode: 'preview' | 'source' | 'mismatch';
}

/**
 * One file of the skill. Showing the pane loads nothing: the person opens a file by selecting the
 * skill, by choosing the file in the tree, the list, the changes or a link, or with the button here.
 */
export function FilePane({ row, files, mode }: FilePaneProps) {
  const asked = useApp((state) => state.file);
  // The current file's reading, whatever its result; never another file's.
  const showExchange = useShowExchange({ of: 'read', server: row.server, uri: asked ?? row.uri });
  if (mode !== 'mismatch')
    return <ReadPane row={row} files={files} mode={mode} onExchange={showExchange} />;
  const file = inFront(row.uri, files, asked);
  return file === undefined ? <NotListed /> : <MismatchPane key={file.uri} row={row} file={file} />;
}

/** The chosen file, or the SKILL.md, which exists before anything is known about it. */
const inFront = (
  uri: string,
  files: readonly FileEntry[],
  asked: string | null,
): FileEntry | undefined =>
  files.find((one) => one.uri === (asked ?? uri)) ??
  (asked === null || asked === uri ? { path: 'SKILL.md', uri } : undefined);

function ReadPane({
  row,
  files,
  mode,
  onExchange,
}: Omit<FilePaneProps, 'mode'> & {
  readonly mode: 'preview' | 'source';
  readonly onExchange: () => void;
}) {
  const { server, uri } = row;
  const asked = useApp((state) => state.file);
  const { openFile } = useActions();
  const file = inFront(uri, files, asked);
  const { reading, read, isCompared } = useReading(server, uri, file);
  useReadWhenChosen(file !== undefined && reading === undefined, isCompared, read);

  const view = reading?.status === 'read' ? reading.view : undefined;
  const { shown, onSeen } = useShown(server, uri, view);
  const content = useRef<ContentHandle>(null);
  const { next, goTo } = useNextUnseen({ row, files, file, shown, mode, content });

  const fileUri = file?.uri ?? null;
  const marks = useMarks(row, fileUri);
  const place = useApp((state) => state.place);
  const start = place?.file === fileUri ? place : null;

  useOpenCommand(reading === undefined ? read : null);

  if (file === undefined) return <NotListed />;
  return (
    <div className={styles.pane}>
      <FileBar
        row={row}
        files={files}
        file={file}
        reading={reading}
        onOpen={(chosen) => openFile(server, uri, chosen, mode)}
        onRead={() => void read()}
        shown={shown}
        onNext={next}
        onGap={goTo}
      />
      <div className={styles.content}>
        <NoContentYet
          row={row}
          file={file}
          reading={reading}
          onExchange={onExchange}
          onRead={() => void read()}
        />
        {reading?.status === 'read' &&
          (reading.view.verdict.status === 'failed' || reading.view.preview === null ? (
            <FailedFile
              row={row}
              file={file}
              view={reading.view}
              onRead={() => void read()}
              onExchange={onExchange}
            />
          ) : (
            <FileContent
              row={row}
              files={files}
              view={reading.view}
              preview={reading.view.preview}
              mode={mode}
              onShowAll={() => void read(true)}
              onSeen={onSeen}
              handle={content}
              onNext={next}
              marks={marks}
              start={start}
            />
          ))}
      </div>
    </div>
  );
}

/**
 * Loads once per choice, not on mount: a skill that a server removed and served again with another
 * digest, or a changed entry, waits until the person opens it again. Exactly the content that the
 * person opened in the changes loads here, too.
 */
function useReadWhenChosen(isDue: boolean, isCompared: boolean, read: () => Promise<void>): void {
  const asked = useApp((state) => state.file);
  const toRead = useApp((state) => state.toRead);
  const { takeRead } = useActions();
  const readChosen = useEffectEvent(() => {
    takeRead();
    if (isDue) void read();
  });
  useEffect(() => {
    if (toRead) readChosen();
  }, [toRead, asked]);
  const readCompared = useEffectEvent(() => void read());
  useEffect(() => {
    if (isDue && isCompared) readCompared();
  }, [isDue, isCompared]);
}

/** In place of the content: it wasn't asked for, is on its way, or didn't come. */
function NoContentYet({
  row,
  file,
  reading,
  onRead,
  onExchange,
}: FileOfRow & {
  readonly reading: ReturnType<typeof useReading>['reading'];
  readonly onRead: () => void;
  readonly onExchange: () => void;
}) {
  if (reading === undefined) return <OpenFirst row={row} file={file} onOpen={onRead} />;
  if (reading.status === 'reading')
    return (
      <p className={styles.wait}>
        <Spinner label={`Reading ${file.path}`} /> Reading {file.path}…
      </p>
    );
  if (reading.status !== 'error') return null;
  return (
    <NotRead
      row={row}
      file={file}
      message={reading.error.message}
      onAgain={onRead}
      onExchange={onExchange}
    />
  );
}

/** The key that opens a file that hasn't been read; null: it was. */
function useOpenCommand(read: (() => Promise<void>) | null): void {
  const commands = useMemo(
    () =>
      read === null
        ? []
        : [
            {
              id: 'open-file',
              icon: 'file' as const,
              title: 'Open the file',
              group: 'Skill',
              key: 'o',
              letter: true,
              run: () => void read(),
            },
          ],
    [read],
  );
  useCommands(commands);
}

function useMarks(row: SkillRow, fileUri: string | null): ReturnType<typeof marksOf> {
  const found = useFindings(row);
  return useMemo(
    () => (fileUri === null ? [] : marksOf(found?.findings ?? [], fileUri)),
    [found, fileUri],
  );
}

function NotListed() {
  const { setTab } = useActions();
  return (
    <EmptyState
      icon="file"
      title="This file isn’t in the skill’s manifest"
      actions={<Button onClick={() => setTab('files')}>Go to files</Button>}
    >
      Skillgate never loads it as part of the skill. Choose another file in the tree or under Files.
    </EmptyState>
  );
}

interface FileOfRow {
  readonly row: SkillRow;
  readonly file: FileEntry;
}

/** A request that returned nothing, even for a file that matched before. */
function NotRead(
  props: FileOfRow & {
    readonly message: string;
    readonly onAgain: () => void;
    readonly onExchange: () => void;
  },
) {
  const { row, file, message, onAgain, onExchange } = props;
  const { word } = useFileWords(row.server, row.uri, file);
  return (
    <EmptyState
      icon="error"
      title={
        word === 'could not be read'
          ? `${file.path} could not be read`
          : `${file.path} is ${word}, and wasn’t received this time`
      }
      actions={
        <>
          <Button onClick={onAgain}>Try again</Button>
          <Button variant="quiet" icon="terminal" hint="x" onClick={onExchange}>
            Show exchange
          </Button>
        </>
      }
    >
      {message}
    </EmptyState>
  );
}

const asTitle = (words: FileWords): string => {
  const line = inOneLine(words);
  return line.charAt(0).toUpperCase() + line.slice(1);
};

/** The button takes focus only when nothing else has it, so arrow keys in the tree keep working. */
function OpenFirst({ row, file, onOpen }: FileOfRow & { readonly onOpen: () => void }) {
  const letters = useApp((app) => app.settings.letterKeys);
  const words = useFileWords(row.server, row.uri, file);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement === null)
      button.current?.focus({ preventScroll: true });
  }, [file.uri]);
  return (
    <EmptyState
      icon="file"
      title={asTitle(words)}
      actions={
        <Button ref={button} variant="primary" onClick={onOpen} hint={letters ? 'o' : undefined}>
          Open {file.path}
          {file.size === undefined ? '' : ` (${sizeText(file.size)})`}
        </Button>
      }
    >
      {words.word === 'not checked'
        ? 'Skillgate loads a file only when you open or verify it, ' +
          'and checks that it’s what was listed.'
        : 'Open the file to read it.'}
    </EmptyState>
  );
}

/**
 * Goes to the next unread part of this file, or to the next file. `next` is null if there's
 * neither.
 */
function useNextUnseen({
  row: { server, uri },
  files,
  file,
  shown,
  mode,
  content,
}: {
  row: SkillRow;
  files: readonly FileEntry[];
  file: FileEntry | undefined;
  shown: FileShown | undefined;
  mode: 'preview' | 'source';
  content: RefObject<ContentHandle | null>;
}): { readonly next: (() => void) | null; readonly goTo: (gap: UnreadGap) => void } {
  const { openFile, setTab } = useActions();
  const other = useNextUnshown(server, uri, files, file?.uri);
  const goTo = useCallback(
    ({ part, range }: UnreadGap) => {
      // What the rendered page doesn't show is in the source.
      if (content.current?.go(part, range[0]) !== true) setTab('source');
    },
    [content, setTab],
  );
  const gap = shown !== undefined && stateOf(shown) === 'part' ? gapsOf(shown)[0] : undefined;
  const next = useMemo(() => {
    if (gap !== undefined) return () => goTo(gap);
    return other === null ? null : () => openFile(server, uri, other, mode);
  }, [gap, goTo, other, openFile, server, uri, mode]);
  useCommands(useMemo(() => nextCommands(next), [next]));
  return { next, goTo };
}
