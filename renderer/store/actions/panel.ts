import type { StoreApi } from 'zustand/vanilla';
import { quoted } from '../../../shared/quote-text.ts';
import { draftKey, withDraft, withoutDraft, type DecisionDraft } from '../drafts.ts';
import { driftFrom, isOf, subjectOf } from '../pin.ts';
import type { AppState, DecisionPanelState } from '../state.ts';
import type { PlaceActions } from './places.ts';
import type { SurfaceActions } from './surfaces.ts';

type Subject = Pick<DecisionPanelState, 'server' | 'uri' | 'action'>;

const isAbout = (
  panel: DecisionPanelState | null,
  { server, uri, action }: Subject,
): panel is DecisionPanelState =>
  panel !== null && panel.server === server && panel.uri === uri && panel.action === action;

/** The decision panel that's open and its form data. */
export function panelActions(
  { setState: set, getState: get }: StoreApi<AppState>,
  { select }: Pick<PlaceActions, 'select'>,
  { toast }: Pick<SurfaceActions, 'toast'>,
) {
  return {
    /**
     * Opens a decision on its skill's page. Not while the page shows other content than the server
     * serves now; the person must review that first.
     */
    openPanel: ({ server, uri, action }: Subject): void => {
      const { pin, skills, selection, panel } = get();
      const row = skills.get(server)?.get(uri);
      if (row !== undefined && isOf(pin, row) && driftFrom(pin, row) !== null) {
        toast('warn', `${quoted(row.name)} changed since this page opened. Review it first.`);
        return;
      }
      const front = subjectOf(selection);
      if (front?.server !== server || front.uri !== uri) select({ kind: 'skill', server, uri });
      if (!isAbout(panel, { server, uri, action }))
        set({ panel: { server, uri, action, busy: false, refusal: null } });
    },
    /** The form data is kept. */
    closePanel: () => set({ panel: null }),
    /** Sets whether this panel, if still open, is saving, or why it failed. */
    notePanel: (
      subject: Subject,
      change: Partial<Pick<DecisionPanelState, 'busy' | 'refusal'>>,
    ): boolean => {
      const { panel } = get();
      if (!isAbout(panel, subject)) return false;
      set({ panel: { ...panel, ...change } });
      return true;
    },
    /** The decision was saved, so the form is cleared. */
    endPanel: (subject: Subject) =>
      set(({ panel, drafts }) => ({
        panel: isAbout(panel, subject) ? null : panel,
        drafts: withoutDraft(drafts, draftKey(subject)),
      })),
    /** Stores what the person just filled in. */
    fillIn: (subject: Subject, about: string, change: Partial<Omit<DecisionDraft, 'about'>>) =>
      set(({ drafts }) => ({ drafts: withDraft(drafts, draftKey(subject), about, change) })),
  };
}

export type PanelActions = ReturnType<typeof panelActions>;
