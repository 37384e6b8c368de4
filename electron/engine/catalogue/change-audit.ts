import { displayOf } from '../../core/decisions/display.ts';
import { lapses, setDigestOf } from '../../core/skill-state/standing.ts';
import { visible } from '../../core/text.ts';
import { everything } from '../../../shared/host/failures.ts';
import type { Failure, Identity } from '../../../shared/model/approval.ts';
import type { AuditAction } from '../../../shared/model/plain.ts';
import { writeChanges } from '../deciding/commit.ts';
import type { SkillStatus } from '../../../shared/model/standing.ts';
import type {
  ApprovalsStore,
  AuditEntry,
  PolicySource,
  RecordChange,
  AuditLog,
} from '../ports/decisions.ts';
import type { SystemClock } from '../ports/machine.ts';
import type { SkillCatalogue, CatalogueListener } from './catalogue.ts';
import type { CatalogueSkill } from './server.ts';

/**
 * Further sets of a skill whose approval has lapsed that are noted: a server can bring others for
 * ever.
 */
const mostSeen = 16;

export interface ChangeAudit extends CatalogueListener {
  /** Resolves when everything that was noticed so far has been written. */
  settled(): Promise<void>;
}

export interface JournalParts {
  readonly catalogue: Pick<SkillCatalogue, 'servers' | 'updateAll'>;
  readonly approvals: Pick<ApprovalsStore, 'commit' | 'failures' | 'note'>;
  readonly audit: Pick<AuditLog, 'page'>;
  readonly policy: Pick<PolicySource, 'current'>;
  readonly clock: SystemClock;
}

/**
 * Writes down what was seen of skills: that an approved one is served differently, which ends
 * the approval; that a file was not what was promised, or is again; that an approval has run
 * out; that a policy began to count. Each once, whoever looks and how often.
 */
export function journal(parts: JournalParts): ChangeAudit {
  const { approvals, clock } = parts;
  /** What else was seen since an approval lapsed, by the id of its record. */
  const seenSince = new Map<string, string[]>();
  let policyNoticed: string | null = null;
  let last: Promise<void> = Promise.resolve();

  const later = (work: () => Promise<unknown>): void => {
    // What cannot be written is told by the store's own state, and keeps nobody from looking on.
    last = last.then(work).then(
      () => {},
      () => {},
    );
  };

  const note = notebook(parts, later);

  const pending = pendingChanges(parts, later);

  /** Once per policy file: the line does not name a skill among those that it concerns. */
  const notePolicy = (rule: string, skill: CatalogueSkill): void => {
    const { current } = parts.policy;
    if (current.status !== 'active' || policyNoticed === current.digest) return;
    policyNoticed = current.digest;
    const file = `${current.path}, ${current.digest}`;
    later(async () => {
      const newest = await parts.audit
        .page({ server: null, text: '', action: 'policy-applied' }, null, 1)
        .catch(() => null);
      if (newest?.lines[0]?.detail.startsWith(file) === true) return;
      await approvals.note([entryFor(skill, 'policy-applied', `${file}: ${rule}`)]);
    });
  };

  const noteStanding = (before: CatalogueSkill | null, skill: CatalogueSkill): void => {
    if (before !== null && isAsBefore(before, skill)) return;
    const { standing, record } = skill;
    if (standing.kind === 'blocked') notePolicy(standing.rule, skill);
    else if (standing.kind === 'expired') note(entryFor(skill, 'expired', standing.at));
    // The first other set ends the approval, and is written with that.
    else if (standing.kind === 'changed' && record !== null && record.lapsed !== null)
      noteOther(skill, record.id, countsOf(standing));
  };

  const noteOther = (skill: CatalogueSkill, record: string, counts: string): void => {
    const known = seenSince.get(record) ?? [];
    seenSince.set(record, known);
    const seen = `${setDigestOf(skill.entry)} ${counts}`;
    if (!known.includes(seen) && known.push(seen) > mostSeen) known.pop();
    const at = known.indexOf(seen);
    const last = at === mostSeen - 1 ? '; later changes aren’t recorded' : '';
    if (at !== -1) note(entryFor(skill, 'changed-seen', `${counts}${last}`));
  };

  return {
    skills(changes) {
      for (const { before, after } of changes) if (after !== null) noteStanding(before, after);
      const at = new Date(clock.now()).toISOString();
      const seen = changes.flatMap(({ before, after }) =>
        after === null ? [] : changesFor(before, after, at),
      );
      if (seen.length > 0) pending.add(seen);
    },
    async settled() {
      pending.finish();
      // Writing a change computes the status again, which may be worth a line of its own.
      for (let known: typeof last | null = null; known !== last;) {
        known = last;
        await known;
      }
    },
  };
}

