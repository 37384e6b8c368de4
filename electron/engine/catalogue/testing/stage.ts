import type { AppEvent } from '../../../../shared/contract.ts';
import type { ApprovalRecord, Failure, Identity } from '../../../../shared/model/approval.ts';
import { guide, identity, recordOn, uri } from '../../../core/skill-state/held.fixture.ts';
import { identityKey } from '../../../core/decisions/identity.ts';
import {
  archiveRefused,
  read,
  readWhole,
  type ReadObservation,
} from '../../../core/skill-state/read.ts';
import { selfComputed, relisted } from '../../../core/skill-state/steps.ts';
import { withSession, type SkillState } from '../../../core/skill-state/skill.ts';
import { setDigestOf } from '../../../core/skill-state/standing.ts';
import { parsePolicy, policyFormat, type PolicyInForce } from '../../../core/policy/policy.ts';
import { dialects } from '../../../core/dialects/registry.ts';
import type { SkillEntry } from '../../../../shared/model/skill.ts';
import type { FileCheck } from '../../../../shared/model/verdict.ts';
import { ok } from '../../../../shared/result.ts';
import type { ApprovalsStore, AuditEntry, RecordChange, AuditLog } from '../../ports/decisions.ts';
import type { SystemClock } from '../../ports/machine.ts';
import { createCatalogue } from '../catalogue.ts';
import { expiries, rows } from '../rows.ts';
import { journal } from '../change-audit.ts';
import type { CatalogueServer, CatalogueSkill } from '../server.ts';
import { partialContext } from '../../testing/partial-context.ts';
import type { ReadContext, SkillContext } from '../../contexts.ts';

export const begin = Date.parse('2026-01-01T00:00:00Z');
const key = (of: Identity, at: string): string => `${identityKey(of)}\n${at}`;

/** The store in memory, with the rules of the real one, and what it wrote to the audit. */
export function memoryStore() {
  const records = new Map<string, ApprovalRecord>();
  const failures = new Map<string, readonly Failure[]>();
  const lines: AuditEntry[] = [];
  const apply = (change: RecordChange): boolean => {
    if (change.kind === 'put' || change.kind === 'restore') {
      records.set(key(change.record.server.identity, change.record.uri), change.record);
      return true;
    }
    if (change.kind === 'fail') {
      const at = key(change.failure.server.identity, change.failure.uri);
      const others = (failures.get(at) ?? []).filter(({ file }) => file !== change.failure.file);
      failures.set(at, [...others, change.failure]);
      return true;
    }
    if (change.kind === 'forget') return true;
    const at = key(change.identity, change.uri);
    if (change.kind === 'remove') return records.delete(at);
    if (change.kind === 'clear') {
      const before = failures.get(at) ?? [];
      const left = before.filter(({ file }) => change.file !== null && file !== change.file);
      failures.set(at, left);
      return left.length < before.length;
    }
    const record = records.get(at);
    if (record?.decision !== 'approved' || record.lapsed !== null) return false;
    if (change.record === null ? record.setDigest === change.seen : record.id !== change.record)
      return false;
    records.set(at, { ...record, lapsed: { setDigest: change.seen, at: change.at } });
    return true;
  };
  const store: Pick<
    ApprovalsStore,
    'state' | 'find' | 'failures' | 'commit' | 'note' | 'strayRecords'
  > = {
    state: { status: 'ready', path: '/approvals.json', revision: 0, records: 0 },
    find: (of, at) => records.get(key(of, at)) ?? null,
    failures: (of, at) => failures.get(key(of, at)) ?? [],
    strayRecords: () => 0,
    async commit(changes) {
      for (const change of changes) if (apply(change)) lines.push(change.audit);
      return ok({ revision: 1 });
    },
    async note(entries) {
      lines.push(...entries);
    },
  };
  return { store, records, failures, lines, apply };
}

/** A clock that a test moves. */
export function handClock(): SystemClock & { move(ms: number): void } {
  let now = begin;
  let waiting: { at: number; run: () => void }[] = [];
  return {
    now: () => now,
    after(ms, run) {
      const one = { at: now + ms, run };
      waiting.push(one);
      return () => {
        waiting = waiting.filter((other) => other !== one);
      };
    },
    move(ms) {
      now += ms;
      const due = waiting.filter(({ at }) => at <= now);
      waiting = waiting.filter(({ at }) => at > now);
      for (const { run } of due) run();
    },
  };
}

const noPolicy: PolicyInForce = { status: 'none' };

