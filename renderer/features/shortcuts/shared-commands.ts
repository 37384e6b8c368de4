import { flushSync } from 'react-dom';
import type { StoreActions } from '../../store/actions/actions.ts';
import { isWaiting } from '../../store/queue.ts';
import { skillKey, type AppState, type PaletteCommand } from '../../store/state.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import type { useTreeToggle } from '../../store/tree-visibility.ts';

type TreeToggle = ReturnType<typeof useTreeToggle>;
type GetState = () => AppState;
type UngroupedCommand = Omit<PaletteCommand, 'group'>;

/** The commands that every page has; a page registers its own beside them. */
export const sharedCommands = (
  actions: StoreActions,
  getState: GetState,
  tree: TreeToggle,
): PaletteCommand[] => [
  ...inGroup('App', appCommands(actions, getState)),
  ...inGroup('Move', moveCommands(actions, getState, tree)),
  ...inGroup('Decide', decideCommands(actions, getState)),
  ...inGroup('Servers', serverCommands(actions)),
];

const inGroup = (group: string, commands: readonly UngroupedCommand[]): PaletteCommand[] =>
  commands.map((command) => ({ ...command, group }));

const appCommands = (actions: StoreActions, getState: GetState): UngroupedCommand[] => [
  {
    id: 'palette',
    title: 'Search skills, servers and commands',
    key: 'mod+k',
    palette: false,
    run: () => actions.openOverlay({ kind: 'palette' }),
  },
  {
    id: 'search-texts',
    kind: 'app',
    icon: 'search',
    title: 'Search all texts',
    key: 'mod+shift+f',
    run: () => actions.openOverlay({ kind: 'search' }),
  },
  {
    id: 'drawer',
    kind: 'settings',
    icon: 'terminal',
    title: 'Show or hide the protocol drawer',
    key: 'mod+j',
    run: () => actions.setDrawerOpen(!getState().drawerOpen),
  },
  {
    id: 'protocol',
    kind: 'go',
    icon: 'terminal',
    title: 'Protocol page',
    key: 'l',
    letter: true,
    run: () => actions.openProtocol(),
  },
  {
    id: 'settings',
    kind: 'settings',
    icon: 'settings',
    title: 'Settings',
    key: 'mod+,',
    run: () => actions.openOverlay({ kind: 'settings' }),
  },
  {
    id: 'shortcuts',
    kind: 'settings',
    icon: 'keyboard',
    title: 'Keyboard shortcuts',
    key: '?',
    run: () => actions.openOverlay({ kind: 'shortcuts' }),
  },
];

function moveCommands(
  actions: StoreActions,
  getState: GetState,
  tree: TreeToggle,
): UngroupedCommand[] {
  return [
    {
      id: 'filter',
      kind: 'app',
      icon: 'filter',
      title: 'Filter the tree',
      key: '/',
      run: () => {
        // Show the tree at once so that there's a field to type into.
        if (!tree.isOpen()) flushSync(() => tree.setOpen(true));
        document.querySelector<HTMLElement>('[data-filter]')?.focus();
      },
    },
    {
      id: 'tree',
      kind: 'settings',
      icon: 'side',
      title: 'Show or hide the tree',
      key: 'mod+b',
      run: () => {
        const isIn = document.activeElement?.closest("[data-pane='tree']") != null;
        flushSync(tree.toggle);
        // The focused element disappears with it.
        if (isIn) document.querySelector<HTMLElement>("[data-pane='main']")?.focus();
      },
    },
    { id: 'next-pane', title: 'Next pane', key: 'f6', palette: false, run: () => focusPane(1) },
    {
      id: 'previous-pane',
      title: 'Previous pane',
      key: 'shift+f6',
      palette: false,
      run: () => focusPane(-1),
    },
    {
      id: 'back',
      kind: 'go',
      icon: 'arrowLeft',
      title: 'Back',
      key: 'alt+arrowleft',
      can: () => getState().reach.back,
      run: actions.goBack,
    },
    {
      id: 'forward',
      kind: 'go',
      icon: 'arrowRight',
      title: 'Forward',
      key: 'alt+arrowright',
      can: () => getState().reach.forward,
      run: actions.goForward,
    },
    {
      id: 'copy-link',
      kind: 'app',
      icon: 'link',
      title: 'Copy a link to this page',
      run: () => {
        const { selection, tab, file } = getState();
        actions.copyText(actions.linkTo({ selection, tab, file }), 'Link copied.');
      },
    },
    { id: 'home', kind: 'go', icon: 'home', title: 'Overview', run: actions.selectHome },
  ];
}

