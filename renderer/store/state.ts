import type { DecisionItem, RequestError, AppSnapshot } from '../../shared/contract.ts';
import type { StoreState } from '../../shared/model/approval.ts';
import type { SkillDetail } from '../../shared/model/detail.ts';
import type { SkillFindings } from '../../shared/model/findings.ts';
import type { ServerView } from '../../shared/model/server.ts';
import type { ManyAction, Operation } from '../../shared/model/operation.ts';
import type { PolicyState } from '../../shared/model/policy.ts';
import type { AppSettings } from '../../shared/model/settings.ts';
import type { RefusedEntry, SkillRow } from '../../shared/model/skill.ts';
import type { StatusKind } from '../../shared/model/standing.ts';
import type { WaitingView } from '../../shared/model/waiting.ts';
import type { PageSelection, SkillTab } from '../../shared/place.ts';
import type { DecisionDraft, ExpiryTerm } from './draft.ts';
import type { LogState } from './log.ts';
import type { PinnedSkill } from './pin.ts';
import type { TrailReach } from './trail.ts';

export { skillKey } from './keys.ts';
export type { PageSelection, SkillTab };

/** Whether the renderer hears from Skillgate's own process (not: from a server). */
export type BackendLink =
  | { readonly status: 'loading' }
  | { readonly status: 'ready' }
  | { readonly status: 'lost'; readonly message: string };

export type StandingFilter =
  'all' | 'changed' | 'new' | 'approved' | 'denied' | 'refused' | 'problems';

/** What the decision sheet asks about; items carry the set digest that is on screen. */
export interface DecisionSheetRequest {
  readonly action: 'approve' | 'deny' | 'revoke' | 'session';
  readonly items: readonly DecisionItem[];
}

/** A decision about many skills, as they were listed when its page was opened. */
export interface BulkDecision {
  /** Another one for each opening. */
  readonly id: number;
  readonly action: ManyAction;
  readonly items: readonly ManyItem[];
  readonly draft: ManyDraft;
  /** The work that decides them, and which; null before it was begun. */
  readonly sent: { readonly operationId: string; readonly keys: ReadonlySet<string> } | null;
}
export interface ManyDraft {
  /** Keys of those to be decided about, as far as they still can be. */
  readonly chosen: ReadonlySet<string>;
  /** Tools ticked by hand, by key. */
  readonly grants: ReadonlyMap<string, ReadonlySet<string>>;
  /** Groups that are open. */
  readonly open: ReadonlySet<string>;
  readonly note: string;
  readonly expiry: ExpiryTerm;
  readonly date: string;
}
export interface ManyItem {
  readonly key: string;
  /** What the decision names: what was listed, or was on screen. */
  readonly item: DecisionItem;
  readonly row: SkillRow;
}

/** The decision that is open in place, on the page of its skill. */
export interface DecisionPanelState {
  readonly server: string;
  readonly uri: string;
  readonly action: DecisionSheetRequest['action'];
  /** It was sent, and the answer is not here. */
  readonly busy: boolean;
  /** Why nothing was decided, when that was tried. */
  readonly refusal: string | null;
}

/** A dialog that belongs to the app as a whole; one at a time. */
export type AppOverlay =
  | { readonly kind: 'palette' | 'shortcuts' | 'settings' | 'import-bundle' | 'forget-all' }
  /** Every command that asks to start, in one list. */
  | { readonly kind: 'consent-many' }
  | { readonly kind: 'open-by-uri'; readonly server: string | null }
  | { readonly kind: 'remove-server' | 'consent'; readonly server: string }
  /** One sign-in, by its id. */
  | { readonly kind: 'sign-in'; readonly server: string; readonly id: string }
  /** `keys`: `skillKey`s whose decisions are offered for the bundle. */
  | { readonly kind: 'export-bundle'; readonly keys: readonly string[] };

/** A decision that was made since the app was opened, newest last. */
export interface DecidedHere {
  readonly server: string;
  readonly uri: string;
  readonly name: string;
  readonly action: 'approve' | 'deny' | 'session';
  /** Id of the record that the decision left. */
  readonly record: string | null;
  /** Names the decision for `undo`; null where it cannot be undone. */
  readonly undo: string | null;
}

/** One decision that can be undone: what `undo` of the main side wants to know of it. */
export interface UndoEntry {
  readonly server: string;
  readonly uri: string;
  readonly name: string;
  readonly undo: string;
}

/** One walk through the review queue. */
export interface ReviewSession {
  /** `skillKey`s that waited when the walk began, in the order of the walk. */
  readonly order: readonly string[];
  readonly skipped: ReadonlySet<string>;
}

/** The signs that commands have in the palette. */
export type CommandIcon =
  | 'approved'
  | 'arrowDown'
  | 'arrowLeft'
  | 'arrowRight'
  | 'arrowUp'
  | 'denied'
  | 'external'
  | 'eye'
  | 'file'
  | 'filter'
  | 'history'
  | 'home'
  | 'import'
  | 'keyboard'
  | 'link'
  | 'play'
  | 'plus'
  | 'question'
  | 'refresh'
  | 'search'
  | 'server'
  | 'session'
  | 'settings'
  | 'side'
  | 'skill'
  | 'terminal'
  | 'trash'
  | 'unlink';

/**
 * A command for the palette and the keyboard. `key` is `mod+k`, `f6`, `?`, `[`, `shift+a` or a
 * letter; `letter: true` puts it under the setting that switches single letters off.
 */
