import { identityKey } from '../../core/decisions/identity.ts';
import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import type { SkillChange } from '../../engine/catalogue/catalogue.ts';
import type { CatalogueServer, CatalogueSkill } from '../../engine/catalogue/server.ts';
import type { DecisionContext } from '../../engine/contexts.ts';
import {
  servedAs,
  type LearnedFile,
  type ServedSkill,
  type BridgeFailure,
  shelfOf,
  type ServedSkills,
} from '../policy/served-skill.ts';

/** An approved skill that hosts do not get, and why. */
export interface UnservedSkill {
  readonly uri: string;
  readonly why: BridgeFailure;
}

/** What follows for a host from what is held, decided and the time. A value. */
export interface HostKnowledge {
  readonly shelf: ServedSkills;
  readonly unserved: readonly UnservedSkill[];
  /** URIs of files of approved skills that no listing has, and the skill's. */
  readonly unheld: ReadonlyMap<string, string>;
  /** Two of the same key say the same to a host. */
  readonly key: string;
  /** When an approval runs out (ms since the epoch). */
  readonly until: number;
  /** Of the file of decisions when this was computed. */
  readonly store: string;
}

/** Two of the same key are of the same decisions, unless the store said that it has changed. */
export const storeKey = ({ state }: Pick<DecisionContext['approvals'], 'state'>): string =>
  JSON.stringify(state);

/** Something has changed that `gathered` looks at; that a file was read is nothing to it. */
export const concernsHosts = ({ before, after }: SkillChange): boolean =>
  before === null ||
  after === null ||
  before.entry !== after.entry ||
  before.record !== after.record ||
  before.standing.kind !== after.standing.kind ||
  endOf(before) !== endOf(after);

/** Computed again whenever any of it changes. */
export function gathered(
  { approvals, clock }: DecisionContext,
  server: CatalogueServer,
  learned: ReadonlyMap<string, LearnedFile>,
): HostKnowledge {
  const now = clock.now();
  const records = recordsOf(approvals, server);
  const takers = takersOf(server, records);
  const approved: ServedSkill[] = [];
  const unserved: UnservedSkill[] = [];
  const digests: string[] = [];
  const keys: string[] = [];
  let until = Number.POSITIVE_INFINITY;
  for (const skill of server.skills.values()) {
    const { standing, record, entry } = skill;
    const ends = endOf(skill);
    if (standing.kind !== 'approved' || record === null || ends <= now) {
      if (entry.files.kind === 'listed')
        for (const { digest } of entry.files.files) if (digest !== undefined) digests.push(digest);
      continue;
    }
    const served = servedAs(record, entry, {
      learned,
      isContested: (plain) => (takers.get(plain)?.size ?? 0) > 1,
    });
    until = Math.min(until, ends);
    if (served.ok) {
      approved.push(served.value);
      keys.push(`${served.value.uri} ${record.id}`);
    } else unserved.push({ uri: skill.uri, why: served.error });
  }
  const unheld = new Map<string, string>();
  for (const record of records)
    if (record.decision === 'approved' && !server.skills.has(record.uri))
      for (const { uri } of [record, ...record.resources]) unheld.set(uri, record.uri);
  return {
    shelf: shelfOf({ approved, skills: placesOf(server, records), digests }),
    unserved,
    unheld,
    key: keys.join('\n'),
    until,
    store: storeKey(approvals),
  };
}

function recordsOf(
  approvals: DecisionContext['approvals'],
  { identity }: CatalogueServer,
): ApprovalRecord[] {
  if (identity === null) return [];
  const key = identityKey(identity);
  return approvals.all().filter(({ server }) => identityKey(server.identity) === key);
}

/** Which skills would like each plain address, so that two never have one. */
function takersOf(
  server: CatalogueServer,
  records: readonly ApprovalRecord[],
): Map<string, Set<string>> {
  const takers = new Map<string, Set<string>>();
  const take = (uri: string, name: string): void => {
    for (const place of new Set([`skill://${name}`, uri.replace(/\/SKILL\.md$/, '')])) {
      const known = takers.get(place);
      if (known === undefined) takers.set(place, new Set([uri]));
      else known.add(uri);
    }
  };
  for (const { uri, name } of records) take(uri, name);
  for (const { uri, entry } of server.skills.values()) take(uri, entry.name);
  return takers;
}

/** Every place at which a skill is known to be, whatever stands about it. */
function* placesOf(server: CatalogueServer, records: readonly ApprovalRecord[]): Iterable<string> {
  for (const { uri, entry } of server.skills.values()) {
    yield uri;
    if (entry.root !== undefined) yield entry.root;
    for (const { url } of entry.archives) yield url;
    const folder = uri.replace(/SKILL\.md$/, '');
    if (entry.files.kind === 'listed')
      for (const file of entry.files.files) if (!file.uri.startsWith(folder)) yield file.uri;
  }
  for (const { uri } of server.refused) if (uri !== undefined) yield uri;
  for (const { uri } of records) yield uri;
}

const endOf = ({ standing }: CatalogueSkill): number =>
  standing.kind === 'approved' && standing.expiresAt !== null
    ? Date.parse(standing.expiresAt)
    : Number.POSITIVE_INFINITY;
