import { type ReactNode, useState } from 'react';
import type { SkillDetail } from '../../../shared/model/detail.ts';
import type { SkillFindings } from '../../../shared/model/findings.ts';
import type { FileEntry, SkillRow } from '../../../shared/model/skill.ts';
import type { FailedCheck } from '../../../shared/model/verdict.ts';
import { Button } from '../../components/Button/Button.tsx';
import { EmptyState } from '../../components/EmptyState/EmptyState.tsx';
import { Status } from '../../components/Status/Status.tsx';
import { useActions, useApi, useApp } from '../../store/context.ts';
import { inOneLine } from '../../../shared/model/file-label.ts';
import { cameOtherwise, useFileWords, useReading, useShownState } from '../../store/readings.ts';
import { exchangeKey } from '../../store/show-exchange.ts';
import { foundInWords, useFindings } from '../../store/findings.ts';
import { runningOn, useLastVerified } from '../../store/work.ts';
import { shownLook } from '../../store/shown/file-shown.ts';
import { CopyDigest } from './HistoryTab.tsx';
import { sizeText } from '../../../shared/size-text.ts';
import { RefreshEntry } from './RefreshEntry.tsx';
import { modeInWords } from './dates.ts';
import { firstFailed, isFailed } from './use-skill-commands.ts';
import { FolderCheck, FolderTree } from './FolderTree.tsx';
import styles from './FilesTab.module.css';
import shared from './tabs.module.css';

/** The manifest with each file's check, and what the server lists beside it. */
export function FilesTab({ detail }: { detail: SkillDetail }) {
  const { row, files } = detail;
  const { server, uri } = row;
  const directoryRead = useApp((state) => state.servers.get(server)?.facts?.directoryRead ?? false);
  if (row.content === 'unknown' && files.length === 0)
    return directoryRead ? (
      <div className={shared.scroll}>
        <NothingListed row={row} />
        <FolderTree detail={detail} />
      </div>
    ) : (
      <NothingListed row={row} />
    );
  return (
    <div className={shared.fill}>
      <div className={shared.bar}>
        <VerifyAll row={row} hasFiles={files.length > 0} />
        <LastVerified server={server} uri={uri} />
      </div>
      <div className={shared.scroll} tabIndex={0} role="region" aria-label="Files">
        {files.length > 0 && <FileTable detail={detail} />}
        {row.problems
          .filter((problem) => problem.rule === 'archive-contents')
          .map((problem) => (
            <p key={problem.message} className={shared.note}>
              {problem.message}
            </p>
          ))}
        {directoryRead &&
          (row.content === 'listed' ? (
            <FolderCheck detail={detail} />
          ) : (
            <FolderTree detail={detail} />
          ))}
      </div>
    </div>
  );
}

const NothingListed = ({ row }: { row: SkillRow }) => (
  <EmptyState
    icon="file"
    title={row.needsReadAll ? 'Files not loaded yet' : 'The server lists no files'}
    {...(row.needsReadAll
      ? { noStep: 'To see the files, select Load all in the decision bar.' }
      : { actions: <RefreshEntry row={row} /> })}
  >
    {!row.needsReadAll && 'The listing entry has no resources, so there’s nothing to check.'}
  </EmptyState>
);

function VerifyAll({ row: { server, uri }, hasFiles }: { row: SkillRow; hasFiles: boolean }) {
  const api = useApi();
  const { attempt } = useActions();
  const isRunning = useApp(
    (state) => runningOn(state.operations, 'verify', server, uri) !== undefined,
  );
  const letters = useApp((app) => app.settings.letterKeys);
  const [starting, setStarting] = useState(false);
  const verify = async (): Promise<void> => {
    setStarting(true);
    await attempt(api.verifySkill({ server, uri }), 'Couldn’t verify the files');
    setStarting(false);
  };
  return (
    <Button
      size="sm"
      icon="play"
      hint={letters ? 'v' : undefined}
      reason={
        starting || isRunning
          ? 'Already being verified (see the bottom of the window)'
          : hasFiles
            ? null
            : 'No files to check'
      }
      onClick={() => void verify()}
    >
      Verify all
    </Button>
  );
}

