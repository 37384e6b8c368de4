import type { StoreApi } from 'zustand/vanilla';
import type { Finding } from '../../../shared/model/findings.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import {
  addressOf,
  placeAt,
  type AddTab,
  type AppLocation,
  type ServerTab,
} from '../../../shared/place.ts';
import { isOf, subjectOf } from '../pin.ts';
import type { AppState, PageSelection, SkillTab } from '../state.ts';
import type { NavigationTrail } from '../trail.ts';
import type { SurfaceActions } from './surfaces.ts';

const same = (a: PageSelection, b: PageSelection) => JSON.stringify(a) === JSON.stringify(b);
const home: AppLocation = { selection: { kind: 'home' }, tab: null, file: null };

/**
 * What changes when the person moves to another page. Only that forgets what a page has shown: a
 * server that removes a skill and serves it again with other bytes must not get a fresh start.
 */
function goingTo(
  { selection, tab, file }: AppLocation,
  { pin, panel }: Pick<AppState, 'pin' | 'panel'>,
) {
  const subject = subjectOf(selection);
  const kept = subject !== null && isOf(pin, subject) ? pin : null;
  const open = subject !== null && panel !== null && isOf(panel, subject) ? panel : null;
  return {
    selection,
    tab,
    file,
    place: null,
    entryField: null,
    toRead: false,
    pin: kept,
    panel: open,
  };
}

/** A page's server, or null for pages that don't need one. */
function serverOf(selection: PageSelection): string | null {
  switch (selection.kind) {
    case 'server':
    case 'edit-server':
    case 'skill':
    case 'refused':
      return selection.server;
    case 'review':
      return selection.at?.server ?? selection.server ?? null;
    default:
      return null;
  }
}

/**
 * The server and skill that a page is about; for the protocol page, those that the person came
 * from.
 */
function aboutOf(selection: PageSelection): Extract<PageSelection, { kind: 'protocol' }>['about'] {
  switch (selection.kind) {
    case 'protocol':
      return selection.about;
    case 'skill':
      return { server: selection.server, uri: selection.uri };
    case 'review':
      return selection.at;
    default: {
      const server = serverOf(selection);
      return server === null ? null : { server, uri: null };
    }
  }
}

type Toast = Pick<SurfaceActions, 'toast'>;

const to = (selection: PageSelection): AppLocation => ({ selection, tab: null, file: null });

/** Moves to another page, with a step in the history. */
function moving({ setState: set, getState: get }: StoreApi<AppState>, trail: NavigationTrail) {
  const note = (how: 'push' | 'replace', before: string): void => {
    const now = addressOf(get());
    if (now !== before) trail[how](now);
    set({ reach: trail.reach() });
  };
  const go = (change: (state: AppState) => Partial<AppState>, how: 'push' | 'replace'): void => {
    const before = addressOf(get());
    set(change);
    note(how, before);
  };
  /** Replaces the current page, so Back doesn't return to it. */
  const replacePlace = (selection: PageSelection) =>
    go((state) => goingTo(to(selection), state), 'replace');
  const select = (selection: PageSelection) => {
    if (!same(get().selection, selection)) go((state) => goingTo(to(selection), state), 'push');
  };
  return { note, go, replacePlace, select };
}

const isUnknown = ({ servers }: AppState, selection: PageSelection): boolean => {
  const server = serverOf(selection);
  return server !== null && !servers.has(server);
};
/** Opens addresses from the history, a reload or another program. */
function arriving(
  { setState: set, getState: get }: StoreApi<AppState>,
  trail: NavigationTrail,
  { note }: ReturnType<typeof moving>,
  { toast }: Toast,
) {
  const goHome = (why: string): void => {
    set((state) => goingTo(home, state));
    trail.replace(addressOf(home));
    toast('warn', why);
  };
  /** Leaves a page of a removed server for the overview and says so. */
  const leaveUnknown = (): void => {
    const state = get();
    if (state.link.status === 'ready' && isUnknown(state, state.selection))
      goHome('No server in your list has this address.');
  };
  /**
   * Opens an address from the history, a reload or someone's link. Closes whatever covers the page
   * and loads no file: naming a file isn't a person's action of opening it.
   */
  const arrive = (address: string): void => {
    const place = placeAt(address);
    if (place.ok) {
      set((state) => ({ ...goingTo(place.value, state), overlay: null }));
      leaveUnknown();
    } else goHome('This address doesn’t exist in Skillgate.');
    set({ reach: trail.reach() });
  };
  return {
    arrive,
    leaveUnknown,
    /**
     * Follows a link from another program, which anyone may have made and sent at any time, so not
     * while the person is deciding or filling something in.
     */
    follow: (address: string): void => {
      const { panel, overlay, selection, many } = get();
      const filling =
        selection.kind === 'add-server' ||
        selection.kind === 'edit-server' ||
        (selection.kind === 'review' && selection.filter === 'selected' && many?.sent === null);
      if (panel !== null || overlay !== null || filling)
        return toast('info', 'Skillgate didn’t follow a link because something is open here.');
      const before = addressOf(get());
      const place = placeAt(address);
      if (!place.ok) return toast('warn', 'The link’s page doesn’t exist in Skillgate.');
      if (isUnknown(get(), place.value.selection))
        return toast('warn', 'The link names a server that isn’t in the list.');
      set((state) => goingTo(place.value, state));
      return note('push', before);
    },
  };
}

