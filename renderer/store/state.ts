import type {
  DecisionItem,
  RequestError,
  RequestOutput,
  AppSnapshot,
} from '../../shared/contract.ts';
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

/** Whether the window is connected to Skillgate's own process, not to a server. */
export type BackendLink =
  | { readonly status: 'loading' }
  | { readonly status: 'ready' }
  | { readonly status: 'lost'; readonly message: string };

export type StandingFilter =
  | 'all'
  | 'changed'
  | 'new'
  | 'approved'
  | 'denied'
  | 'refused'
  | 'problems';

/** What a decision is about; items carry the set digest on screen. */
export interface DecisionSheetRequest {
  readonly action: 'approve' | 'deny' | 'revoke' | 'session';
  readonly items: readonly DecisionItem[];
}

/** A decision about many skills, as listed when its page opened. */
export interface BulkDecision {
  /** A new one each time the page opens. */
  readonly id: number;
  readonly action: ManyAction;
  readonly items: readonly ManyItem[];
  readonly draft: ManyDraft;
  /** The operation that saves the decision and its skills; null until it starts. */
  readonly sent: { readonly operationId: string; readonly keys: ReadonlySet<string> } | null;
  /** The page came back on its own, after a decision about one of its skills. */
  readonly cameBack: boolean;
}
export interface ManyDraft {
  /** Keys of the skills to decide about, as far as possible. */
  readonly chosen: ReadonlySet<string>;
  /** Tools selected by hand, by key. */
  readonly grants: ReadonlyMap<string, ReadonlySet<string>>;
  /** Expanded groups. */
  readonly open: ReadonlySet<string>;
  readonly note: string;
  readonly expiry: ExpiryTerm;
  readonly date: string;
}
export interface ManyItem {
  readonly key: string;
  /** What the decision names: the listed or displayed content. */
  readonly item: DecisionItem;
  readonly row: SkillRow;
}

/** The decision panel open on its skill's page. */
export interface DecisionPanelState {
  readonly server: string;
  readonly uri: string;
  readonly action: DecisionSheetRequest['action'];
  /** It was sent and is waiting for the answer. */
  readonly busy: boolean;
  /** Why the last attempt saved nothing. */
  readonly refusal: string | null;
}

/** A dialog for the app as a whole; one at a time. */
export type AppOverlay =
  | {
      readonly kind:
        | 'palette'
        | 'search'
        | 'shortcuts'
        | 'settings'
        | 'import-bundle'
        | 'forget-all';
    }
  /** All commands that need permission, in one list. */
  | { readonly kind: 'consent-many' }
  | { readonly kind: 'open-by-uri'; readonly server: string | null }
  | { readonly kind: 'remove-server' | 'consent'; readonly server: string }
  /** One sign-in, by its id. */
  | { readonly kind: 'sign-in'; readonly server: string; readonly id: string }
  /** `keys`: `skillKey`s of decisions offered for the bundle. */
  | { readonly kind: 'export-bundle'; readonly keys: readonly string[] };

/** A decision saved since the app was opened, newest last. */
export interface DecidedHere {
  readonly server: string;
  readonly uri: string;
  readonly name: string;
  readonly action: 'approve' | 'deny' | 'session';
  /** Id of the decision's record. */
  readonly record: string | null;
  /** Identifies the decision for `undo`; null if it can't be undone. */
  readonly undo: string | null;
}

/** One decision that can be undone, as `undo` in the main process expects it. */
export interface UndoEntry {
  readonly server: string;
  readonly uri: string;
  readonly name: string;
  readonly undo: string;
}

/** One review session. */
export interface ReviewSession {
  /** `skillKey`s that waited when the session began, in order. */
  readonly order: readonly string[];
  readonly skipped: ReadonlySet<string>;
}

/** Icons of commands in the palette. */
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
  | 'folder'
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
 * letter; `letter: true` ties it to the setting for single-letter shortcuts.
 */
export interface PaletteCommand {
  readonly id: string;
  readonly title: string;
  readonly group: string;
  readonly key?: string;
  readonly letter?: boolean;
  /** Repeats while its key is held. */
  readonly repeats?: boolean;
  /** Yields to the command with this id: a page's own command applies if no part of it has one. */
  readonly fallback?: boolean;
  /** Its icon in the palette. */
  readonly icon?: CommandIcon;
  /**
   * Its section in the palette, in order: the current page (default), the app, another page,
   * settings, destructive commands.
   */
  readonly kind?: 'here' | 'app' | 'go' | 'settings' | 'danger';
  /** False: only on the shortcut sheet, not in the palette. */
  readonly palette?: boolean;
  /** Checked when the palette opens; a command that would do nothing isn't offered. */
  readonly can?: () => boolean;
  readonly run: () => void;
}

/**
 * One decision step of this window and how *Undo* reverses it, or the operation that decided it. If
 * empty, neither it nor anything older can be undone.
 */
export type UndoStep =
  | { readonly undoing: readonly UndoEntry[] }
  | { readonly operationId: string };

