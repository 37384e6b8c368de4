import { useEffect, useMemo } from 'react';
import { useTreeToggle } from '../../store/tree-visibility.ts';
import { useActions, useApp, useAppState, useCommands } from '../../store/context.ts';
import type { AppState } from '../../store/state.ts';
import { commandFor } from './keys.ts';
import { sharedCommands } from './shared-commands.ts';

/** The app's only keyboard listener. Components register commands; this runs them. */
export function useKeyboard() {
  const getState = useAppState();
  const actions = useActions();
  const tree = useTreeToggle();
  const mac = useApp((app) => app.info?.platform === 'mac');
  const theme = useApp((app) => app.settings.theme);

  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);

  const commands = useMemo(
    () => sharedCommands(actions, getState, tree),
    [actions, getState, tree],
  );
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

/** Whether something covers the page that must be answered or closed first. */
const isModal = ({ overlay }: Pick<AppState, 'overlay'>): boolean =>
  overlay !== null || document.querySelector('[role=dialog],[role=alertdialog]') !== null;
