import { useEffect, useMemo } from 'react';
import { flushSync } from 'react-dom';
import { useActions, useApp, useAppState, useCommands } from '../../store/context.ts';
import { skillKey, type AppState, type PaletteCommand } from '../../store/state.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { isWaiting } from '../../store/queue.ts';
import { focusPane } from './panes.ts';
import { commandFor } from './keys.ts';

/** The app's only keyboard listener. Components register commands; this runs them. */
export function useKeyboard() {
  const getState = useAppState();
  const actions = useActions();
  const mac = useApp((app) => app.info?.platform === 'mac');
  const theme = useApp((app) => app.settings.theme);

  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);

  const commands = useMemo((): PaletteCommand[] => {
    const toggleTree = () => actions.saveSettings({ treeOpen: !getState().settings.treeOpen });
    return [
      {
        id: 'palette',
        title: 'Search skills, servers and commands',
        group: 'App',
        key: 'mod+k',
        palette: false,
        run: () => actions.openOverlay({ kind: 'palette' }),
      },
      {
        id: 'filter',
        kind: 'app',
        icon: 'filter',
        title: 'Filter the tree',
        group: 'Move',
        key: '/',
        run: () => {
          // Show the tree at once so that there's a field to type into.
          if (!getState().settings.treeOpen) flushSync(() => void toggleTree());
          document.querySelector<HTMLElement>('[data-filter]')?.focus();
        },
      },
      {
        id: 'tree',
        kind: 'settings',
        icon: 'side',
        title: 'Show or hide the tree',
        group: 'Move',
        key: 'mod+b',
        run: () => {
          const isIn = document.activeElement?.closest("[data-pane='tree']") != null;
          flushSync(() => void toggleTree());
          // The focused element disappears with it.
          if (isIn) document.querySelector<HTMLElement>("[data-pane='main']")?.focus();
        },
      },
      {
        id: 'next-pane',
        title: 'Next pane',
        group: 'Move',
        key: 'f6',
        palette: false,
        run: () => focusPane(1),
      },
      {
        id: 'previous-pane',
        title: 'Previous pane',
        group: 'Move',
        key: 'shift+f6',
        palette: false,
        run: () => focusPane(-1),
      },
      {
        id: 'next-undecided',
        kind: 'app',
        icon: 'arrowDown',
        title: 'Next skill waiting for a decision',
        group: 'Decide',
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
        group: 'Decide',
        key: 'mod+z',
        run: actions.undoLast,
      },
      {
        id: 'review',
        kind: 'go',
        icon: 'skill',
        title: 'Review queue',
        group: 'Decide',
        run: () => actions.openReview(),
      },
      {
        id: 'approve-waiting',
        kind: 'app',
        icon: 'approved',
        title: 'Approve waiting skills by group',
        group: 'Decide',
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
        title: 'Skills requested by apps',
        group: 'Decide',
        run: actions.openWaiting,
      },
      {
        id: 'audit',
        kind: 'go',
        icon: 'history',
        title: 'Audit',
        group: 'Decide',
        run: () => actions.openAudit(),
      },
      {
        id: 'export-bundle',
        kind: 'app',
        icon: 'external',
        title: 'Export decisions as a signed bundle',
        group: 'Decide',
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
        group: 'Decide',
        run: () => actions.openOverlay({ kind: 'import-bundle' }),
      },
      {
        id: 'forget-all',
        kind: 'danger',
        icon: 'trash',
        title: 'Forget every decision',
        group: 'Decide',
        run: () => actions.openOverlay({ kind: 'forget-all' }),
      },
      {
        id: 'back',
        kind: 'go',
        icon: 'arrowLeft',
        title: 'Back',
        group: 'Move',
        key: 'alt+arrowleft',
        can: () => getState().reach.back,
        run: actions.goBack,
      },
      {
        id: 'forward',
        kind: 'go',
        icon: 'arrowRight',
        title: 'Forward',
        group: 'Move',
        key: 'alt+arrowright',
        can: () => getState().reach.forward,
        run: actions.goForward,
      },
      {
        id: 'copy-link',
        kind: 'app',
        icon: 'link',
        title: 'Copy a link to this page',
        group: 'Move',
        run: () => {
          const { selection, tab, file } = getState();
          void navigator.clipboard.writeText(actions.linkTo({ selection, tab, file })).then(
            () => actions.toast('ok', 'Link copied.'),
            () => actions.toast('bad', 'Couldn’t copy the link.'),
          );
        },
      },
      {
        id: 'home',
        kind: 'go',
        icon: 'home',
        title: 'Overview',
        group: 'Move',
        run: actions.selectHome,
      },
      {
        id: 'add-server',
        kind: 'app',
        icon: 'plus',
        title: 'Add a server',
        group: 'Servers',
        run: () => actions.addServer('form'),
      },
      {
        id: 'paste-server',
        kind: 'app',
        icon: 'plus',
        title: 'Add servers from JSON',
        group: 'Servers',
        run: () => actions.addServer('paste'),
      },
      {
        id: 'import-servers',
        kind: 'app',
        icon: 'import',
        title: 'Import servers from other programs',
        group: 'Servers',
        run: () => actions.addServer('import'),
      },
      {
        id: 'hosts',
        kind: 'go',
        icon: 'server',
        title: 'Apps',
        group: 'Servers',
        run: actions.openHosts,
      },
      {
        id: 'open-by-uri',
        kind: 'app',
        icon: 'skill',
        title: 'Open a skill by URI',
        group: 'Servers',
        run: () => actions.openOverlay({ kind: 'open-by-uri', server: null }),
      },
      {
        id: 'drawer',
        kind: 'settings',
        icon: 'terminal',
        title: 'Show or hide the protocol drawer',
        group: 'App',
        key: 'mod+j',
        run: () => actions.setDrawerOpen(!getState().drawerOpen),
      },
      {
        id: 'protocol',
        kind: 'go',
        icon: 'terminal',
        title: 'Protocol page',
        group: 'App',
        key: 'l',
        letter: true,
        run: () => actions.openProtocol(),
      },
      {
        id: 'settings',
        kind: 'settings',
        icon: 'settings',
        title: 'Settings',
        group: 'App',
        key: 'mod+,',
        run: () => actions.openOverlay({ kind: 'settings' }),
      },
      {
        id: 'shortcuts',
        kind: 'settings',
        icon: 'keyboard',
        title: 'Keyboard shortcuts',
        group: 'App',
        key: '?',
        run: () => actions.openOverlay({ kind: 'shortcuts' }),
      },
    ];
  }, [actions, getState]);
  useCommands(commands);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const state = getState();
      const command = commandFor(event, state.commands, {
        mac,
        letters: state.settings.letterKeys,
        modal: isModal(state),
      });
      if (!command) return;
      event.preventDefault();
      // A held key repeats movement commands and nothing else.
      if (!event.repeat || command.repeats === true) command.run();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [getState, mac]);

  // The side buttons of a mouse. A browser navigates unless the page handles them; the desktop
  // window doesn't navigate unless the page does.
  useEffect(() => {
    const onMouse = (event: MouseEvent) => {
      if (event.button !== 3 && event.button !== 4) return;
      event.preventDefault();
      if (isModal(getState())) return;
      if (event.button === 3) actions.goBack();
      else actions.goForward();
    };
    window.addEventListener('mouseup', onMouse);
    return () => window.removeEventListener('mouseup', onMouse);
  }, [actions, getState]);
}

const allWaiting = ({ skills }: Pick<AppState, 'skills'>): readonly SkillRow[] =>
  [...skills.values()].flatMap((rows) => [...rows.values()].filter(isWaiting));

/** Whether something covers the page that must be answered or closed first. */
const isModal = ({ overlay }: Pick<AppState, 'overlay'>): boolean =>
  overlay !== null || document.querySelector('[role=dialog],[role=alertdialog]') !== null;
