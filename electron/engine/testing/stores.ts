import { defaultSettings } from '../../../shared/model/plain.ts';
import type { FindingDismissal, ForeignAnswer } from '../../../shared/model/findings.ts';
import { err, ok } from '../../../shared/result.ts';
import { identityKey } from '../../core/decisions/identity.ts';
import { sha256 } from '../../core/digest.ts';
import type { AnswersStore } from '../ports/findings.ts';
import type { SnapshotStore } from '../ports/decisions.ts';
import type { SystemClock, SettingsStore } from '../ports/machine.ts';
import type { ConfiguredServer, ConsentStore, ServersStore } from '../ports/servers.ts';

export const begin = Date.parse('2026-11-01T00:00:00Z');

/** A clock that a test moves; what is due at once runs at once. */
export function movedClock(): SystemClock & { move(ms: number): void; readonly due: number } {
  let now = begin;
  let waiting: { at: number; run: () => void }[] = [];
  return {
    now: () => now,
    after(ms, run) {
      const one = { at: now + ms, run };
      if (ms <= 0) setImmediate(run);
      else waiting.push(one);
      return () => void (waiting = waiting.filter((other) => other !== one));
    },
    move(ms) {
      now += ms;
      const due = waiting.filter(({ at }) => at <= now);
      waiting = waiting.filter(({ at }) => at > now);
      for (const { run } of due) run();
    },
    get due() {
      return waiting.length;
    },
  };
}

/** The list of servers as its file has it; `broken` while it cannot be written. */
export function serversInMemory(initial: readonly ConfiguredServer[]) {
  let list = [...initial];
  const state = { broken: false };
  const at = (label: string): number => list.findIndex((one) => one.label === label);
  const listeners = new Set<() => void>();
  const written = (next: ConfiguredServer[]) => {
    list = next;
    return ok(undefined);
  };
  const store: ServersStore = {
    path: '/data/servers.json',
    list: async () => list,
    wouldBeClear: async () => [],
    async add(label, config, { enabled = true } = {}) {
      if (state.broken) return err('unwritable');
      if (at(label) !== -1) return err('label-taken');
      return written([...list, { label, source: 'stored', enabled, config: ok(config) }]);
    },
    async update(label, newLabel, config) {
      if (state.broken) return err('unwritable');
      if (at(label) === -1) return err('not-found');
      if (label !== newLabel && at(newLabel) !== -1) return err('label-taken');
      return written(
        list.map((one) =>
          one.label === label ? { ...one, label: newLabel, config: ok(config) } : one,
        ),
      );
    },
    async remove(label) {
      if (state.broken) return err('unwritable');
      if (at(label) === -1) return err('not-found');
      return written(list.filter((one) => one.label !== label));
    },
    async setEnabled(label, enabled) {
      if (state.broken) return err('unwritable');
      if (at(label) === -1) return err('not-found');
      return written(list.map((one) => (one.label === label ? { ...one, enabled } : one)));
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  /** Another program wrote the file. */
  const writtenElsewhere = (next: readonly ConfiguredServer[]): void => {
    list = [...next];
    for (const listener of listeners) listener();
  };
  return { store, state, writtenElsewhere };
}

export function consentsInMemory() {
  const allowed = new Map<string, string>();
  const state = { broken: false };
  const store: ConsentStore = {
    state: async (label, fingerprint) =>
      allowed.has(label) ? (allowed.get(label) === fingerprint ? 'allowed' : 'changed') : 'new',
    async allow(label, fingerprint) {
      if (state.broken) return err('unwritable');
      allowed.set(label, fingerprint);
      return ok(undefined);
    },
    async forget(label) {
      if (state.broken) return err('unwritable');
      allowed.delete(label);
      return ok(undefined);
    },
  };
  return { store, allowed, state };
}

/** Kept text in memory; `full` while nothing more can be kept. */
export function snapshotsInMemory() {
  const held = new Map<string, Uint8Array>();
  const state = { full: false };
  type Key = Parameters<SnapshotStore['get']>;
  const keyOf = (...[identity, ...rest]: Key): string =>
    [identityKey(identity), ...rest].join('\n');
  const store: SnapshotStore = {
    async put(identity, uri, file, digest, bytes) {
      if (sha256(bytes) !== digest) throw new Error('kept under another digest');
      if (state.full) return false;
      held.set(keyOf(identity, uri, file, digest), bytes);
      return true;
    },
    get: async (...key) => held.get(keyOf(...key)) ?? null,
    has: async (...key) => held.has(keyOf(...key)),
    async forgetServer(identity) {
      for (const key of [...held.keys()])
        if (key.startsWith(`${identityKey(identity)}\n`)) held.delete(key);
    },
    forgetAll: async () => held.clear(),
  };
  return { store, held, state };
}

export function answersInMemory(): AnswersStore {
  const said = new Map<string, readonly FindingDismissal[]>();
  const none: readonly FindingDismissal[] = [];
  const change = (key: string, next: readonly FindingDismissal[]) => {
    said.set(key, next);
    return ok(undefined);
  };
  const keyOf = (identity: Parameters<AnswersStore['find']>[0], uri: string): string =>
    `${identityKey(identity)}\n${uri}`;
  const of = (key: string): readonly FindingDismissal[] => said.get(key) ?? none;
  const foreign = new Map<string, readonly ForeignAnswer[]>();
  return {
    problem: null,
    others: (identity, uri) => foreign.get(keyOf(identity, uri)) ?? [],
    async take(taken) {
      for (const { identity, uri, answer } of taken) {
        const key = keyOf(identity, uri);
        foreign.set(key, [...(foreign.get(key) ?? []), answer]);
      }
      return ok({ left: [] });
    },
    onChange: () => () => {},
    find: (identity, uri) => of(keyOf(identity, uri)),
    async put(identity, uri, answer) {
      const key = keyOf(identity, uri);
      return change(key, [...of(key).filter(({ id }) => id !== answer.id), answer]);
    },
    async remove(identity, uri, id) {
      const key = keyOf(identity, uri);
      foreign.set(
        key,
        (foreign.get(key) ?? []).filter((one) => one.id !== id),
      );
      return change(
        key,
        of(key).filter((one) => one.id !== id),
      );
    },
  };
}

export const settingsInMemory = (): SettingsStore => ({
  load: async () => defaultSettings,
  save: async () => ok(undefined),
});
