import { useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { Button } from '../../components/Button/Button.tsx';
import { EmptyState } from '../../components/EmptyState/EmptyState.tsx';
import { VirtualTree, type VirtualTreeHandle } from '../../components/VirtualTree/VirtualTree.tsx';
import { useActions, useApp, useAppState } from '../../store/context.ts';
import { selectCounts } from '../../store/groups.ts';
import { skillKey, type PageSelection } from '../../store/state.ts';
import { BulkBar, Filter } from './Filter.tsx';
import { wordsOf } from './find.ts';
import { FilterWords, Row } from './Row.tsx';
import { ids, pickedKey, type TreeItem } from './flat-tree.ts';
import styles from './Tree.module.css';
import { RowMenu, type MenuAt } from './RowMenu.tsx';
import type { ShownRows } from './shown-rows.ts';
import { prepareFilter, treeOf } from './walk.ts';

const currentId = (selection: PageSelection, file: string | null): string | null => {
  switch (selection.kind) {
    case 'server':
    case 'edit-server':
      return ids.server(selection.server);
    case 'skill':
      return file === null
        ? ids.skill(selection.server, selection.uri)
        : ids.file(selection.server, selection.uri, file);
    case 'review':
      return selection.at && ids.skill(selection.at.server, selection.at.uri);
    case 'refused':
      return ids.refused(selection.server, selection.key);
    default:
      return null;
  }
};

const renderRow = (row: TreeItem) => <Row row={row} />;

/** Servers, folders, skills and files: the only way in that needs no search. */
export function Tree() {
  const { addServer, setPicked, toggleNode } = useActions();
  const picked = useApp((app) => app.picked);
  const { rows, skills, opened } = useTree();
  useDetailsOfOpenSkills(opened);
  usePreparedFilter();
  const pickedIds = useMemo(() => new Set([...picked].map((key) => `k:${key}`)), [picked]);
  const current = useCurrent(rows);
  const { open, openRested, onLetter } = useOpening(current);
  const pick = (chosen: ReadonlySet<string>) =>
    setPicked(new Set([...chosen].flatMap((id) => pickedKey(id) ?? [])));
  const tree = useRef<VirtualTreeHandle>(null);
  const [menu, setMenu] = useState<MenuAt | null>(null);
  const filterText = useApp((app) => app.filterText);
  const words = useMemo(() => wordsOf(filterText), [filterText]);
  /** Moves into the tree at the first matching skill. */
  const enterTree = () => tree.current?.focus(rows.at(Math.max(0, rows.firstSkill()))?.id);
  return (
    <>
      <Filter onEnterTree={enterTree} />
      <FilterCount skills={skills} words={words} />
      {rows.length > 0 ? (
        <FilterWords value={words}>
          <VirtualTree
            ref={tree}
            rows={rows}
            label="Servers and skills"
            render={renderRow}
            current={current}
            picked={pickedIds}
            onOpen={open}
            onToggle={toggleNode}
            onPick={pick}
            onMenu={(row, at) => setMenu({ row, at })}
            onLetter={onLetter}
            onRest={openRested}
          />
        </FilterWords>
      ) : (
        <div className={styles.empty}>
          <NoRows />
        </div>
      )}
      {menu !== null && (
        <RowMenu {...menu} rows={rows} onOpen={open} onPick={pick} onClose={() => setMenu(null)} />
      )}
      <BulkBar rows={rows} />
      <div className={styles.foot}>
        <Button variant="quiet" icon="plus" onClick={() => addServer()}>
          Add server or folder
        </Button>
      </div>
    </>
  );
}

function useTree(): ReturnType<typeof treeOf> {
  const servers = useApp((app) => app.servers);
  const skills = useApp((app) => app.skills);
  const refused = useApp((app) => app.refused);
  const details = useApp((app) => app.details);
  const toggled = useApp((app) => app.toggled);
  const filterText = useApp((app) => app.filterText);
  const filterStanding = useApp((app) => app.filterStanding);
  return useMemo(
    () => treeOf({ servers, skills, refused, details, toggled, filterText, filterStanding }),
    [servers, skills, refused, details, toggled, filterText, filterStanding],
  );
}

/** The row of the page; that of the skill if its file has none. */
function useCurrent(rows: ShownRows): string | null {
  const selection = useApp((app) => app.selection);
  const file = useApp((app) => app.file);
  const wanted = currentId(selection, file);
  const skillId = selection.kind === 'skill' ? ids.skill(selection.server, selection.uri) : null;
  return useMemo(
    () => (wanted === null || rows.indexOf(wanted) >= 0 ? wanted : skillId),
    [rows, wanted, skillId],
  );
}

/** What a click, an arrow key and a letter do with a row. */
function useOpening(current: string | null) {
  const actions = useActions();
  const getState = useAppState();
  const open = (row: TreeItem): void => {
    if (getState().picked.size > 0) actions.setPicked(new Set());
    if (['server', 'skill', 'file', 'refused'].includes(row.kind)) actions.setTreeOver(false);
    switch (row.kind) {
      case 'server':
        return actions.selectServer(row.server.label);
      case 'skill':
        return actions.selectSkill(row.row.server, row.row.uri);
      case 'file':
        return actions.openFile(row.row.server, row.row.uri, row.file.uri);
      case 'refused':
        return actions.selectRefused(row.entry.server, row.id.slice(row.id.indexOf('\n') + 1));
      case 'note':
        return undefined;
      default:
        return actions.toggleNode(row.id);
    }
  };
  /** Arrow keys open a skill as a click does, if selecting a skill opens it. */
  const openRested = (row: TreeItem): void => {
    // A tree over the page hides what an arrow key would open.
    const { settings, treeOver } = getState();
    if (row.kind === 'skill' && row.id !== current && settings.openOnSelect && !treeOver)
      actions.selectSkill(row.row.server, row.row.uri);
  };
  /** A letter acts on the focused row's skill: a command must never meet another one. */
  const onLetter = (letter: string, row: TreeItem | undefined): boolean => {
    const { settings, commands, selection } = getState();
    if (!settings.letterKeys) return true;
    if (row?.kind === 'skill' && !isOf(row, selection)) {
      // Its commands are registered before the letter goes on.
      flushSync(() => actions.selectSkill(row.row.server, row.row.uri));
      return true;
    }
    if (row !== undefined && (row.id === current || isOf(row, selection))) return true;
    const { kind = 'here' } = commands.findLast(({ key }) => key === letter) ?? {};
    return kind !== 'here';
  };
  return { open, openRested, onLetter };
}

/** Whether the page shows the row's skill. */
const isOf = (row: TreeItem, selection: PageSelection): boolean =>
  'row' in row &&
  (selection.kind === 'skill'
    ? selection.server === row.row.server && selection.uri === row.row.uri
    : selection.kind === 'review' &&
      selection.at?.server === row.row.server &&
      selection.at.uri === row.row.uri);

function NoRows() {
  const { setFilterText, setFilterStanding } = useActions();
  const hasServers = useApp((app) => app.servers.size > 0);
  const loading = useApp((app) => app.link.status === 'loading');
  const clear = () => {
    setFilterText('');
    setFilterStanding('all');
  };
  if (hasServers)
    return (
      <EmptyState
        icon="filter"
        title="No skills match the filter"
        actions={<Button onClick={clear}>Clear filter</Button>}
      >
        No server or skill has this text and status.
      </EmptyState>
    );
  return loading ? null : (
    <EmptyState
      icon="server"
      title="No servers yet"
      noStep="Add a server below to see the skills it serves."
    />
  );
}

/** Files of an open skill come from its detail in the main process; no server is asked. */
function useDetailsOfOpenSkills(opened: readonly SkillRow[]) {
  const { loadSkill } = useActions();
  const getState = useAppState();
  useEffect(() => {
    for (const { server, uri } of opened) {
      const state = getState().details.get(skillKey(server, uri));
      if (state?.loading || (state && !state.stale)) continue;
      void loadSkill(server, uri);
    }
  }, [opened, loadSkill, getState]);
}

/** The searched text is read piece by piece before the filter's first key. */
function usePreparedFilter() {
  const skills = useApp((app) => app.skills);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const readOn = () => {
      if (prepareFilter(skills)) timer = setTimeout(readOn);
    };
    timer = setTimeout(readOn);
    return () => clearTimeout(timer);
  }, [skills]);
}

/** How long the person must pause before screen readers are told, in ms. */
const restMs = 800;

const inWords = (skills: number, all: number): string => {
  const of = all.toLocaleString('en');
  if (skills === 0) return `None of ${of} skills`;
  return `${skills.toLocaleString('en')} of ${of} ${all === 1 ? 'skill' : 'skills'}`;
};

/** How many skills match the filter: visible at once, announced after a pause. */
function FilterCount({
  skills,
  words,
}: {
  readonly skills: number;
  readonly words: readonly string[];
}) {
  const all = useApp((app) => selectCounts(app).skills);
  const standing = useApp((app) => app.filterStanding);
  // The filter's identity; empty without a filter.
  const filter = [...(standing === 'all' ? [] : [standing]), ...words].join(' ');
  const active = filter !== '';
  const text = active ? inWords(skills, all) : '';
  const [said, setSaid] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), restMs);
    return () => clearTimeout(timer);
    // Typing restarts the pause even if the count stays the same.
  }, [text, filter]);
  return (
    <>
      {active && (
        <p className={styles.filterCount} aria-hidden="true">
          {text}
        </p>
      )}
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  );
}