/** Opens files of skills, and places in them. */
function fileActions(
  { setState: set, getState: get }: StoreApi<AppState>,
  { go }: ReturnType<typeof moving>,
) {
  /** Shows a skill's file. Opening it is the person's action that lets the page load it, once. */
  const openFile = (server: string, uri: string, file: string, tab: SkillTab = 'preview') => {
    const { selection } = get();
    // Back leaves the queue, however many files were opened in it.
    const inReview =
      selection.kind === 'review' && selection.at?.server === server && selection.at.uri === uri;
    const at = inReview ? selection : ({ kind: 'skill', server, uri } as const);
    go(
      (state) => ({ ...goingTo({ selection: at, tab, file }, state), toRead: true }),
      inReview ? 'replace' : 'push',
    );
  };
  return {
    openFile,
    setTab: (tab: SkillTab | null) => go(() => ({ tab }), 'replace'),
    /** Shows a place in the source of a skill's file. */
    openPlace: (
      { server, uri }: Pick<SkillRow, 'server' | 'uri'>,
      place: { readonly file: string; readonly line: number; readonly column: number },
    ) => {
      openFile(server, uri, place.file, 'source');
      set({ place: { ...place } });
    },
    /** Shows a finding's place: in the file's source or in the entry. */
    openFinding: (
      { server, uri }: Pick<SkillRow, 'server' | 'uri'>,
      { uri: file, field, place }: Pick<Finding, 'uri' | 'field' | 'place'>,
    ) => {
      if (field === undefined) {
        openFile(server, uri, file, 'source');
        set({ place: { file, line: place.line, column: place.column } });
      } else {
        go(() => ({ tab: 'entry' }), 'push');
        set({ entryField: field });
      }
    },
    /** The chosen file is loading; only another choice by the person loads again. */
    takeRead: () => set({ toRead: false }),
  };
}

/** The current page and navigation from it. */
export function placeActions(store: StoreApi<AppState>, trail: NavigationTrail, surfaces: Toast) {
  const { setState: set, getState: get } = store;
  const moves = moving(store, trail);
  const { select, replacePlace } = moves;
  const arrivals = arriving(store, trail, moves, surfaces);
  trail.onMove(arrivals.arrive);

  return {
    select,
    replacePlace,
    selectHome: () => select({ kind: 'home' }),
    selectServer: (server: string) => select({ kind: 'server', server }),
    setServerTab: (server: string, tab: ServerTab | undefined) =>
      replacePlace({ kind: 'server', server, tab }),
    /**
     * Selecting is asking to read: the page loads SKILL.md, once. Content that is generated on
     * every read waits for an action of its own.
     */
    selectSkill: (server: string, uri: string) => {
      select({ kind: 'skill', server, uri });
      const { settings, skills } = get();
      const isDynamic = skills.get(server)?.get(uri)?.content === 'dynamic';
      if (settings.openOnSelect && !isDynamic) set({ toRead: true });
    },
    selectRefused: (server: string, key: string) => select({ kind: 'refused', server, key }),
    addServer: (tab: AddTab = 'paste') => select({ kind: 'add-server', tab }),
    openAudit: (server: string | null = null) => select({ kind: 'audit', server }),
    /** Opens the protocol page about the current page, at `row` if given. */
    openProtocol: (row: number | null = null) => {
      set({ logFocus: row === null ? null : { row } });
      select({ kind: 'protocol', about: aboutOf(get().selection) });
    },
    /** The protocol page's chosen row, for when the person comes back. */
    focusLog: (logFocus: AppState['logFocus']) => set({ logFocus }),
    /** Pauses the protocol page; null resumes it. */
    holdLog: (logHeld: AppState['logHeld']) => set({ logHeld }),
    openHosts: () => select({ kind: 'hosts' }),
    editServer: (server: string) => select({ kind: 'edit-server', server }),
    goBack: () => trail.step(-1),
    goForward: () => trail.step(1),
    ...fileActions(store, moves),
    ...arrivals,
    /** The address that opens this page in another window. */
    linkTo: (place: AppLocation): string => trail.link(addressOf(place)),
  };
}

export type PlaceActions = ReturnType<typeof placeActions>;
