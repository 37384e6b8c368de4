import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { revealInvisible } from '../../../shared/invisible.ts';
import type { FileDiff, SkillChanges } from '../../../shared/model/detail.ts';
import type { RequestError } from '../../../shared/contract.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { Button } from '../../components/Button/Button.tsx';
import type { DiffHandle } from '../../components/DiffView/DiffView.tsx';
import { EmptyState } from '../../components/EmptyState/EmptyState.tsx';
import { Status } from '../../components/Status/Status.tsx';
import { Spinner } from '../../components/Progress/Progress.tsx';
import { useActions, useApi, useCommands } from '../../store/context.ts';
import type { Command } from '../../store/state.ts';
import { useShown, useShowText } from '../../store/readings.ts';
import { stateOf } from '../../store/shown/file-shown.ts';
import { shownLook } from '../../store/shown/words.ts';
import { ChangeList } from './ChangeList.tsx';
import styles from './ChangesTab.module.css';
import { day } from './dates.ts';
import { shortDigest } from './figures.ts';
import { ExportChanges } from './ExportChanges.tsx';
import { FileSides } from './FileSides.tsx';
import { FrontmatterChanges } from './FrontmatterChanges.tsx';
import { plural } from './words.ts';
import { ToolsChanged } from './ToolsChanged.tsx';

type Diff =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly diff: FileDiff }
  | { readonly status: 'error'; readonly error: RequestError };

/** The chosen file as it is served now. */
function afterOf(
  changes: SkillChanges | null | undefined | RequestError,
  uri: string | null,
): { readonly uri: string; readonly digest: string } | undefined {
  if (changes == null || !('files' in changes)) return undefined;
  const digest = changes.files.find((one) => one.uri === uri)?.after?.digest;
  return digest === undefined || uri === null ? undefined : { uri, digest };
}

/** Why there is no change of the file to go to. */
function noWay(diff: Diff, places: number | null): string {
  if (diff.status === 'error') return 'The file could not be compared';
  if (diff.status === 'ready' && !('text' in diff.diff.before) && !('text' in diff.diff.after))
    return 'There is no text to compare';
  return places === null ? 'The difference is being worked out' : 'No line of its text differs';
}

/** File names as a reader must see them. */
const readable = (changes: SkillChanges | null): SkillChanges | null =>
  changes && {
    ...changes,
    files: changes.files.map((file) => ({ ...file, path: revealInvisible(file.path) })),
  };

/**
 * What differs from the approved content. A file's text is fetched when the person chooses the
 * file.
 */
export function ChangesTab({ row }: { row: SkillRow }) {
  const { server, uri, setDigest, metadataDigest } = row;
  const api = useApi();
  const [changes, setChanges] = useState<SkillChanges | null | RequestError>();
  const [file, setFile] = useState<string | null>(null);
  const [diff, setDiff] = useState<Diff>({ status: 'loading' });
  const view = useRef<DiffHandle>(null);
  const { setTab } = useActions();
  const [turn, setTurn] = useState(0);
  const again = (): void => setTurn(turn + 1);
  /** Places of the chosen file that differ, once they are known. */
  const [places, setPlaces] = useState<number | null>(null);

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

  const showText = useShowText();
  const after = afterOf(changes, file);
  const { shown: shownFile, onSeen } = useShown(server, uri, after);
  const look = shownLook[stateOf(shownFile)];
  const arrived = useEffectEvent((text: string) => {
    if (after !== undefined) showText(server, uri, after, text);
  });
  useEffect(() => {
    if (file === null) return undefined;
    let over = false;
    setDiff({ status: 'loading' });
    setPlaces(null);
    void api.getDiff({ server, uri, file, since: null }).then((reply) => {
      if (over) return;
      setDiff(
        reply.ok ? { status: 'ready', diff: reply.value } : { status: 'error', error: reply.error },
      );
      if (reply.ok && 'text' in reply.value.after) arrived(reply.value.after.text);
    });
    return () => {
      over = true;
    };
  }, [api, server, uri, file]);

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
  const hasWay = file === null ? first !== undefined : places !== null && places > 0;
  useCommands(
    useMemo(
      (): readonly Command[] =>
        hasWay
          ? [
              {
                id: 'next-change',
                icon: 'arrowDown',
                title: 'Next change',
                group: 'Skill',
                key: ']',
                run: () => go('next'),
              },
              {
                id: 'previous-change',
                icon: 'arrowUp',
                title: 'Previous change',
                group: 'Skill',
                key: '[',
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
        title="There is no approval to compare with"
        actions={<Button onClick={() => setTab('preview')}>Go to the preview</Button>}
      />
    );
  if ('code' in changes)
    return (
      <EmptyState
        icon="error"
        title="The changes could not be listed"
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
              ? 'No file differs'
              : plural(changes.files.length, 'file differs', 'files differ')}
          </span>
          <ExportChanges row={row} />
        </div>
        <ToolsChanged differences={changes.frontmatter} />
        <ChangeList files={changes.files} chosen={file} onChoose={setFile} />
        <FrontmatterChanges differences={changes.frontmatter} />
      </div>
      <div className={styles.diff}>
        {chosen === undefined && (
          <EmptyState
            icon="diff"
            title={
              first === undefined ? 'Its files are the same' : 'Choose a file to see what changed'
            }
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
          <>
            <div className={styles.bar}>
              <span className={styles.path}>{chosen.path}</span>
              <span className={styles.digests}>
                {chosen.before === null ? 'new' : <code>{shortDigest(chosen.before.digest)}</code>}{' '}
                →{' '}
                {chosen.after === null ? (
                  'removed'
                ) : (
                  <code>{shortDigest(chosen.after.digest)}</code>
                )}
              </span>
              {after !== undefined && <Status {...look} size={14} />}
              <span className={styles.moves}>
                <Button
                  size="sm"
                  variant="quiet"
                  icon="arrowUp"
                  hint="["
                  reason={reason}
                  onClick={() => go('previous')}
                >
                  Previous
                </Button>
                <Button
                  size="sm"
                  variant="quiet"
                  icon="arrowDown"
                  hint="]"
                  reason={reason}
                  onClick={() => go('next')}
                >
                  Next
                </Button>
              </span>
            </div>
            {diff.status === 'loading' && (
              <p className={styles.wait}>
                <Spinner label={`Comparing ${chosen.path}`} />
              </p>
            )}
            {diff.status === 'error' && (
              <EmptyState
                icon="error"
                title="The file could not be compared"
                actions={<Button onClick={again}>Try again</Button>}
              >
                {diff.error.message}
              </EmptyState>
            )}
            {diff.status === 'ready' && (
              <FileSides
                diff={diff.diff}
                handle={view}
                onChanges={setPlaces}
                onSeen={(from, to) => onSeen('text', [from, to])}
              />
            )}
          </>
        )}
      </div>
    </div>
  );
}
