import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { AppEvent, DecideOutcome, DecisionItem } from '../../../shared/contract.ts';
import type { Operation } from '../../../shared/model/operation.ts';
import { err, ok } from '../../../shared/result.ts';
import { pinOf } from '../../core/decisions/identity.ts';
import { metadataDigestOf } from '../../core/decisions/display.ts';
import { dialects } from '../../core/dialects/registry.ts';
import { setDigestOf } from '../../core/skill-state/standing.ts';
import { parsePolicy, policyFormat, type PolicyInForce } from '../../core/policy/policy.ts';
import { consentFingerprint } from '../../core/start/fingerprint.ts';
import { openAuditLog } from '../../storage/audit/read.ts';
import { sessionCredentials } from '../../storage/credentials/grants.ts';
import { openKeys } from '../../storage/keys.ts';
import { openStore, temporaryFolder } from '../../storage/testing/forge.ts';
import { createApplication, type ApplicationPorts } from '../application.ts';
import type { CatalogueServer, CatalogueSkill } from '../catalogue/server.ts';
import { riskAt } from '../findings/findings.ts';
import { decideSkills } from '../deciding/decide.ts';
import type { SkillDecision } from '../deciding/record-change.ts';
import type { EngineOptions } from '../options.ts';
import type { LocalSkills } from '../ports/machine.ts';
import type { CommitFailure } from '../ports/decisions.ts';
import type { FileInspector, ReviewMemory } from '../ports/findings.ts';
import type { ConfiguredServer, ServerConfig, ImportSources } from '../ports/servers.ts';
import { bringUp } from '../servers/roster.ts';
import { failure, type ServedHere } from './served.ts';
import {
  answersInMemory,
  consentsInMemory,
  movedClock,
  serversInMemory,
  settingsInMemory,
  snapshotsInMemory,
} from './stores.ts';
import { silentLog } from './silent-log.ts';

export interface StageOptions {
  /** What a process has written to stderr since a request; none is looked for if it's left out. */
  readonly stderrSince?: () => readonly string[];
  readonly servers?: Readonly<Record<string, ServedHere>>;
  /** How they are configured where it is not by an address of their own. */
  readonly configs?: Readonly<Record<string, ServerConfig>>;
  /** Addresses and commands that nobody said yes to. */
  readonly unasked?: readonly string[];
  readonly options?: Partial<EngineOptions>;
  readonly inspector?: FileInspector;
  readonly memory?: ReviewMemory;
  readonly local?: Awaited<ReturnType<LocalSkills['list']>>;
  readonly localSkills?: LocalSkills;
  readonly imports?: Awaited<ReturnType<ImportSources['find']>>;
  readonly onSession?: ApplicationPorts['onSession'];
  readonly onMany?: ApplicationPorts['onMany'];
  readonly hostFiles?: ApplicationPorts['hostFiles'];
  readonly ruleStore?: ApplicationPorts['ruleStore'];
}

export const addressOf = (label: string): ServerConfig => ({
  type: 'http',
  url: `https://${label}.example/mcp`,
  headers: {},
});

/**
 * The whole application in one process: the use cases over servers that are scripted, decisions in
 * a folder of their own, and everything else in memory. Ends with the test.
 */
