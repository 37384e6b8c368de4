import { useEffect } from 'react';
import { revealInvisible } from '../../../shared/invisible.ts';
import { useApp } from '../../store/context.ts';
import type { AppState } from '../../store/state.ts';

/** Most characters of a name: a server chooses it. */
const mostOfName = 80;
const cut = (name: string): string => {
  const shown = revealInvisible(name);
  return shown.length <= mostOfName ? shown : `${shown.slice(0, mostOfName)}…`;
};

/** What the window shows, for its title bar, its tab and screen readers. */
function titleOf({ selection, skills }: Pick<AppState, 'selection' | 'skills'>): string {
  const skill = (at: { readonly server: string; readonly uri: string }): string =>
    `${cut(skills.get(at.server)?.get(at.uri)?.name ?? at.uri)} · ${cut(at.server)}`;
  switch (selection.kind) {
    case 'skill':
      return `${skill(selection)} · Skillgate`;
    case 'review':
      return `${selection.at === null ? '' : `${skill(selection.at)} · `}Review · Skillgate`;
    case 'server':
      return `${cut(selection.server)} · Skillgate`;
    case 'hosts':
      return 'Protected apps · Skillgate';
    case 'audit':
      return 'Audit · Skillgate';
    case 'protocol':
      return 'Protocol · Skillgate';
    case 'add-server':
      return 'Add a server · Skillgate';
    default:
      return 'Skillgate';
  }
}

/** Keeps the title of the window in step with the page. */
export function usePageTitle(): void {
  const title = useApp(titleOf);
  useEffect(() => {
    document.title = title;
  }, [title]);
}