export interface PaletteCommand {
  readonly id: string;
  readonly title: string;
  readonly group: string;
  readonly key?: string;
  readonly letter?: boolean;
  /** Goes on while its key is held. */
  readonly repeats?: boolean;
  /** Gives way to another command of this id: a page's own way where no part of it has one. */
  readonly fallback?: boolean;
  /** The sign beside it in the palette. */
  readonly icon?: CommandIcon;
  /**
   * What it is about, in the order of the palette: the page in front unless it says otherwise, the
   * app, another place, how the app is, what takes away what is kept.
   */
  readonly kind?: 'here' | 'app' | 'go' | 'settings' | 'danger';
  /** False: listed on the shortcut sheet, not in the palette. */
  readonly palette?: boolean;
  /** Asked when the palette opens: what would do nothing now is not offered. */
  readonly can?: () => boolean;
  readonly run: () => void;
}

/**
 * One step of what was decided in this window: by what *Undo* takes it back, or the work that
 * decided it. Nothing in it: it cannot be taken back, and nothing older is before it is.
 */
export type UndoStep =
  { readonly undoing: readonly UndoEntry[] } | { readonly operationId: string };

export interface ToastMessage {
  readonly id: number;
  readonly tone: 'info' | 'ok' | 'warn' | 'bad';
  readonly text: string;
  /** Instead of the tone's own sign: a denial is no green tick. */
  readonly icon?: 'denied' | 'history' | 'session';
  /** What *Undo* takes back. */
  readonly undo?: readonly UndoEntry[];
  /** What it is about: the next about the same takes its place. */
  readonly about?: 'exchange' | 'protocol';
  /** What it says was decided: it goes once none of that stands any more. */
  readonly decided?: readonly DecidedHere[];
}

/** A skill's detail while it is fetched from the main side. `stale`: the row changed since. */
export interface DetailState {
  readonly detail: SkillDetail | null;
  readonly error: RequestError | null;
  readonly stale: boolean;
  readonly loading: boolean;
}

/** What the main side told us; `applyEvent` is the only writer. */
export interface DataState {
  readonly info: Pick<
    AppSnapshot,
    'version' | 'shell' | 'platform' | 'sessionConfig' | 'dataFolder'
  > | null;
  readonly servers: ReadonlyMap<string, ServerView>;
  /** Rows by server label, then by URI. */
  readonly skills: ReadonlyMap<string, ReadonlyMap<string, SkillRow>>;
  readonly refused: ReadonlyMap<string, readonly RefusedEntry[]>;
  /** Long work by its id: what runs, and the newest end of each kind of work about each thing. */
  readonly operations: ReadonlyMap<string, Operation>;
  /** By `skillKey`; their verdicts are the newest that the main side told. */
  readonly details: ReadonlyMap<string, DetailState>;
  /** What rules say of a skill's files, by `skillKey`; only of skills that were looked at here. */
  readonly findings: ReadonlyMap<string, SkillFindings>;
  readonly log: LogState;
  readonly settings: AppSettings;
  readonly store: StoreState | null;
  readonly policy: PolicyState;
  readonly waiting: WaitingView;
}

/** What the person is doing. */
export interface ViewState {
  readonly link: BackendLink;
  readonly selection: PageSelection;
  /** Whether Back and Forward lead anywhere. */
  readonly reach: TrailReach;
  /** Null: the page's own default for the skill's standing. */
  readonly tab: SkillTab | null;
  /** URI of the file that the Preview and Source tabs show; null = SKILL.md, not yet asked for. */
  readonly file: string | null;
  /** Where in `file` to begin, as a finding says; another value goes there again. */
  readonly place: { readonly file: string; readonly line: number; readonly column: number } | null;
  /** The field of an entry (`frontmatter.name`) that a finding led to; null for its beginning. */
  readonly entryField: string | null;
  /** The person chose `file` just now; whoever shows it reads it once for that. */
  readonly toRead: boolean;
  readonly filterText: string;
  readonly filterStanding: StandingFilter;
  /** Tree nodes whose state differs from their default (folders open, skills closed). */
  readonly toggled: ReadonlySet<string>;
  /** `skillKey`s ticked for a decision about many. */
  readonly picked: ReadonlySet<string>;
  readonly sitting: ReviewSession;
  readonly decidedHere: readonly DecidedHere[];
  /**
   * What the page of the selected skill showed when it was opened. It is the address's, not a
   * component's: it outlives that the skill vanishes or its server restarts.
   */
  readonly pin: PinnedSkill | null;
  readonly many: BulkDecision | null;
  readonly panel: DecisionPanelState | null;
  /** What was filled in and not sent, by `draftKey`. */
  readonly drafts: ReadonlyMap<string, DecisionDraft>;
  readonly overlay: AppOverlay | null;
  /** Fingerprints whose permission dialog opened automatically in this session. */
  readonly consentAsked: ReadonlySet<string>;
  readonly drawerOpen: boolean;
  /** The row that the protocol page was opened for; another value goes there again. */
  readonly logFocus: { readonly row: number } | null;
  /** The protocol as it was when the person paused it, which outlives that they look elsewhere. */
  readonly logHeld: LogState | null;
  readonly toasts: readonly ToastMessage[];
  /** What was decided here, the newest last. */
  readonly undoSteps: readonly UndoStep[];
  readonly commands: readonly PaletteCommand[];
}

export interface AppState extends DataState, ViewState {}

export const refusedKey = (entry: RefusedEntry) => `${entry.index}\n${entry.uri ?? ''}`;

/** Standings that wait for the person. */
export const undecidedKinds: readonly StatusKind[] = ['undecided', 'changed', 'expired'];