/** How long after a write that failed, as while another program holds the file, it's tried again. */
const rewriteMs = 2_000;

/**
 * Written as a decision is: hosts that read the file must answer alike. Whatever is seen while
 * the file is written is one further write: a server decides how many files fail. What can't be
 * written now is tried again soon, and with what is seen next.
 */
function pendingChanges(
  parts: JournalParts,
  later: (work: () => Promise<unknown>) => void,
): { add(seen: readonly RecordChange[]): void; finish(): void } {
  /** What was seen and is not in the file yet, in its order. */
  let unwritten: readonly RecordChange[] = [];
  let isWriting = false;
  let cancelRetry = (): void => {};
  const write = async (retries: boolean): Promise<void> => {
    while (unwritten.length > 0) {
      const batch = unwritten;
      unwritten = [];
      if ((await writeChanges(parts, batch)) === null) continue;
      unwritten = [...batch, ...unwritten];
      if (retries) cancelRetry = parts.clock.after(rewriteMs, () => start(true));
      return;
    }
  };
  const start = (retries: boolean): void => {
    cancelRetry();
    if (isWriting || unwritten.length === 0) return;
    isWriting = true;
    later(async () => {
      try {
        await write(retries);
      } finally {
        isWriting = false;
      }
    });
  };
  return {
    add(seen) {
      unwritten = [...unwritten, ...seen];
      start(true);
    },
    // No timer may outlive the program that ends.
    finish: () => start(false),
  };
}

/** What the file of decisions has to keep of a change. `at` is ISO 8601. */
function changesFor(
  before: CatalogueSkill | null,
  after: CatalogueSkill,
  at: string,
): RecordChange[] {
  const { identity } = after.server;
  return identity === null
    ? []
    : [...lapseOf(before, after, identity, at), ...failuresOf(before, after, identity, at)];
}

function lapseOf(
  before: CatalogueSkill | null,
  after: CatalogueSkill,
  identity: Identity,
  at: string,
): RecordChange[] {
  const { held, entry, record, uri } = after;
  if (before?.entry === entry && before.record === record && before.held.observed === held.observed)
    return [];
  if (!lapses(held, entry, record)) return [];
  const audit = entryFor(
    after,
    'changed-seen',
    `${whatDiffers(after)}; the approval is no longer valid`,
  );
  const seen = setDigestOf(entry);
  return [{ kind: 'lapse', identity, uri, seen, record: record.id, at, audit }];
}

