import { useCallback, useMemo } from 'react';
import { fileWords, inOneLine } from '../../../shared/model/file-label.ts';
import type { FileView } from '../../../shared/model/file-view.ts';
import type { FileEntry, SkillRow } from '../../../shared/model/skill.ts';
import { Button } from '../../components/Button/Button.tsx';
import { KeyValue } from '../../components/KeyValue/KeyValue.tsx';
import { Icon } from '../../components/Icon/Icon.tsx';
import { useActions, useApp, useCommands } from '../../store/context.ts';
import { useRefreshEntry } from '../../store/refresh.ts';
import { cameOtherwise } from '../../store/readings.ts';
import styles from './FailedFile.module.css';

interface Props {
  readonly row: SkillRow;
  readonly file: FileEntry;
  readonly view: FileView;
  readonly onRead: () => void;
  readonly onExchange: () => void;
}

/**
 * Replaces content that isn't the skill's: the failed check, what was expected and what the server
 * sent.
 */
export function FailedFile({ row, file, view, onRead, onExchange }: Props) {
  const { busy, refresh } = useRefreshEntry(row);
  const letters = useApp((state) => state.settings.letterKeys);
  const { verdict } = view;
  const differs = cameOtherwise(verdict);
  const showArrived = useShowArrived(row, file, differs);
  if (verdict.status !== 'failed')
    return (
      <p className={styles.none}>
        Nothing to show:{' '}
        {verdict.status === 'unverifiable' ? verdict.message : 'the file has no content.'}
      </p>
    );
  const words = fileWords(verdict);
  return (
    <section className={styles.failed} aria-label="Failed check">
      <h2 className={styles.title}>
        <Icon name={words.icon} className={styles.icon} /> {file.path}{' '}
        {differs
          ? row.isLocal === true
            ? 'isn’t what was listed'
            : 'doesn’t match the manifest'
          : inOneLine(words)}
      </h2>
      <p>
        {verdict.message}{' '}
        {differs
          ? `What ${row.isLocal === true ? 'is in the folder' : 'the server sent'} ` +
            'isn’t shown here.'
          : 'Skillgate kept no content, so there’s nothing to show.'}
      </p>
      {verdict.explanation !== undefined && (
        <p className={styles.why}>
          <Icon name="info" size={14} /> {verdict.explanation.message}
        </p>
      )}
      <KeyValue
        items={[
          { name: 'Check', value: verdict.check },
          {
            name: 'Expected',
            value:
              verdict.expected === undefined ? null : (
                <code className={styles.value}>{verdict.expected}</code>
              ),
          },
          {
            name: 'Actual',
            value:
              verdict.actual === undefined ? null : (
                <code className={styles.value}>{verdict.actual}</code>
              ),
          },
        ]}
      />
      <Differences of={verdict.differences ?? []} />
      <div className={styles.actions}>
        <Button icon="refresh" reason={busy ? 'Waiting for an answer' : null} onClick={refresh}>
          Refresh the entry
        </Button>
        {differs && (
          <Button icon="file" hint={letters ? 'b' : undefined} onClick={showArrived}>
            Received content
          </Button>
        )}
        <Button variant="quiet" onClick={onRead}>
          Load the file again
        </Button>
        <Button variant="quiet" icon="terminal" hint="x" onClick={onExchange}>
          Show exchange
        </Button>
      </div>
    </section>
  );
}

/** Shows what the server sent, also by a key where it differs. */
function useShowArrived({ server, uri }: SkillRow, file: FileEntry, differs: boolean): () => void {
  const { openFile } = useActions();
  const showArrived = useCallback(
    () => openFile(server, uri, file.uri, 'mismatch'),
    [openFile, server, uri, file.uri],
  );
  useCommands(
    useMemo(
      () =>
        differs
          ? [
              {
                id: 'show-arrived',
                icon: 'file' as const,
                title: 'Show the received content',
                group: 'Skill',
                key: 'b',
                letter: true,
                run: showArrived,
              },
            ]
          : [],
      [differs, showArrived],
    ),
  );
  return showArrived;
}

type FieldDifferences = NonNullable<
  Extract<FileView['verdict'], { status: 'failed' }>['differences']
>;

function Differences({ of }: { of: FieldDifferences }) {
  if (of.length === 0) return null;
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">In the entry</th>
            <th scope="col">In the file</th>
          </tr>
        </thead>
        <tbody>
          {of.map((difference) => (
            <tr key={difference.field}>
              <th scope="row">{difference.field}</th>
              <td>
                <code>{difference.expected ?? 'absent'}</code>
              </td>
              <td>
                <code>{difference.actual ?? 'absent'}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