const decideCommands = (actions: StoreActions, getState: GetState): UngroupedCommand[] => [
  {
    id: 'next-undecided',
    kind: 'app',
    icon: 'arrowDown',
    title: 'Next skill waiting for a decision',
    key: 'n',
    letter: true,
    repeats: true,
    run: actions.selectNextUndecided,
  },
  {
    id: 'undo',
    kind: 'app',
    icon: 'history',
    title: 'Undo the last decision',
    key: 'mod+z',
    run: actions.undoLast,
  },
  {
    id: 'review',
    kind: 'go',
    icon: 'skill',
    title: 'Review queue',
    run: () => actions.openReview(),
  },
  {
    id: 'approve-waiting',
    kind: 'app',
    icon: 'approved',
    title: 'Approve waiting skills by group',
    can: () => allWaiting(getState()).length > 0,
    run: () =>
      actions.openMany(
        'approve',
        allWaiting(getState()).map((row) => skillKey(row.server, row.uri)),
      ),
  },
  {
    id: 'waiting',
    kind: 'go',
    icon: 'question',
    title: 'Skills withheld from apps',
    run: () => actions.openReview(null, { filter: 'requested' }),
  },
  { id: 'audit', kind: 'go', icon: 'history', title: 'Audit', run: () => actions.openAudit() },
  {
    id: 'export-bundle',
    kind: 'app',
    icon: 'external',
    title: 'Export decisions as a signed bundle',
    run: () =>
      actions.openOverlay({
        kind: 'export-bundle',
        keys: [...getState().skills.values()].flatMap((rows) =>
          [...rows.values()].map((row) => skillKey(row.server, row.uri)),
        ),
      }),
  },
  {
    id: 'import-bundle',
    kind: 'app',
    icon: 'import',
    title: 'Import decisions from a signed bundle',
    run: () => actions.openOverlay({ kind: 'import-bundle' }),
  },
  {
    id: 'forget-all',
    kind: 'danger',
    icon: 'trash',
    title: 'Forget every decision',
    run: () => actions.openOverlay({ kind: 'forget-all' }),
  },
];

const serverCommands = (actions: StoreActions): UngroupedCommand[] => [
  {
    id: 'add-server',
    kind: 'app',
    icon: 'plus',
    title: 'Add a server',
    run: () => actions.addServer(),
  },
  {
    id: 'add-by-form',
    kind: 'app',
    icon: 'plus',
    title: 'Add a server with a form',
    run: () => actions.addServer('form'),
  },
  {
    id: 'add-folder',
    kind: 'app',
    icon: 'folder',
    title: 'Add a folder',
    run: () => actions.addServer('folder'),
  },
  {
    id: 'import-servers',
    kind: 'app',
    icon: 'import',
    title: 'Import servers from other programs',
    run: () => actions.addServer('import'),
  },
  { id: 'hosts', kind: 'go', icon: 'server', title: 'Protected apps', run: actions.openHosts },
  {
    id: 'open-by-uri',
    kind: 'app',
    icon: 'skill',
    title: 'Open a skill by URI',
    run: () => actions.openOverlay({ kind: 'open-by-uri', server: null }),
  },
];

const allWaiting = ({ skills }: Pick<AppState, 'skills'>): readonly SkillRow[] =>
  [...skills.values()].flatMap((rows) => [...rows.values()].filter(isWaiting));

const order = ['tree', 'main', 'drawer', 'work'];

/** Moves focus to the next (1) or previous (−1) visible pane, marked `data-pane`. */
function focusPane(step: 1 | -1) {
  const panes = order.flatMap(
    (name) => document.querySelector<HTMLElement>(`[data-pane='${name}']`) ?? [],
  );
  if (panes.length === 0) return;
  const here = panes.findIndex((pane) => pane.contains(document.activeElement));
  const pane = panes[(here + step + panes.length) % panes.length];
  const target =
    pane?.querySelector<HTMLElement>(
      "[data-pane-focus], [role='tree'], [role='tab'][aria-selected='true']",
    ) ?? pane;
  target?.focus();
}