function failuresOf(
  before: CatalogueSkill | null,
  after: CatalogueSkill,
  identity: Identity,
  at: string,
): RecordChange[] {
  const then = before?.held.mismatches;
  const now = after.held.mismatches;
  // Of most skills there is nothing to tell, and naming their server costs more than listing them.
  if (then === now || (now.size === 0 && (then?.size ?? 0) === 0)) return [];
  const { server, uri, failures } = after;
  const { config } = server.configured;
  const named = {
    label: server.label,
    display: config.ok ? displayOf(config.value) : '',
    identity,
  };
  // The file already has more records than Skillgate keeps, and refuses every skill.
  const isFull = failures.some((kept) => kept.uri === everything);
  const failed = [...now].flatMap(([file, { problem, check, expected, actual }]) => {
    if (isFull || then?.get(file)?.problem === problem) return [];
    const failure: Failure = { server: named, uri, file, check, expected, actual, at };
    const detail =
      `${visible(file, 300)}: ` +
      `${check}, expected ${expected ?? 'nothing'}, got ${actual ?? 'nothing'}`;
    const audit = entryFor(after, 'verification-failed', detail);
    return failures.some((kept) => isSameFailure(kept, failure))
      ? []
      : [{ kind: 'fail', failure, audit } as const];
  });
  const cleared = [...(then?.keys() ?? [])].flatMap((file): RecordChange[] =>
    now.has(file)
      ? []
      : [
          {
            kind: 'clear',
            identity,
            uri,
            file,
            audit: entryFor(after, 'verification-cleared', visible(file, 300)),
          },
        ],
  );
  return [...failed, ...cleared];
}

const isSameFailure = (a: Failure, b: Failure): boolean =>
  a.file === b.file && a.check === b.check && a.expected === b.expected && a.actual === b.actual;

const isAsBefore = (before: CatalogueSkill, after: CatalogueSkill): boolean =>
  before.entry === after.entry &&
  before.standing.kind === after.standing.kind &&
  before.record === after.record;

const whatDiffers = ({ standing }: CatalogueSkill): string =>
  standing.kind === 'changed' ? countsOf(standing) : 'another set';

const countsOf = ({ changes, metadata }: Extract<SkillStatus, { kind: 'changed' }>): string =>
  `${changes.added.length} added, ${changes.removed.length} removed, ` +
  `${changes.modified.length} modified${metadata ? ', new description' : ''}`;

const entryFor = (
  { server, uri, entry }: CatalogueSkill,
  action: AuditAction,
  detail: string,
): AuditEntry => ({ action, server: server.label, uri, setDigest: setDigestOf(entry), detail });

/**
 * Newest lines that are looked at for what was noted before: a script that checks every minute
 * adds nothing.
 */
const notedLines = 500;

interface NotebookParts {
  readonly approvals: Pick<ApprovalsStore, 'note'>;
  readonly audit: Pick<AuditLog, 'page'>;
}

/**
 * Gives the way to write lines of the audit that are about no decision: each once, whoever looks
 * and how often. What is noted while others are written is one further write: one listing can
 * concern thousands of skills. `later` runs one piece of work after the other.
 */
function notebook(
  { approvals, audit }: NotebookParts,
  later: (work: () => Promise<void>) => void,
): (entry: AuditEntry) => void {
  const noted = new Map<AuditAction, Promise<Set<string>>>();
  let waiting: AuditEntry[] = [];

  const notedBefore = (action: AuditAction): Promise<Set<string>> => {
    const known = noted.get(action);
    if (known !== undefined) return known;
    const loaded = audit
      .page({ server: null, text: '', action }, null, notedLines)
      // A log that cannot be read is reported by whoever appends to it.
      .then(
        ({ lines }) => new Set(lines.map(makeKey)),
        () => new Set<string>(),
      );
    noted.set(action, loaded);
    return loaded;
  };

  const write = async (): Promise<void> => {
    const entries = waiting;
    waiting = [];
    const fresh: AuditEntry[] = [];
    for (const entry of entries) {
      const before = await notedBefore(entry.action);
      if (before.size < before.add(makeKey(entry)).size) fresh.push(entry);
    }
    if (fresh.length > 0) await approvals.note(fresh);
  };

  return (entry) => {
    waiting.push(entry);
    if (waiting.length === 1) later(write);
  };
}

const makeKey = ({
  server,
  uri,
  setDigest,
  detail,
}: Pick<AuditEntry, 'server' | 'uri' | 'setDigest' | 'detail'>): string =>
  JSON.stringify([server, uri, setDigest, detail]);
