import {
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type RefObject,
} from 'react';
import { sinceInWords } from '../../../shared/model/finding-text.ts';
import type { FileEntry, SkillRow } from '../../../shared/model/skill.ts';
import { Button } from '../../components/Button/Button.tsx';
import type { DiffHandle } from '../../components/DiffView/DiffView.tsx';
import { EmptyState } from '../../components/EmptyState/EmptyState.tsx';
import { Spinner } from '../../components/Progress/Progress.tsx';
import { useActions, useApp, useCommands } from '../../store/context.ts';
import { useFindCommand } from '../../store/find-command.ts';
import { useShowExchange } from '../../store/show-exchange.ts';
import type { PaletteCommand } from '../../store/state.ts';
import { useShown, useShowText, useNextCommand, useNextUnshown } from '../../store/readings.ts';
import { stateOf, gapsOf, type FileShown } from '../../store/shown/file-shown.ts';
import { shownLook } from '../../store/shown/shown-text.ts';
import { ApprovalAbout, isAsApproved } from './ApprovalAbout.tsx';
import { ChangedFile } from './ChangedFile.tsx';
import { ChangeList } from './ChangeList.tsx';
import styles from './ChangesTab.module.css';
import { day } from './dates.ts';
import { ExportChanges } from './ExportChanges.tsx';
import { FrontmatterChanges } from './FrontmatterChanges.tsx';
import { plural } from './status-text.ts';
import { ToolsChanged } from './ToolsChanged.tsx';
import { WhatsNew } from './WhatsNew.tsx';
import type { SkillComparison } from './use-changes.ts';
import { noWay, useFileDiff } from './use-file-diff.ts';

/** The current version of the selected file. */
function afterOf(
  changes: SkillComparison['changes'],
  uri: string | null,
): { readonly uri: string; readonly digest: string } | undefined {
  if (changes == null || !('files' in changes)) return undefined;
  const digest = changes.files.find((one) => one.uri === uri)?.after?.digest;
  return digest === undefined || uri === null ? undefined : { uri, digest };
}

/** The changed files that can be read now, as entries. */
const currentOf = (changes: SkillComparison['changes']): readonly FileEntry[] =>
  changes == null || !('files' in changes)
    ? []
    : changes.files.flatMap(({ path, uri, after }) =>
        after === null ? [] : [{ path, uri, digest: after.digest }],
      );

