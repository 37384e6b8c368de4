import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { SkillChanges } from '../../../shared/model/detail.ts';
import { sinceInWords } from '../../../shared/model/finding-text.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { Button } from '../../components/Button/Button.tsx';
import type { DiffHandle } from '../../components/DiffView/DiffView.tsx';
import { EmptyState } from '../../components/EmptyState/EmptyState.tsx';
import { Spinner } from '../../components/Progress/Progress.tsx';
import { useActions, useApp } from '../../store/context.ts';
import { useFindCommand } from '../../store/find-command.ts';
import { useNoteCompared, useShown, useShowText } from '../../store/readings.ts';
import { useShowExchange } from '../../store/show-exchange.ts';
import { stateOf } from '../../store/shown/file-shown.ts';
import { ApprovalAbout, isAsApproved } from './ApprovalAbout.tsx';
import { ChangedFile } from './ChangedFile.tsx';
import { ChangeList, FrontmatterChanges, ToolsChanged, WhatsNew } from './ChangeList.tsx';
import styles from './ChangesTab.module.css';
import { day } from './dates.ts';
import { ExportChanges } from './ExportChanges.tsx';
import { plural } from './status-text.ts';
import { type SkillComparison, useDiffMoves, useFileDiff } from './use-file-diff.ts';

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
  const { setTab } = useActions();
  const [file, setFile] = useChosenFile(row);
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
  return (
    <div className={styles.tab}>
      <div className={styles.side}>
        <Overview row={row} changes={changes} hasRail={hasRail} />
        <ChangeList files={changes.files} chosen={file} onChoose={setFile} />
        <FrontmatterChanges differences={changes.frontmatter} />
      </div>
      <Difference row={row} changes={changes} file={file} onFile={setFile} onAgain={again} />
    </div>
  );
}

/** The chosen file of this version of the skill. */
function useChosenFile({ server, uri, setDigest, metadataDigest }: SkillRow) {
  const of = JSON.stringify([server, uri, setDigest, metadataDigest]);
  const [chosen, setChosen] = useState<{ of: string; file: string | null } | null>(null);
  const choose = useCallback((file: string | null) => setChosen({ of, file }), [of]);
  return [chosen?.of === of ? chosen.file : null, choose] as const;
}

/**
 * Chooses a file that was chosen elsewhere, as in the approval panel, or the first one where a
 * person chose the skill; a link or a restored page chooses none.
 */
function useAskedFile(files: SkillChanges['files'], onFile: (uri: string) => void): void {
  const { takeRead } = useActions();
  const asked = useApp((app) => app.file);
  const toRead = useApp((app) => app.toRead);
  const wanted = asked === null ? files[0]?.uri : files.find((one) => one.uri === asked)?.uri;
  const takeChosen = useEffectEvent((chosen: string) => {
    takeRead();
    onFile(chosen);
  });
  useEffect(() => {
    if (toRead && wanted !== undefined) takeChosen(wanted);
  }, [toRead, wanted]);
}

/** How much changed, what's new in it, and how the approval ended. */
function Overview({
  row,
  changes,
  hasRail,
}: {
  row: SkillRow;
  changes: SkillChanges;
  hasRail: boolean;
}) {
  const { setTab } = useActions();
  return (
    <>
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
    </>
  );
}

/** The chosen file's two versions. */
function Difference({
  row,
  changes,
  file,
  onFile,
  onAgain,
}: {
  row: SkillRow;
  changes: SkillChanges;
  file: string | null;
  onFile: (uri: string | null) => void;
  onAgain: () => void;
}) {
  const { server, uri } = row;
  const { files } = changes;
  const view = useRef<DiffHandle>(null);
  useAskedFile(files, onFile);
  useFindCommand(
    'Find in the diff',
    useCallback(() => view.current?.find(), []),
  );
  useShowExchange(file === null ? null : { of: 'read', server, uri: file });
  const chosen = files.find((one) => one.uri === file);
  const after =
    chosen?.after == null ? undefined : { uri: chosen.uri, digest: chosen.after.digest };
  const showText = useShowText();
  const noteCompared = useNoteCompared();
  const { shown, onSeen } = useShown(server, uri, after);
  const read = useFileDiff(row, file, (text) => {
    if (after === undefined) return;
    showText(server, uri, after, text);
    noteCompared(server, uri, after);
  });
  const hasPlaces = read.places !== null && read.places.count > 0;
  const moves = useDiffMoves({ row, files, file, hasPlaces, shown, view, onFile });
  return (
    <div className={styles.diff}>
      {chosen === undefined ? (
        <NothingChosen changes={changes} onFile={onFile} />
      ) : (
        <ChangedFile
          file={chosen}
          read={read}
          handle={view}
          shown={after === undefined ? null : stateOf(shown)}
          moves={moves}
          onSeen={(from, to, how) => {
            if (how === 'in view' || changes.wasRead === true) onSeen('text', [from, to]);
          }}
          onAgain={onAgain}
        />
      )}
    </div>
  );
}

function NothingChosen({
  changes,
  onFile,
}: {
  changes: SkillChanges;
  onFile: (uri: string) => void;
}) {
  const { setTab } = useActions();
  const [first] = changes.files;
  return (
    <EmptyState
      icon="diff"
      title={
        first === undefined ? 'Same files as you approved' : 'Choose a file to see what changed'
      }
      actions={
        first !== undefined ? (
          <Button variant="primary" onClick={() => onFile(first.uri)}>
            Show {first.path}
          </Button>
        ) : isAsApproved(changes) ? (
          <Button onClick={() => setTab('preview')}>Read it again</Button>
        ) : (
          <Button onClick={() => setTab('frontmatter')}>Go to the frontmatter</Button>
        )
      }
    >
      Compared with what you approved on {day(changes.approvedAt)}.
      {first !== undefined && ' A file is read when you choose it.'}
    </EmptyState>
  );
}
