import { useMemo } from 'react';
import { EmptyState } from '../../components/EmptyState/EmptyState.tsx';
import { Spinner } from '../../components/Progress/Progress.tsx';
import { tallyNote } from '../../../shared/model/file-label.ts';
import { Button } from '../../components/Button/Button.tsx';
import { Tabs, type TabItem } from '../../components/Tabs/Tabs.tsx';
import { openFindings } from '../../../shared/model/severity.ts';
import { cameOtherwise } from '../../../shared/model/mismatch.ts';
import type { SkillDetail } from '../../../shared/model/detail.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { useActions, useApp, useSkillDetail } from '../../store/context.ts';
import { isLookedAt } from '../../store/findings.ts';
import { focusedExchange, useExchangeOfPage } from '../../store/show-exchange.ts';
import type { SkillTab } from '../../store/state.ts';
import { ChangesTab } from './ChangesTab.tsx';
import { DecisionBar } from './DecisionBar.tsx';
import { Drifted } from './Drifted.tsx';
import { firstFailed } from './failed-files.ts';
import { EntryTab } from './EntryTab.tsx';
import { Facts } from './Facts.tsx';
import type { FilePaneComponent, FindingsTabComponent } from './file-pane.ts';
import { FilesTab } from './FilesTab.tsx';
import { FrontmatterTab } from './FrontmatterTab.tsx';
import { Header } from './Header.tsx';
import { HistoryTab } from './HistoryTab.tsx';
import { Problems } from './Problems.tsx';
import { useFindingCommands } from './use-finding-commands.ts';
import { usePin } from './use-pin.ts';
import { useSkillCommands } from './use-skill-commands.ts';
import styles from './SkillPage.module.css';

/**
 * Everything about one skill: its server, the decision, its requests and its content. Showing the
 * page sends the server no request.
 */
export function SkillPage({
  server,
  uri,
  FilePane,
  FindingsTab,
}: {
  server: string;
  uri: string;
  FilePane: FilePaneComponent;
  FindingsTab: FindingsTabComponent;
}) {
  const state = useSkillDetail(server, uri);
  const { loadSkill, selectServer } = useActions();
  const detail = state?.detail ?? null;
  const row = useApp((app) => app.skills.get(server)?.get(uri)) ?? detail?.row;
  return (
    <>
      {row && <SkillCommands row={row} />}
      {detail !== null && (
        <LoadedSkill
          key={`${server}\n${uri}`}
          detail={detail}
          fresh={state?.stale === false && !state.loading}
          FilePane={FilePane}
          FindingsTab={FindingsTab}
        />
      )}
      {detail === null &&
        (state?.error ? (
          <EmptyState
            icon="error"
            title="Couldn’t load this skill"
            actions={
              <>
                <Button onClick={() => void loadSkill(server, uri)}>Try again</Button>
                <Button variant="quiet" onClick={() => selectServer(server)}>
                  Go to {server}
                </Button>
              </>
            }
          >
            {state.error.message}
          </EmptyState>
        ) : (
          <p className={styles.loading}>
            <Spinner label="Loading the skill" />
          </p>
        ))}
    </>
  );
}

/** The skill's keys work as soon as it's selected, before its page loads. */
function SkillCommands({ row }: { row: SkillRow }) {
  useSkillCommands(row);
  useFindingCommands(row);
  return null;
}

const isSameContent = (a: SkillRow, b: SkillRow): boolean =>
  a.identity === b.identity && a.setDigest === b.setDigest && a.metadataDigest === b.metadataDigest;

function LoadedSkill({
  detail: loaded,
  fresh,
  FilePane,
  FindingsTab,
}: {
  detail: SkillDetail;
  /** True if the detail belongs to the row on screen. */
  fresh: boolean;
  FilePane: FilePaneComponent;
  FindingsTab: FindingsTabComponent;
}) {
  const { server, uri } = loaded.row;
  // The tree row has the newest status and checks; the detail follows it.
  const row = useApp((state) => state.skills.get(server)?.get(uri)) ?? loaded.row;
  const detail = useMemo<SkillDetail>(() => ({ ...loaded, row }), [loaded, row]);
  const chosen = useApp((state) => state.tab);
  const inFront = useApp((state) => state.file);
  const { setTab } = useActions();
  const ready = fresh && isSameContent(loaded.row, row);
  const { pin, drift } = usePin(detail, ready);
  // A tab that shows a file has its own exchange; here it's that of the focused row or the first
  // failed file.
  useExchangeOfPage(() => {
    const file = focusedExchange() ?? firstFailed(detail);
    return file === null ? null : { of: 'read', server, uri: file };
  });
  // The approval panel repeats the facts, and the content below needs the space.
  const approving = useApp(
    ({ panel }) => panel?.action === 'approve' && panel.server === server && panel.uri === uri,
  );

  const changed = row.standing.kind === 'changed';
  const items: TabItem[] = [
    ...(changed
      ? [
          {
            id: 'changes',
            label: 'Changes',
            note:
              row.standing.kind === 'changed'
                ? String(
                    row.standing.changes.added.length +
                      row.standing.changes.removed.length +
                      row.standing.changes.modified.length,
                  )
                : '',
            content: <ChangesTab row={row} />,
          },
        ]
      : []),
    {
      id: 'preview',
      label: 'Preview',
      content: <FilePane row={row} files={detail.files} mode="preview" />,
    },
    {
      id: 'source',
      label: 'Source',
      content: <FilePane row={row} files={detail.files} mode="source" />,
    },
    ...(cameOtherwise(detail.verdicts[inFront ?? uri]) || chosen === 'mismatch'
      ? [
          {
            id: 'mismatch',
            label: 'Received content',
            content: <FilePane row={row} files={detail.files} mode="mismatch" />,
          },
        ]
      : []),
    {
      id: 'files',
      label: 'Files',
      ...(row.content === 'listed' ? { note: tallyNote(row.checked, row.fileCount) } : {}),
      content: <FilesTab detail={detail} />,
    },
    {
      id: 'findings',
      label: 'Findings',
      ...(!isLookedAt(row) ? {} : { note: String(openFindings(row.findings)) }),
      content: <FindingsTab row={row} files={detail.files} />,
    },
    { id: 'frontmatter', label: 'Frontmatter', content: <FrontmatterTab detail={detail} /> },
    { id: 'entry', label: 'Entry', content: <EntryTab row={row} raw={detail.raw} /> },
    { id: 'history', label: 'History', content: <HistoryTab row={row} /> },
  ];
  const selected = items.find((item) => item.id === chosen)?.id ?? items[0]?.id ?? 'preview';
  return (
    <article className={styles.page} aria-label={row.name}>
      <Header row={row} />
      {pin !== null && drift !== null && (
        <Drifted pin={pin} drift={drift} detail={detail} ready={ready} />
      )}
      <DecisionBar detail={detail} ready={ready} pin={pin} drift={drift} />
      {!approving && <Facts detail={detail} />}
      <Problems row={row} />
      <div className={styles.tabs}>
        <Tabs
          fill
          label="Parts of the skill"
          items={items}
          selected={selected}
          onSelect={(id) => setTab(id as SkillTab)}
        />
      </div>
    </article>
  );
}
