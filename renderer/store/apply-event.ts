import type { AppEvent, AppSnapshot } from '../../shared/contract.ts';
import { assertNever } from '../../shared/assert-never.ts';
import type { Operation } from '../../shared/model/operation.ts';
import type { RefusedEntry, SkillRow } from '../../shared/model/skill.ts';
import { withChange } from './log.ts';
import { type DataState, type DetailState, skillKey } from './state.ts';

/** The data part of the state as one snapshot describes it. */
export function fromSnapshot(snapshot: AppSnapshot): Omit<DataState, 'log'> {
  const skills = new Map<string, Map<string, SkillRow>>();
  let last: SkillRow | undefined;
  for (const came of snapshot.skills) {
    const row = sharing(last, came);
    last = row;
    const rows = skills.get(row.server) ?? new Map<string, SkillRow>();
    if (rows.size === 0) skills.set(row.server, rows);
    rows.set(row.uri, row);
  }
  const refused = new Map<string, RefusedEntry[]>();
  for (const entry of snapshot.refused) {
    const entries = refused.get(entry.server);
    if (entries) entries.push(entry);
    else refused.set(entry.server, [entry]);
  }
  const { version, shell, platform, sessionConfig, dataFolder } = snapshot;
  const { settings, store, policy, waiting, operations } = snapshot;
  return {
    info: { version, shell, platform, sessionConfig, dataFolder },
    servers: new Map(snapshot.servers.map((server) => [server.label, server])),
    skills,
    refused,
    operations: new Map(operations.map((one) => [one.operationId, one])),
    details: new Map(),
    findings: new Map(),
    settings,
    store,
    policy,
    waiting,
  };
}

/**
 * Applies a batch. Each map is copied at most once per batch, so ten thousand rows arriving in
 * many events cost one copy per painted frame, not one per event.
 */