/** A catalogue with its listeners over one server, and everything that can happen to a skill. */
export function stage() {
  const { store, records, failures, lines, apply } = memoryStore();
  const clock = handClock();
  const policy: { current: PolicyInForce } = { current: noPolicy };
  const events: AppEvent[] = [];
  const catalogue = createCatalogue({
    approvals: store,
    answers: { find: () => [], others: () => [] },
    policy,
    clock,
  });
  const audit: Pick<AuditLog, 'page'> = {
    page: async ({ action }) => ({
      lines: lines.filter((line) => line.action === action) as never,
      more: false,
    }),
  };
  const seen = journal({ catalogue, approvals: store, audit, policy, clock });
  const told = rows(
    partialContext<ReadContext>({
      dialects,
      approvals: store,
      links: { stderr: () => [] } as never,
      inspections: { lookingAt: () => new Set() } as never,
      publish: (event: AppEvent) => void events.push(event),
      observed: () => true,
    }),
  );
  for (const listener of [seen, told, expiries(partialContext<SkillContext>({ catalogue, clock }))])
    catalogue.listen(listener);
  const server: CatalogueServer = catalogue.add({
    label: 'acme',
    enabled: true,
    source: 'stored',
    config: ok({ type: 'http', url: identity.url, headers: {} }),
  });
  const place = { server, uri };
  const now = (): CatalogueSkill | null => catalogue.at(place);
  let decisions = 0;

  /** What was asked for and has not been answered yet. */
  let asked: SkillState | null = null;
  const check = (file: string, verdict: FileCheck): ReadObservation => ({
    asked: asked ?? (now() as CatalogueSkill).held,
    file,
    verdict,
    observed: null,
  });

  const happen = {
    list(entry: SkillEntry) {
      const arrival = { entry, at: clock.now(), ttlMs: null };
      catalogue.updateAll([{ place, step: (held) => relisted(held, arrival) }]);
    },
    withdraw: () => catalogue.updateAll([{ place, step: () => null }]),
    ask() {
      asked = now()?.held ?? null;
    },
    read(file: string, verdict: FileCheck) {
      if (now() === null) return;
      const answer = check(file, verdict);
      asked = null;
      catalogue.update(place, (held) => read(held, answer));
    },
    readAll(
      digests: readonly { readonly path: string; readonly uri: string; readonly digest: string }[],
    ) {
      const skill = now();
      if (skill === null) return;
      catalogue.update(place, (held) =>
        readWhole(held, {
          asked: skill.held,
          reading: { files: digests, frontmatter: {}, integrity: 'self-computed', archive: null },
          verdicts: new Map(digests.map((one) => [one.uri, selfComputed])),
          notes: [],
        }),
      );
    },
    refuse() {
      const skill = now();
      if (skill === null) return;
      const [archive] = skill.held.listed.archives;
      if (archive === undefined) return;
      const problem = { rule: 'archive-refused', message: 'It is refused.' } as const;
      catalogue.update(place, (held) =>
        archiveRefused(held, skill.held, { archive: archive.url, check: 'archive', problem }),
      );
    },
    allowSession: () => void catalogue.update(place, (held) => withSession(held, true)),
    /** Another window or program decides about what is served now. */
    decideElsewhere(
      decision: 'approved' | 'denied' | 'none',
      changes: Partial<ApprovalRecord> = {},
    ) {
      const skill = now();
      // Nobody can approve what no digest binds.
      if (decision === 'approved' && (skill === null || setDigestOf(skill.entry) === null)) return;
      if (decision === 'none') records.delete(key(identity, uri));
      else if (skill !== null)
        records.set(
          key(identity, uri),
          recordOn(skill.entry, {
            now: clock.now() + (decisions += 1),
            decision,
            integrity: skill.held.reading?.integrity ?? 'manifest',
            ...changes,
          }),
        );
      catalogue.refresh();
    },
    failElsewhere(failure: Failure) {
      apply({
        kind: 'fail',
        failure,
        audit: { action: 'verification-failed', server: '', uri, setDigest: null, detail: '' },
      });
      catalogue.refresh();
    },
    setPolicy(rules: readonly object[] | null) {
      const parsed = parsePolicy(JSON.stringify({ format: policyFormat, rules: rules ?? [] }));
      if (!parsed.ok) throw new Error(parsed.error);
      policy.current =
        rules === null
          ? noPolicy
          : { status: 'active', path: '/policy.json', digest: 'sha256:p', policy: parsed.value };
      catalogue.refresh();
    },
    pass: (ms: number) => clock.move(ms),
  };
  return {
    catalogue,
    server,
    place,
    now,
    happen,
    events,
    lines,
    records,
    failures,
    store,
    policy,
    clock,
    seen,
  };
}

export { guide, uri };