/** What differs from the approved content. A file's text loads when the person chooses the file. */
export function ChangesTab({
  row,
  comparison: { changes, again },
  hasRail,
}: {
  row: SkillRow;
  comparison: SkillComparison;
  /** The rail beside it says what's new. */
  hasRail: boolean;
}) {
  const { server, uri, setDigest, metadataDigest } = row;
  const [file, setFile] = useState<string | null>(null);
  const view = useRef<DiffHandle>(null);
  const { setTab, takeRead } = useActions();
  useEffect(() => setFile(null), [server, uri, setDigest, metadataDigest]);

  // A file chosen elsewhere, as in the approval panel, or the first one where a person chose the skill;
  // a link or a restored page chooses none.
  const asked = useApp((app) => app.file);
  const toRead = useApp((app) => app.toRead);
  const files = changes != null && 'files' in changes ? changes.files : [];
  const wanted = asked === null ? files[0]?.uri : files.find((one) => one.uri === asked)?.uri;
  const takeChosen = useEffectEvent((chosen: string) => {
    takeRead();
    setFile(chosen);
  });
  useEffect(() => {
    if (toRead && wanted !== undefined) takeChosen(wanted);
  }, [toRead, wanted]);

  useFindCommand(
    'Find in the diff',
    useCallback(() => view.current?.find(), []),
  );
  useShowExchange(file === null ? null : { of: 'read', server, uri: file });
  const showText = useShowText();
  const after = afterOf(changes, file);
  const { shown: shownFile, onSeen } = useShown(server, uri, after);
  const look = shownLook[stateOf(shownFile)];
  const read = useFileDiff(row, file, (shown) => {
    if (after !== undefined) showText(server, uri, after, shown);
  });
  const { diff, places } = read;

  const all = changes != null && 'files' in changes ? changes.files : undefined;
  const first = all?.[0]?.uri;
  const goOn = useMemo(
    () =>
      all === undefined || all.length < 2
        ? undefined
        : (direction: 'next' | 'previous') => {
            const at = all.findIndex((one) => one.uri === file);
            const to = at + (direction === 'next' ? 1 : -1);
            setFile(all[(to + all.length) % all.length]?.uri ?? null);
          },
    [all, file],
  );
  const hasPlaces = places !== null && places.count > 0;
  const go = useMemo(
    () => (direction: 'next' | 'previous') => {
      if (file === null) {
        if (first !== undefined) setFile(first);
      } else if (hasPlaces) view.current?.go(direction);
      else goOn?.(direction);
    },
    [file, first, hasPlaces, goOn],
  );
  const hasWay = file === null ? first !== undefined : hasPlaces || goOn !== undefined;

  const current = useMemo(() => currentOf(changes), [changes]);
  const next = useNextInDiff({
    row,
    files: current,
    file,
    shown: shownFile,
    hasPlaces,
    view,
    onFile: setFile,
  });
  useCommands(
    useMemo(
      (): readonly PaletteCommand[] =>
        hasWay
          ? [
              {
                id: 'next-change',
                icon: 'arrowDown',
                title: 'Next change',
                group: 'Skill',
                key: ']',
                repeats: true,
                run: () => go('next'),
              },
              {
                id: 'previous-change',
                icon: 'arrowUp',
                title: 'Previous change',
                group: 'Skill',
                key: '[',
                repeats: true,
                run: () => go('previous'),
              },
            ]
          : [],
      [go, hasWay],
    ),
  );

  if (changes === undefined)
    return (
      <p className={styles.wait}>
        <Spinner label="Comparing" />
      </p>
    );
  if (changes === null)
    return (
      <EmptyState
        icon="history"
        title="No approval to compare with"
        actions={<Button onClick={() => setTab('preview')}>Go to the preview</Button>}
      />
    );
  if ('code' in changes)
    return (
      <EmptyState
        icon="error"
        title="Couldn’t list the changes"
        actions={<Button onClick={again}>Try again</Button>}
      >
        {changes.message}
      </EmptyState>
    );
  const reason = hasWay ? null : noWay(diff, places);
  const chosen = changes.files.find((one) => one.uri === file);
  return (
    <div className={styles.tab}>
      <div className={styles.side}>
        <div className={styles.sideHead}>
          <span>
            {changes.files.length === 0
              ? 'Same files as you approved'
              : plural(changes.files.length, 'file differs', 'files differ')}
          </span>
          <ExportChanges row={row} />
        </div>
        {!hasRail && changes.behavior !== undefined && !isAsApproved(changes) && (
          <WhatsNew behavior={changes.behavior} />
        )}
        {row.sinceDecision !== null && (
          <p className={styles.found}>
            <button type="button" className={styles.link} onClick={() => setTab('findings')}>
              Findings: {sinceInWords(row.sinceDecision)}
            </button>
          </p>
        )}
        <ApprovalAbout changes={changes} isLocal={row.isLocal === true} />
        <ToolsChanged differences={changes.frontmatter} />
        <ChangeList files={changes.files} chosen={file} onChoose={setFile} />
        <FrontmatterChanges differences={changes.frontmatter} />
      </div>
      <div className={styles.diff}>
        {chosen === undefined && (
          <EmptyState
            icon="diff"
            title={
              first === undefined
                ? 'Same files as you approved'
                : 'Choose a file to see what changed'
            }
            actions={
              first === undefined ? (
                isAsApproved(changes) ? (
                  <Button onClick={() => setTab('preview')}>Read it again</Button>
                ) : (
                  <Button onClick={() => setTab('frontmatter')}>Go to the frontmatter</Button>
                )
              ) : (
                <Button variant="primary" onClick={() => setFile(first)}>
                  Show {changes.files[0]?.path}
                </Button>
              )
            }
          >
            Compared with what you approved on {day(changes.approvedAt)}.
            {first !== undefined && ' A file is read when you choose it.'}
          </EmptyState>
        )}
        {chosen !== undefined && (
          <ChangedFile
            file={chosen}
            read={read}
            handle={view}
            look={after === undefined ? null : look}
            reason={reason}
            onGo={go}
            onSeen={(from, to, how) => {
              if (how === 'in view' || changes.wasRead === true) onSeen('text', [from, to]);
            }}
            onAgain={again}
            onEdge={goOn}
            onNext={next}
          />
        )}
      </div>
    </div>
  );
}

/** Goes to the next unread part of the diff, or to the next unread changed file; null if none. */
function useNextInDiff({
  row: { server, uri },
  files,
  file,
  shown,
  hasPlaces,
  view,
  onFile,
}: {
  row: Pick<SkillRow, 'server' | 'uri'>;
  /** The changed files that can be read now. */
  files: readonly FileEntry[];
  file: string | null;
  shown: FileShown | undefined;
  /** The diff has changes to show. */
  hasPlaces: boolean;
  view: RefObject<DiffHandle | null>;
  onFile: (uri: string) => void;
}): (() => void) | null {
  const { openFile } = useActions();
  const other = useNextUnshown(server, uri, files, file ?? undefined);
  const reveal = useCallback((offset: number) => view.current?.reveal(offset), [view]);
  const state = stateOf(shown);
  const gap = shown !== undefined && state !== 'shown' ? gapsOf(shown)[0] : undefined;
  const next = useMemo(() => {
    // What has no text to compare is read on its own.
    if (file !== null && gap !== undefined && state !== 'unreadable')
      return () => (hasPlaces ? reveal(gap.range[0]) : openFile(server, uri, file));
    return other === null ? null : () => onFile(other);
  }, [file, gap, state, hasPlaces, other, openFile, onFile, reveal, server, uri]);
  useNextCommand(next);
  return next;
}
