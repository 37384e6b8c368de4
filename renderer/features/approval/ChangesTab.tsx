import { useEffect, useMemo, useRef, useState } from 'react';
import { revealInvisible } from '../../../shared/invisible.ts';
import type { SkillChanges } from '../../../shared/model/detail.ts';
import type { RequestError } from '../../../shared/contract.ts';
import { sinceInWords } from '../../../shared/model/finding-text.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { Button } from '../../components/Button/Button.tsx';
import type { DiffHandle } from '../../components/DiffView/DiffView.tsx';
import { EmptyState } from '../../components/EmptyState/EmptyState.tsx';
import { Spinner } from '../../components/Progress/Progress.tsx';
import { useActions, useApi, useCommands } from '../../store/context.ts';
import { useShowExchange } from '../../store/show-exchange.ts';
import type { PaletteCommand } from '../../store/state.ts';
import { useShown, useShowText } from '../../store/readings.ts';
import { stateOf } from '../../store/shown/file-shown.ts';
import { shownLook } from '../../store/shown/shown-text.ts';
import { ApprovalAbout } from './ApprovalAbout.tsx';
import { ChangedFile } from './ChangedFile.tsx';
import { ChangeList } from './ChangeList.tsx';
import styles from './ChangesTab.module.css';
import { day } from './dates.ts';
import { ExportChanges } from './ExportChanges.tsx';
import { FrontmatterChanges } from './FrontmatterChanges.tsx';
import { plural } from './status-text.ts';
import { ToolsChanged } from './ToolsChanged.tsx';
import { noWay, useFileDiff } from './use-file-diff.ts';

/** The current version of the selected file. */
function afterOf(
  changes: SkillChanges | null | undefined | RequestError,
  uri: string | null,
): { readonly uri: string; readonly digest: string } | undefined {
  if (changes == null || !('files' in changes)) return undefined;
  const digest = changes.files.find((one) => one.uri === uri)?.after?.digest;
  return digest === undefined || uri === null ? undefined : { uri, digest };
}

/** File names with hidden characters written out. */
const readable = (changes: SkillChanges | null): SkillChanges | null =>
  changes && {
    ...changes,
    files: changes.files.map((file) => ({ ...file, path: revealInvisible(file.path) })),
  };

/** What differs from the approved content. A file's text loads when the person chooses the file. */
export function ChangesTab({ row }: { row: SkillRow }) {
  const { server, uri, setDigest, metadataDigest } = row;
  const api = useApi();
  const [changes, setChanges] = useState<SkillChanges | null | RequestError>();
  const [file, setFile] = useState<string | null>(null);
  const view = useRef<DiffHandle>(null);
  const { setTab } = useActions();
  const [turn, setTurn] = useState(0);
  const again = (): void => setTurn(turn + 1);

  useEffect(() => {
    let over = false;
    setChanges(undefined);
    setFile(null);
    void api.getChanges({ server, uri }).then((reply) => {
      if (!over) setChanges(reply.ok ? readable(reply.value) : reply.error);
    });
    return () => {
      over = true;
    };
  }, [api, server, uri, setDigest, metadataDigest, turn]);

  useShowExchange(file === null ? null : { of: 'read', server, uri: file });
  const showText = useShowText();
  const after = afterOf(changes, file);
  const { shown: shownFile, onSeen } = useShown(server, uri, after);
  const look = shownLook[stateOf(shownFile)];
  const read = useFileDiff(row, file, (shown) => {
    if (after !== undefined) showText(server, uri, after, shown);
  });
  const { diff, places } = read;

  const first =
    changes !== undefined && changes !== null && 'files' in changes
      ? changes.files[0]?.uri
      : undefined;
  const go = useMemo(
    () => (direction: 'next' | 'previous') => {
      if (file === null) {
        if (first !== undefined) setFile(first);
      } else view.current?.go(direction);
    },
    [file, first],
  );
  const hasWay = file === null ? first !== undefined : places !== null && places.count > 0;
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
              ? 'No files differ'
              : plural(changes.files.length, 'file differs', 'files differ')}
          </span>
          <ExportChanges row={row} />
        </div>
        {row.sinceDecision !== null && (
          <p className={styles.found}>
            <button type="button" className={styles.link} onClick={() => setTab('findings')}>
              Findings: {sinceInWords(row.sinceDecision)}
            </button>
          </p>
        )}
        <ApprovalAbout changes={changes} />
        <ToolsChanged differences={changes.frontmatter} />
        <ChangeList files={changes.files} chosen={file} onChoose={setFile} />
        <FrontmatterChanges differences={changes.frontmatter} />
      </div>
      <div className={styles.diff}>
        {chosen === undefined && (
          <EmptyState
            icon="diff"
            title={first === undefined ? 'Files unchanged' : 'Choose a file to see what changed'}
            actions={
              first === undefined ? (
                <Button onClick={() => setTab('frontmatter')}>Go to the frontmatter</Button>
              ) : (
                <Button variant="primary" onClick={() => setFile(first)}>
                  Show {changes.files[0]?.path}
                </Button>
              )
            }
          >
            Compared with what you approved on {day(changes.approvedAt)}. A file is read from the
            server when you choose it.
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
            onSeen={(from, to) => onSeen('text', [from, to])}
            onAgain={again}
          />
        )}
      </div>
    </div>
  );
}