/** The result of the newest check of all files, even from before the page loaded. */
function LastVerified({ server, uri }: { server: string; uri: string }): ReactNode {
  const { openFile } = useActions();
  const last = useLastVerified(server, uri);
  const file = last?.first?.file ?? null;
  if (last === null) return null;
  return (
    <span className={shared.muted}>
      Last verified {last.at}: {last.words}
      {file !== null && (
        <>
          {' → '}
          <button type="button" className={styles.path} onClick={() => openFile(server, uri, file)}>
            {last.first?.path}
          </button>
        </>
      )}
    </span>
  );
}

function FileTable({ detail }: { detail: SkillDetail }) {
  const found = useFindings(detail.row);
  const first = firstFailed(detail);
  return (
    <table className={shared.table}>
      <thead>
        <tr>
          <th scope="col">Path</th>
          <th scope="col" className={styles.number}>
            Size
          </th>
          <th scope="col" className={styles.digest}>
            Digest
          </th>
          <th scope="col">Check</th>
          <th scope="col">Findings</th>
          <th scope="col">Read</th>
          <th scope="col">
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {detail.files.map((file) => (
          <FileRow
            key={file.uri}
            detail={detail}
            file={file}
            isFirst={file.uri === first}
            found={found}
          />
        ))}
      </tbody>
    </table>
  );
}

function FileRow({
  detail,
  file,
  isFirst,
  found,
}: {
  detail: SkillDetail;
  file: FileEntry;
  /** The first failed file, which the shortcut opens unless another row has focus. */
  isFirst: boolean;
  found: SkillFindings | null;
}) {
  const { server, uri } = detail.row;
  const { openFile } = useActions();
  const { reading, read } = useReading(server, uri, file);
  const words = useFileWords(server, uri, file);
  const look = shownLook[useShownState(server, uri, file)];
  const verdict = detail.verdicts[file.uri];
  const failed = isFailed(verdict);
  return (
    <>
      <tr className={failed ? styles.failed : undefined} data-exchange={file.uri}>
        <th scope="row" className={styles.cell}>
          <button
            type="button"
            className={styles.path}
            onClick={() => openFile(server, uri, file.uri)}
          >
            {file.path}
          </button>
          {file.mode !== undefined && (
            <span className={styles.mode} title="Permission bits in the archive">
              {' '}
              {modeInWords(file.mode)}
            </span>
          )}
        </th>
        <td className={styles.number}>{file.size === undefined ? '—' : sizeText(file.size)}</td>
        <td className={styles.digest}>
          {file.digest === undefined ? '—' : <CopyDigest digest={file.digest} />}
        </td>
        <td className={styles.verdict}>
          <Status icon={words.icon} tone={words.tone} word={inOneLine(words)} size={14} />
        </td>
        <td className={styles.verdict}>{foundInWords(found, file.uri)}</td>
        <td className={styles.verdict}>
          <Status {...look} size={14} />
        </td>
        <td className={styles.actions}>
          <Button
            size="sm"
            variant="quiet"
            reason={reading?.status === 'reading' ? 'Loading this file' : null}
            aria-label={`Verify ${file.path}`}
            onClick={() => void read()}
          >
            Verify
          </Button>
        </td>
      </tr>
      {failed && (
        <tr data-exchange={file.uri}>
          <td colSpan={7} className={styles.why}>
            <Failure row={detail.row} file={file} verdict={verdict} isFirst={isFirst} />
          </td>
        </tr>
      )}
    </>
  );
}

/** Why the file failed, and how to see what came. */
function Failure({
  row: { server, uri },
  file,
  verdict,
  isFirst,
}: {
  row: SkillRow;
  file: FileEntry;
  verdict: FailedCheck;
  isFirst: boolean;
}) {
  const letters = useApp((app) => app.settings.letterKeys);
  const { openFile, showExchange } = useActions();
  return (
    <>
      <p>
        {verdict.message} {verdict.explanation?.message}
      </p>
      {cameOtherwise(verdict) && (
        <Button
          size="sm"
          variant="quiet"
          icon="file"
          aria-label={`Received content of ${file.path}`}
          onClick={() => openFile(server, uri, file.uri, 'mismatch')}
        >
          Received content
        </Button>
      )}
      <Button
        size="sm"
        variant="quiet"
        icon="terminal"
        hint={isFirst && letters ? exchangeKey : undefined}
        aria-label={`Show exchange of ${file.path}`}
        onClick={() => void showExchange({ of: 'read', server, uri: file.uri })}
      >
        Show exchange
      </Button>
    </>
  );
}
