import type { StoreApi } from 'zustand/vanilla';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { isOf, subjectOf } from '../pin.ts';
import type { AppState, Selection, SkillTab } from '../state.ts';

const remembered = 50;
const same = (a: Selection, b: Selection) => JSON.stringify(a) === JSON.stringify(b);

/**
 * What changes when the person goes to another page. Only that drops what a page has shown: a
 * server that takes a skill away and gives it back with other bytes must not get a fresh start.
 */
function goingTo(selection: Selection, { pin }: Pick<AppState, 'pin'>) {
  const subject = subjectOf(selection);
  const kept = subject !== null && isOf(pin, subject) ? pin : null;
  return { selection, tab: null, file: null, place: null, toRead: false, pin: kept, panel: null };
}

/** Where the person is, and ways from there. */
export function placeActions({ setState: set, getState: get }: StoreApi<AppState>) {
  const select = (selection: Selection) =>
    set((state) => {
      if (same(state.selection, selection)) return state;
      return {
        ...goingTo(selection, state),
        back: [...state.back, state.selection].slice(-remembered),
      };
    });
  /** Shows a file of a skill. Opening is the person's act that lets the page read it, once. */
  const openFile = (server: string, uri: string, file: string, tab: SkillTab = 'preview') => {
    const { selection } = get();
    const inReview =
      selection.kind === 'review' && selection.at?.server === server && selection.at.uri === uri;
    if (!inReview) select({ kind: 'skill', server, uri });
    set({ file, tab, place: null, toRead: true });
  };
  return {
    select,
    /** Goes on without a way back to the page before. */
    replacePlace: (selection: Selection) => set((state) => goingTo(selection, state)),
    selectHome: () => select({ kind: 'home' }),
    selectServer: (server: string) => select({ kind: 'server', server }),
    selectSkill: (server: string, uri: string) => select({ kind: 'skill', server, uri }),
    selectRefused: (server: string, key: string) => select({ kind: 'refused', server, key }),
    addServer: (tab: 'form' | 'paste' | 'import' = 'form') => select({ kind: 'add-server', tab }),
    openAudit: (server: string | null = null) => select({ kind: 'audit', server }),
    openWaiting: () => select({ kind: 'waiting' }),
    openHosts: () => select({ kind: 'hosts' }),
    editServer: (server: string) => select({ kind: 'edit-server', server }),
    goBack: () =>
      set((state) => {
        const selection = state.back.at(-1);
        return selection ? { ...goingTo(selection, state), back: state.back.slice(0, -1) } : state;
      }),
    setTab: (tab: SkillTab | null) => set({ tab }),
    openFile,
    /** Shows a place of a file of a skill, in its source. */
    openPlace: (
      { server, uri }: Pick<SkillRow, 'server' | 'uri'>,
      place: { readonly file: string; readonly line: number; readonly column: number },
    ) => {
      openFile(server, uri, place.file, 'source');
      set({ place: { ...place } });
    },
    /** The chosen file is being read: nothing but another choice of the person reads again. */
    takeRead: () => set({ toRead: false }),
  };
}

export type PlaceActions = ReturnType<typeof placeActions>;
