import {
  useEffect,
  useMemo,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
  type RefObject,
} from 'react';
import { EmptyState } from '../../components/EmptyState/EmptyState.tsx';
import { Spinner } from '../../components/Progress/Progress.tsx';
import { tallyNote } from '../../../shared/model/file-label.ts';
import { Button } from '../../components/Button/Button.tsx';
import { Tabs, type TabItem } from '../../components/Tabs/Tabs.tsx';
import { openFindings } from '../../../shared/model/severity.ts';
import type { SkillDetail } from '../../../shared/model/detail.ts';
import type { FileEntry, SkillRow } from '../../../shared/model/skill.ts';
import type { SetChanges } from '../../../shared/model/standing.ts';
import { useActions, useApp, useSkillDetail } from '../../store/context.ts';
import { isLookedAt } from '../../store/findings.ts';
import { focusedExchange, useExchangeOfPage } from '../../store/show-exchange.ts';
import type { SkillTab } from '../../store/state.ts';
import { ChangesTab } from './ChangesTab.tsx';
import { DecisionBar } from './DecisionBar.tsx';
import { DetailsTab, HistoryTab } from './HistoryTab.tsx';
import { Drifted } from './Drifted.tsx';
import { firstFailed, useFindingCommands, useSkillCommands } from './use-skill-commands.ts';
import { EntryTab, FrontmatterTab } from './EntryTab.tsx';
import { FilesTab } from './FilesTab.tsx';
import { SkillName, SkillMenu } from './Header.tsx';
import { Problems } from './Problems.tsx';
import { SkillRail } from './SkillRail.tsx';
import { useChanges } from './use-file-diff.ts';
import styles from './SkillPage.module.css';
import { driftFrom, isOf, type PinDrift, type PinnedSkill } from '../../store/pin.ts';
import { cameOtherwise } from '../../store/readings.ts';

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

/** Tabs that are in the menu until they're chosen. */
const lessUsed = (detail: SkillDetail) =>
  [
    { id: 'details', label: 'Details', content: <DetailsTab detail={detail} /> },
    { id: 'frontmatter', label: 'Frontmatter', content: <FrontmatterTab detail={detail} /> },
    { id: 'entry', label: 'Entry', content: <EntryTab row={detail.row} raw={detail.raw} /> },
    { id: 'history', label: 'History', content: <HistoryTab row={detail.row} /> },
  ] as const satisfies readonly (TabItem & { readonly id: SkillTab })[];

const changesTab = ({ added, removed, modified }: SetChanges, content: ReactNode): TabItem => ({
  id: 'changes',
  label: 'Changes',
  note: String(added.length + removed.length + modified.length),
  content,
});

/** The tabs that show one file. */
function fileTabs(
  { row, files }: SkillDetail,
  FilePane: FilePaneComponent,
  hasMismatch: boolean,
): readonly TabItem[] {
  const tab = (id: 'preview' | 'source' | 'mismatch', label: string): TabItem => ({
    id,
    label,
    content: <FilePane row={row} files={files} mode={id} />,
  });
  return [
    tab('preview', 'Preview'),
    tab('source', 'Source'),
    ...(hasMismatch ? [tab('mismatch', 'Received content')] : []),
  ];
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
  const verdictInFront = detail.verdicts[useApp((state) => state.file) ?? uri];
  const { setTab } = useActions();
  const ready = fresh && isSameContent(loaded.row, row);
  const { pin, drift } = usePin(detail, ready);
  // A tab that shows a file has its own exchange; here it's that of the focused row or the first
  // failed file.
  useExchangeOfPage(() => {
    const file = focusedExchange() ?? firstFailed(detail);
    return file === null ? null : { of: 'read', server, uri: file };
  });
  const page = useRef<HTMLElement>(null);
  const hasRail = useRail(page);
  const isComparing =
    row.standing.kind === 'changed' && (hasRail || chosen === null || chosen === 'changes');
  const comparison = useChanges(row, isComparing);
  const less = lessUsed(detail);
  const changes = <ChangesTab row={row} comparison={comparison} hasRail={hasRail} />;
  const items: TabItem[] = [
    ...(row.standing.kind === 'changed' ? [changesTab(row.standing.changes, changes)] : []),
    ...fileTabs(detail, FilePane, chosen === 'mismatch' || cameOtherwise(verdictInFront)),
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
    ...less.filter(({ id }) => id === chosen),
  ];
  const selected = items.find((item) => item.id === chosen)?.id ?? items[0]?.id ?? 'preview';
  return (
    <article ref={page} className={styles.page} aria-label={row.name}>
      {pin !== null && drift !== null && (
        <Drifted pin={pin} drift={drift} detail={detail} ready={ready} />
      )}
      <DecisionBar detail={detail} ready={ready} pin={pin} drift={drift}>
        <SkillName row={row} />
      </DecisionBar>
      <Problems row={row} />
      <div className={styles.body}>
        <div className={styles.tabs}>
          <Tabs
            fill
            label="Parts of the skill"
            items={items}
            selected={selected}
            onSelect={(id) => setTab(id as SkillTab)}
            after={<SkillMenu row={row} tabs={less} />}
          />
        </div>
        {hasRail && <SkillRail detail={detail} comparison={comparison} />}
      </div>
    </article>
  );
}

/**
 * The component that shows a file's content. The app passes it in, because features don't import
 * each other.
 */
type FilePaneComponent = ComponentType<{
  readonly row: SkillRow;
  readonly files: readonly FileEntry[];
  readonly mode: 'preview' | 'source' | 'mismatch';
}>;

/** The component that shows a skill's findings. */
type FindingsTabComponent = ComponentType<{
  readonly row: SkillRow;
  readonly files: readonly FileEntry[];
}>;

/**
 * Pins what the page shows once all of it has loaded, once per visit, and reports how the served
 * and decided state differs from it. A server can remove the page and bring it back within a visit
 * to make new bytes look like the first. `ready`: the detail belongs to the row on screen.
 */
function usePin(
  { row, files, frontmatter }: SkillDetail,
  ready: boolean,
): { readonly pin: PinnedSkill | null; readonly drift: PinDrift | null } {
  const { pinShown } = useActions();
  const held = useApp((app) => app.pin);
  const pin = isOf(held, row) ? held : null;
  // Content that couldn't be bound before the person's own *Load all* now has its first set.
  const first = pin !== null && pin.unread && pin.setDigest === null && row.setDigest !== null;
  const due = pin === null || first;
  useEffect(() => {
    if (ready && due) pinShown({ row, files, frontmatter });
  }, [ready, due, pinShown, row, files, frontmatter]);
  return { pin, drift: pin === null ? null : driftFrom(pin, row) };
}

/** Window width in pixels from which the page has a rail. */
const windowFrom = 1400;
/** Page width in pixels below which a rail would take the text's place, as beside the queue. */
const pageFrom = 960;

/** Whether the page has room for the rail beside its text. */
function useRail(page: RefObject<HTMLElement | null>): boolean {
  const [hasRoom, setHasRoom] = useState(false);
  useEffect(() => {
    const { current } = page;
    if (current === null) return undefined;
    const measure = (): void =>
      setHasRoom(window.innerWidth >= windowFrom && current.clientWidth >= pageFrom);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, [page]);
  return hasRoom;
}
