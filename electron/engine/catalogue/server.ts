import type { ApprovalRecord, Failure, Identity } from '../../../shared/model/approval.ts';
import type { FindingDismissal, ForeignAnswer } from '../../../shared/model/findings.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import type { ConnectionState, ListingState, ServerFacts } from '../../../shared/model/server.ts';
import { dialectIds, type DialectId } from '../../../shared/model/plain.ts';
import type { SignInAccount, SignInWay } from '../../../shared/model/sign-in.ts';
import type { RefusedEntry, SkillEntry } from '../../../shared/model/skill.ts';
import type { SkillStatus } from '../../../shared/model/standing.ts';
import type {
  SkillDialect,
  ResourceInventory,
  ListedTemplate,
} from '../../core/dialects/dialect.ts';
import type { UnlistedSkill } from '../../core/dialects/listing/unlisted-skill.ts';
import type { ShownScopes } from '../../core/oauth-text.ts';
import type { SkillState } from '../../core/skill-state/skill.ts';
import type { PolicyTarget } from '../../core/policy/target.ts';
import type { ConfiguredServer } from '../ports/servers.ts';

/** One skill at one moment: what is held of it, and what follows from that. A value. */
export interface CatalogueSkill {
  readonly server: CatalogueServer;
  readonly uri: string;
  readonly held: SkillState;
  /** The live decision about it. */
  readonly record: ApprovalRecord | null;
  /** Failed verifications that the file of decisions kept when this was computed. */
  readonly failures: readonly Failure[];
  /** What the server lists, and what is known of it besides. */
  readonly entry: SkillEntry;
  readonly standing: SkillStatus;
  /** What a person said of findings, as far as it had not run out when this was computed. */
  readonly answers: readonly FindingDismissal[];
  /** What others said of findings, likewise. */
  readonly others: readonly ForeignAnswer[];
  /** What a managed policy has against approving it while its findings stand so, in words. */
  readonly barredBy: readonly string[];
}

/** Where a skill is held. A `Skill` is a place, too: that of what is held there now. */
export type SkillRef = Pick<CatalogueSkill, 'server' | 'uri'>;

/**
 * One configured server now. The object stays the same until the configuration changes; only the
 * catalogue writes to it.
 */
export interface CatalogueServer extends ServerState {
  readonly label: string;
  readonly configured: ConfiguredServer;
  readonly identity: Identity | null;
  /** What a policy may name of it. */
  readonly target: PolicyTarget;
  readonly skills: ReadonlyMap<string, CatalogueSkill>;
}

export interface ServerState {
  readonly connection: ConnectionState;
  readonly facts: ServerFacts | null;
  /** As the server declared them; empty before it was connected to. */
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** Every dialect that the server speaks, in the registry's order. */
  readonly spoken: readonly SkillDialect[];
  /** Dialects worth one question although the server does not declare them. */
  readonly probes: readonly SkillDialect[];
  /** Dialects that nothing declares: their plans are run at every listing. */
  readonly tries: readonly SkillDialect[];
  readonly advice: readonly Problem[];
  /** What `resources/list` had at the last listing. */
  readonly inventory: ResourceInventory;
  /** What looked like a skill beside `skills/list` at the last listing. */
  readonly beside: { readonly found: readonly UnlistedSkill[]; readonly isPartial: boolean };
  readonly templates: readonly ListedTemplate[];
  readonly listing: ListingState;
  readonly refused: readonly RefusedEntry[];
  readonly signIn: SignInState;
}

/** What is known of signing in, beside what a failed connection says. */
export interface SignInState {
  readonly way: SignInWay | null;
  readonly account: SignInAccount | null;
  /** Scopes that the server said the sign-in of now lacks. */
  readonly wanted: ShownScopes;
}

export const nothingWanted: ShownScopes = { shown: [], unshown: 0 };
export const emptyInventory: ResourceInventory = { resources: new Map(), templates: [] };
export const nothingBeside: ServerState['beside'] = { found: [], isPartial: false };

/** What is known of a server before it was ever connected to. */
export const unknownServer: Omit<ServerState, 'connection'> = {
  facts: null,
  capabilities: {},
  spoken: [],
  probes: [],
  tries: [],
  advice: [],
  inventory: emptyInventory,
  beside: nothingBeside,
  templates: [],
  listing: {
    status: 'none',
    problems: [],
    skills: 0,
    refused: 0,
    pages: 0,
    at: null,
    ttlMs: null,
  },
  refused: [],
  signIn: { way: null, account: null, wanted: nothingWanted },
};

/**
 * Every dialect that the server declares or that a skill was found in, in the order of the
 * registry.
 */
export function dialectsOf(server: CatalogueServer): DialectId[] {
  const found = new Set<DialectId>(server.spoken.map(({ id }) => id));
  for (const { entry } of server.skills.values()) {
    found.add(entry.dialect);
    for (const also of entry.alsoIn) found.add(also);
  }
  return [...found].sort((a, b) => placeOf(a) - placeOf(b));
}

/** One that is no part of the product comes last. */
const placeOf = (id: DialectId): number => {
  const at = dialectIds.indexOf(id);
  return at === -1 ? dialectIds.length : at;
};
