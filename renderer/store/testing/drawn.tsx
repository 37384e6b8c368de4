import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import type { RendererApi } from '../../../shared/contract.ts';
import { createAppStore } from '../app-store.ts';
import { StoreProvider } from '../context.ts';
import type { AppState } from '../state.ts';
import { fakeApi } from './fake-api.ts';

/**
 * Renders a part of the page over a state and a main process that answers as the test says. `calls`
 * lists what the part requested.
 */
export function drawn(
  content: ReactNode,
  state: Partial<AppState> = {},
  answers: Partial<RendererApi> = {},
) {
  const { api, calls } = fakeApi(answers);
  const app = createAppStore(api);
  app.store.setState(state);
  const view = render(<StoreProvider value={app}>{content}</StoreProvider>);
  return { ...view, calls, app, user: userEvent.setup() };
}

/** Why a control can't be used, as screen readers hear it; null if it can. */
export function heldBecause(control: HTMLElement): string | null {
  if (control.getAttribute('aria-disabled') !== 'true') return null;
  const ids = control.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}

/** A state with these skills, by server. */
export function holding(
  rows: readonly { readonly server: string; readonly uri: string }[],
): Pick<AppState, 'skills'> {
  const skills = new Map<string, Map<string, never>>();
  for (const row of rows) {
    const own = skills.get(row.server) ?? new Map<string, never>();
    own.set(row.uri, row as never);
    skills.set(row.server, own);
  }
  return { skills };
}