export async function stage(given: StageOptions = {}) {
  const served = new Map(Object.entries(given.servers ?? {}));
  const configs = new Map(
    [...served.keys()].map((label) => [label, given.configs?.[label] ?? addressOf(label)]),
  );
  const folder = await temporaryFolder();
  const clock = movedClock();
  const events: AppEvent[] = [];
  const consents = consentsInMemory();
  for (const [label, config] of configs)
    if (given.unasked?.includes(label) !== true)
      consents.allowed.set(label, consentFingerprint(config));
  const servers = serversInMemory(
    [...configs].map(([label, config]): ConfiguredServer => ({
      label,
      source: 'stored',
      enabled: true,
      config: ok(config),
    })),
  );
  const snapshots = snapshotsInMemory();
  const settingsStore = settingsInMemory();
  const policy: { current: PolicyInForce; onChange: (listener: () => void) => () => void } = {
    current: { status: 'none' },
    onChange: () => () => {},
  };
  const approvals = await openStore(folder, {
    now: clock.now,
    onWritten: () => app.hostRules.changed(),
  });
  const commits: { failure: CommitFailure | null } = { failure: null };
  const commit = approvals.commit.bind(approvals);
  approvals.commit = async (changes) =>
    commits.failure === null ? commit(changes) : err(commits.failure);
  let ids = 0;
  const app = await createApplication(
    {
      dialects,
      connector: {
        connect: async (label) =>
          served.get(label)?.connect() ?? err(failure('network', `no ${label}`)),
        stderr: (label) => (served.has(label) ? [`said by ${label}`] : []),
        waiting: (label) => served.get(label)?.awaited ?? null,
        ...(given.stderrSince === undefined
          ? {}
          : { stderrMark: () => 0, stderrSince: given.stderrSince }),
      },
      inspector: given.inspector ?? null,
      memory: given.memory ?? null,
      waiting: {
        read: async () => ok({ format: 'skillgate/waiting@1', waiting: [], dropped: 0 }),
        add: async () => true,
        remove: async () => true,
        onChange: () => () => {},
      },
      publish: (event) => void events.push(event),
      observed: () => true,
      clock,
      ids: { next: () => `id-${(ids += 1)}` },
      actor: { kind: 'user', name: 'ada' },
      log: silentLog(),
      servers: servers.store,
      folders: null,
      startPlaces: {
        programOf: async () => null,
        relativeIn: () => null,
        loginShell: async () => ({ shell: null, folders: [], leftOut: [], problem: 'off' }),
      },
      consents: consents.store,
      approvals,
      answers: answersInMemory(),
      audit: openAuditLog(join(folder, 'audit.jsonl')),
      policy,
      keys: openKeys(folder, clock.now),
      snapshots: snapshots.store,
      settingsStore,
      localSkills: given.localSkills ?? { list: async () => given.local ?? [] },
      imports: {
        find: async () => given.imports ?? [],
        open: async (path) => {
          const file = given.imports?.find((one) => one.path === path);
          if (file === undefined) throw new Error(`no ${path} here`);
          return file;
        },
      },
      secrets: {} as never,
      credentials: sessionCredentials(),
      signIn: {} as never,
      hostFiles: given.hostFiles ?? ({} as never),
      hostLedger: {} as never,
      // No app's settings follow any decision here.
      ruleStore: given.ruleStore ?? ({ about: 'servers', list: async () => ok([]) } as never),
      folderRules: null,
      launcher: err('no host is touched here'),
      trial: async () => ({ outcome: 'failed', reason: 'no server is tried here' }),
      ...(given.onSession === undefined ? {} : { onSession: given.onSession }),
      ...(given.onMany === undefined ? {} : { onMany: given.onMany }),
    },
    { autoRetry: false, allowedByList: new Set(), sessionConfig: null, ...given.options },
  );
  onTestFinished(async () => {
    const over = app.shutDown();
    clock.move(60_000);
    await over;
    await rm(folder, { recursive: true, force: true });
  });

  const server = (label: string): CatalogueServer => {
    const found = app.catalogue.servers.get(label);
    if (found === undefined) throw new Error(`there is no server ${label}`);
    return found;
  };
  const skill = (label: string, uri: string): CatalogueSkill => {
    const found = app.catalogue.find(label, uri);
    if (found === undefined) throw new Error(`${label} has no ${uri}`);
    return found;
  };
  /** What a page would send about the skill as it is held now. */
  const item = (label: string, uri: string, more: Partial<DecisionItem> = {}): DecisionItem => {
    const here = skill(label, uri);
    const { entry, record, server: on } = here;
    const { digest } = riskAt(here);
    return {
      // The page lists these before it decides.
      ...(digest === null ? {} : { acceptedRisk: digest }),
      server: label,
      uri,
      identity: pinOf(on.identity),
      setDigest: setDigestOf(entry),
      metadataDigest: metadataDigestOf(entry),
      replaces: record?.id ?? null,
      grants: [],
      ...more,
    };
  };
  const decide = async (
    action: SkillDecision['action'],
    items: readonly DecisionItem[],
    more: { readonly note?: string; readonly expiresAt?: string | null } = {},
  ): Promise<DecideOutcome[]> =>
    decideSkills(app, items, { action, note: '', expiresAt: null, ...more });

  return {
    app,
    folder,
    served,
    clock,
    events,
    consents,
    servers,
    snapshots,
    settingsStore,
    policy,
    commits,
    server,
    skill,
    item,
    decide,
    /** Connects and lists; gives the server as it is then. */
    async up(label = [...served.keys()][0] ?? ''): Promise<CatalogueServer> {
      await bringUp(app, server(label));
      return server(label);
    },
    approve: async (label: string, uri: string, more: Partial<DecisionItem> = {}) =>
      (await decide('approve', [item(label, uri, more)]))[0]?.outcome,
    /** A policy is put there. */
    rule(rules: readonly object[], more: object = {}): void {
      const parsed = parsePolicy(JSON.stringify({ format: policyFormat, rules, ...more }));
      if (!parsed.ok) throw new Error(parsed.error);
      policy.current = {
        status: 'active',
        path: '/policy.json',
        digest: 'sha256:p',
        policy: parsed.value,
      };
      app.catalogue.refresh();
    },
    /** Everything that was published of one type. */
    told: <T extends AppEvent['type']>(type: T): Extract<AppEvent, { type: T }>[] =>
      events.filter((event): event is Extract<AppEvent, { type: T }> => event.type === type),
    operation(id: string): Operation | undefined {
      return app.operations.all().find(({ operationId }) => operationId === id);
    },
    /** Lines of the audit, oldest first, once everything is written. */
    async lines() {
      const { lines } = await app.audit.page({ server: null, text: '', action: null }, null, 500);
      return lines.toReversed();
    },
  };
}

export type Stage = Awaited<ReturnType<typeof stage>>;