export function applyEvents(state: DataState, events: readonly AppEvent[]): DataState {
  const draft = new Draft(state);
  for (const event of events) draft.apply(event);
  return draft.state;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Copy-on-write for one batch: `owned` holds the maps created in it, which may be changed. */
class Draft {
  readonly state: Writable<DataState>;
  private readonly owned = new Set<unknown>();

  constructor(state: DataState) {
    this.state = { ...state };
  }

  private own<K, V>(map: ReadonlyMap<K, V> | undefined): Map<K, V> {
    if (map && this.owned.has(map)) return map as Map<K, V>;
    const copy = new Map(map ?? []);
    this.owned.add(copy);
    return copy;
  }

  private nested<V>(
    outer: ReadonlyMap<string, ReadonlyMap<string, V>>,
    key: string,
    fresh = false,
  ): readonly [Map<string, ReadonlyMap<string, V>>, Map<string, V>] {
    const top = this.own(outer);
    const inner = this.own(fresh ? undefined : top.get(key));
    top.set(key, inner);
    return [top, inner];
  }

  private stale(server: string, uri: string | null) {
    const { details } = this.state;
    if (details.size === 0) return;
    const touch = (key: string, value: DetailState) => {
      if (value.stale) return;
      const copy = this.own(this.state.details);
      copy.set(key, { ...value, stale: true });
      this.state.details = copy;
    };
    if (uri !== null) {
      const key = skillKey(server, uri);
      const value = details.get(key);
      if (value) touch(key, value);
      return;
    }
    for (const [key, value] of details) if (key.startsWith(`${server}\n`)) touch(key, value);
  }

  apply(event: AppEvent) {
    const { state } = this;
    switch (event.type) {
      case 'server-put': {
        const servers = this.own(state.servers);
        servers.set(event.server.label, event.server);
        state.servers = servers;
        return;
      }
      case 'server-removed':
        this.removeServer(event.label);
        return;
      case 'skills-put':
        this.putSkills(event);
        return;
      case 'refused-put': {
        const refused = this.own(state.refused);
        refused.set(event.server, event.refused);
        state.refused = refused;
        return;
      }
      case 'skills-removed': {
        const [skills, rows] = this.nested(state.skills, event.server);
        for (const uri of event.uris) {
          rows.delete(uri);
          this.stale(event.server, uri);
        }
        state.skills = skills;
        return;
      }
      case 'verdict': {
        this.judge(event);
        return;
      }
      case 'operation': {
        const { type: _, ...operation } = event;
        this.putOperation(operation);
        return;
      }
      case 'log':
        state.log = withChange(state.log, event);
        return;
      case 'store':
        state.store = event.store;
        return;
      case 'policy':
        state.policy = event.policy;
        return;
      case 'waiting':
        state.waiting = event.waiting;
        return;
      case 'notice':
        // This event is the shell's; the page shows its subject.
        return;
      case 'settings':
        state.settings = event.settings;
        return;
      default:
        assertNever(event);
    }
  }

  /** Stores checks in one place; a detail that loads later brings its own. */
  private judge({ server, uri, file, verdict }: Extract<AppEvent, { type: 'verdict' }>) {
    const key = skillKey(server, uri);
    const known = this.state.details.get(key);
    if (!known?.detail) return;
    const details = this.own(this.state.details);
    const verdicts = { ...known.detail.verdicts, [file]: verdict };
    details.set(key, { ...known, detail: { ...known.detail, verdicts } });
    this.state.details = details;
  }

  private putSkills(event: Extract<AppEvent, { type: 'skills-put' }>) {
    const { state } = this;
    const [skills, rows] = this.nested(state.skills, event.server, event.reset);
    let last: SkillRow | undefined = rows.values().next().value;
    for (const came of event.skills) {
      const row = sharing(last, came);
      last = row;
      rows.set(row.uri, row);
      if (!event.reset) this.stale(event.server, row.uri);
    }
    if (event.reset) this.stale(event.server, null);
    state.skills = skills;
    const refused = this.own(state.refused);
    refused.set(event.server, [
      ...(event.reset ? [] : (refused.get(event.server) ?? [])),
      ...event.refused,
    ]);
    state.refused = refused;
  }

  /** As in the main process, a newer result about the same subject replaces the older. */
  private putOperation(operation: Operation) {
    const operations = this.own(this.state.operations);
    const { operationId, kind, server, uri, status } = operation;
    if (status !== 'running')
      for (const one of operations.values()) {
        const isSame = one.kind === kind && one.server === server && one.uri === uri;
        if (isSame && one.status !== 'running') operations.delete(one.operationId);
      }
    operations.set(operationId, operation);
    this.state.operations = operations;
  }

  private removeServer(label: string) {
    const { state } = this;
    const drop = <V>(map: ReadonlyMap<string, V>, gone: (key: string) => boolean) => {
      const copy = this.own(map);
      for (const key of copy.keys()) if (gone(key)) copy.delete(key);
      return copy;
    };
    const itself = (key: string) => key === label;
    const within = (key: string) => key.startsWith(`${label}\n`);
    state.servers = drop(state.servers, itself);
    state.skills = drop(state.skills, itself);
    state.refused = drop(state.refused, itself);
    state.details = drop(state.details, within);
    state.findings = drop(state.findings, within);
    const operations = this.own(state.operations);
    for (const one of operations.values())
      if (one.server === label) operations.delete(one.operationId);
    state.operations = operations;
  }
}

/** The parts of a row that most rows share. */
const parts = [
  'server',
  'dialect',
  'origin',
  'standing',
  'content',
  'integrity',
  'alsoIn',
  'identity',
  'checked',
  'requests',
  'problems',
  'findings',
  'sinceDecision',
  'barredBy',
] as const satisfies readonly (keyof SkillRow)[];

/**
 * Makes a new row reuse the previous row's equal parts: most of a hundred thousand skills share
 * their server, status and lack of findings. Changes the row in place, because copies would be as
 * much garbage again.
 */
export function sharing(before: SkillRow | undefined, row: SkillRow): SkillRow {
  if (before === undefined || before === row) return row;
  for (const part of parts) share(before, row, part);
  return row;
}

function share<K extends (typeof parts)[number]>(
  before: SkillRow,
  row: { -readonly [P in keyof SkillRow]: SkillRow[P] },
  part: K,
): void {
  if (row[part] !== before[part] && isSame(before[part], row[part])) row[part] = before[part];
}

type Fields = Readonly<Record<string, unknown>>;

/** Compares JSON values without allocating, since it runs for every part of every row. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a))
    return (
      Array.isArray(b) && a.length === b.length && a.every((item, index) => isSame(item, b[index]))
    );
  return !Array.isArray(b) && holds(a as Fields, b as Fields) && holds(b as Fields, a as Fields);
}

/** Whether all fields are equal. */
function holds(a: Fields, b: Fields): boolean {
  for (const field in a) if (!isSame(a[field], b[field])) return false;
  return true;
}