export interface ToastMessage {
  readonly id: number;
  readonly tone: 'info' | 'ok' | 'warn' | 'bad';
  readonly text: string;
  /** Replaces the tone's icon: a denial doesn't get a green check mark. */
  readonly icon?: 'denied' | 'history' | 'session';
  /** What *Undo* reverses. */
  readonly undo?: readonly UndoEntry[];
  /** Its subject; the next notice about it replaces this one. */
  readonly about?: 'exchange' | 'protocol';
  /** The decisions it announces; it disappears once none applies. */
  readonly decided?: readonly DecidedHere[];
}

/** A skill's detail while it loads. `stale`: the row changed since. */
export interface DetailState {
  readonly detail: SkillDetail | null;
  readonly error: RequestError | null;
  readonly stale: boolean;
  readonly loading: boolean;
}

export interface OutlineHeading {
  /** 1 to 6, as in the text. */
  readonly level: number;
  readonly text: string;
  /** Its offset in the text (UTF-16 units). */
  readonly at: number;
}

/** The headings of the rendered text on screen, and how to get to one. */
export interface TextOutline {
  readonly headings: readonly OutlineHeading[];
  /** The text has more headings than are listed. */
  readonly isCut: boolean;
  readonly go: (at: number) => void;
}

/** Apps on this machine, as last looked for; null until then. */
export interface FoundHosts {
  readonly found: RequestOutput<'getHosts'> | null;
  readonly error: string | null;
}

/** Data from the main process; only `applyEvent` writes it. */
export interface DataState {
  readonly info: Pick<
    AppSnapshot,
    'version' | 'shell' | 'platform' | 'sessionConfig' | 'dataFolder'
  > | null;
  readonly servers: ReadonlyMap<string, ServerView>;
  /** Rows by server label, then by URI. */
  readonly skills: ReadonlyMap<string, ReadonlyMap<string, SkillRow>>;
  readonly refused: ReadonlyMap<string, readonly RefusedEntry[]>;
  /** Operations by id: running ones, and the newest result of each kind per subject. */
  readonly operations: ReadonlyMap<string, Operation>;
  /** By `skillKey`, with the newest checks from the main process. */
  readonly details: ReadonlyMap<string, DetailState>;
  /** Findings by `skillKey`, only for skills opened here. */
  readonly findings: ReadonlyMap<string, SkillFindings>;
  readonly log: LogState;
  readonly settings: AppSettings;
  readonly store: StoreState | null;
  readonly policy: PolicyState;
  readonly waiting: WaitingView;
}

/** The state of the view. */
export interface ViewState {
  readonly link: BackendLink;
  readonly selection: PageSelection;
  /** Whether Back and Forward are possible. */
  readonly reach: TrailReach;
  /** Null: the page's default for the skill's status. */
  readonly tab: SkillTab | null;
  /** URI of the file in the Preview and Source tabs; null = SKILL.md, not opened yet. */
  readonly file: string | null;
  /** The place in `file` that a finding names; another value goes there again. */
  readonly place: { readonly file: string; readonly line: number; readonly column: number } | null;
  /** The entry field (`frontmatter.name`) that a finding names; null for the start. */
  readonly entryField: string | null;
  /** The person just chose `file`; whichever view shows it loads it once. */
  readonly toRead: boolean;
  readonly outline: TextOutline | null;
  readonly filterText: string;
  readonly filterStanding: StandingFilter;
  /** Tree nodes toggled from their default (folders open, skills closed). */
  readonly toggled: ReadonlySet<string>;
  /** `skillKey`s selected for a decision about many. */
  readonly picked: ReadonlySet<string>;
  readonly sitting: ReviewSession;
  readonly decidedHere: readonly DecidedHere[];
  /**
   * What the selected skill's page showed when it opened. It belongs to the address, not a
   * component, so it survives if the skill vanishes or its server restarts.
   */
  readonly pin: PinnedSkill | null;
  readonly many: BulkDecision | null;
  readonly panel: DecisionPanelState | null;
  /** Unsent drafts by `draftKey`. */
  readonly drafts: ReadonlyMap<string, DecisionDraft>;
  readonly overlay: AppOverlay | null;
  /** Fingerprints whose permission dialog opened automatically in this session. */
  readonly consentAsked: ReadonlySet<string>;
  readonly drawerOpen: boolean;
  /** In a narrow window, whether the tree lies over the page. */
  readonly treeOver: boolean;
  /** The row that the protocol page opens at; another value goes there again. */
  readonly logFocus: { readonly row: number } | null;
  /** The protocol when the person paused it, kept while they visit other pages. */
  readonly logHeld: LogState | null;
  readonly toasts: readonly ToastMessage[];
  readonly hosts: FoundHosts;
  /** Decisions made here, newest last. */
  readonly undoSteps: readonly UndoStep[];
  readonly commands: readonly PaletteCommand[];
}

export interface AppState extends DataState, ViewState {}

export const refusedKey = (entry: RefusedEntry) => `${entry.index}\n${entry.uri ?? ''}`;

/** Statuses that wait for the person. */
export const undecidedKinds: readonly StatusKind[] = ['undecided', 'changed', 'expired'];
