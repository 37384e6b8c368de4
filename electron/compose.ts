import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createHandlers } from './ipc/handlers.ts';
import { createPublisher } from './ipc/publisher.ts';
import type { Bounds } from './mcp/bounds.ts';
import { createConnector } from './mcp/connector.ts';
import { createProtocolLog } from './mcp/log.ts';
import { openApprovals } from './storage/approvals.ts';
import { openAuditLog } from './storage/audit-read.ts';
import { openConsents } from './storage/consent.ts';
import { dataFolderPath, prepareFolder, type Place } from './storage/data-folder.ts';
import { importSources } from './storage/import-sources.ts';
import { openKeys } from './storage/keys.ts';
import { localSkills } from './storage/local-skills.ts';
import { openPolicy } from './storage/policy.ts';
import { openServers } from './storage/servers.ts';
import { openSessionServers } from './storage/session-servers.ts';
import { openSettings } from './storage/settings.ts';
import { openSnapshots } from './storage/snapshots.ts';
import { withWeb } from './web/connector.ts';
import { createContext, startWatching } from './usecases/application.ts';
import type { Context } from './usecases/context.ts';
import type { Clock, Ids } from './usecases/ports.ts';
import { err, ok, type Result } from '../shared/result.ts';
import type { Envelope, Handlers, Snapshot } from '../shared/contract.ts';

export interface ComposeOptions {
  readonly place: Place;
  /** Folder that relative paths and a project's `.mcp.json` are looked up from. */
  readonly cwd: string;
  readonly version: string;
  /** The operating system's name for the person, as decisions record it. */
  readonly userName: string;
  /** What the alias `skillgate sample-server` starts. */
  readonly sample: {
    readonly command: string;
    readonly args: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
  };
  /**
   * A `--config FILE` or `SKILLGATE_CONFIG`: its servers instead of the stored ones, for this run
   * only.
   */
  readonly sessionConfig: string | null;
  /** Connect again by itself after a break; a command does not. */
  readonly autoRetry: boolean;
  /** False for a command: it shows no protocol log, so none is kept. */
  readonly keepLog?: boolean;
  /** Smaller bounds on a connection, for tests. */
  readonly bounds?: Partial<Bounds>;
}

export interface Core {
  readonly ctx: Context;
  readonly publisher: ReturnType<typeof createPublisher>;
  readonly dataFolder: string;
}

/**
 * Wires stores, connections and use cases over one data folder. The error is one line for people.
 */
export async function composeCore(options: ComposeOptions): Promise<Result<Core, string>> {
  const { place, version } = options;
  const dataFolder = dataFolderPath(place, options.cwd);
  // A folder that must not be used is reported by the approvals' own state; nothing is written to
  // it.
  await prepareFolder(dataFolder);
  const session =
    options.sessionConfig === null ? null : await openSessionServers(options.sessionConfig);
  if (session !== null && !session.ok) return err(session.error);
  // `--config` is typed by the person and is their yes. A variable may come from a project's own
  // files, whose author could have any command started: its commands ask first.
  const sessionListAllowed =
    options.sessionConfig !== null && options.sessionConfig !== place.env['SKILLGATE_CONFIG'];
  const publisher = createPublisher();
  const log = createProtocolLog({
    now: Date.now,
    ...(options.keepLog === false ? { lines: 0 } : {}),
  });
  const ctx = await createContext(
    {
      publish: (event) => publisher.publish(event),
      observed: () => publisher.observed,
      clock: systemClock,
      ids: timeOrderedIds,
      actor: { kind: 'user', name: options.userName },
      log,
      connector: withWeb(
        createConnector({
          log,
          clientInfo: { name: 'skillgate', version },
          now: Date.now,
          sample: options.sample,
          ...(options.bounds === undefined ? {} : { bounds: options.bounds }),
        }),
        { log, now: Date.now, ...(options.bounds === undefined ? {} : { bounds: options.bounds }) },
      ),
      servers: session?.value ?? openServers(dataFolder),
      consents: openConsents(dataFolder, Date.now),
      approvals: await openApprovals({
        folder: dataFolder,
        now: Date.now,
        actor: options.userName,
        generator: { name: 'skillgate', version },
      }),
      audit: openAuditLog(join(dataFolder, 'audit.jsonl')),
      policy: await openPolicy(place, options.cwd),
      keys: openKeys(dataFolder, Date.now),
      snapshots: openSnapshots(dataFolder),
      settingsStore: openSettings(dataFolder),
      localSkills: localSkills(place.home),
      imports: importSources(place, options.cwd),
    },
    { autoRetry: options.autoRetry, sessionListAllowed, sessionConfig: options.sessionConfig },
  );
  return ok({ ctx, publisher, dataFolder });
}

/** The product behind a window, whichever shell shows it. */
export interface Application {
  readonly handlers: Handlers;
  subscribe(listener: (envelope: Envelope) => void): () => void;
  /** Resolves when every server's process is gone. */
  close(): Promise<void>;
}

export interface ShellOptions {
  readonly shell: Snapshot['shell'];
  /** The version as the interface names it, when there is more to say than `version`. */
  readonly shownVersion?: string;
  /** Opens an https address outside, after the shell's own confirmation. */
  readonly openExternal: (url: string) => Promise<boolean>;
}

/**
 * Composes and starts: servers that may start are connected to and listed. Throws with one line
 * when it cannot.
 */
export async function compose(options: ComposeOptions, shell: ShellOptions): Promise<Application> {
  const core = await composeCore(options);
  if (!core.ok) throw new Error(core.error);
  const { ctx, publisher, dataFolder } = core.value;
  const about = {
    version: shell.shownVersion ?? options.version,
    shell: shell.shell,
    platform: platformOf(options.place.platform),
    dataFolder,
  };
  const handlers = createHandlers({
    ctx,
    seq: () => publisher.seq,
    about,
    openExternal: shell.openExternal,
  });
  const stop = startWatching(ctx);
  return { handlers, subscribe: (listener) => publisher.subscribe(listener), close: stop };
}

function platformOf(platform: NodeJS.Platform): Snapshot['platform'] {
  return platform === 'darwin' ? 'mac' : platform === 'win32' ? 'windows' : 'linux';
}

const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** ULIDs: 48 bits of milliseconds, 80 random ones, in Crockford's base 32. */
const timeOrderedIds: Ids = {
  next() {
    let bits = (BigInt(Date.now()) << 80n) | BigInt(`0x${randomBytes(10).toString('hex')}`);
    let text = '';
    for (let digit = 0; digit < 26; digit += 1) {
      text = (alphabet[Number(bits & 31n)] ?? '') + text;
      bits >>= 5n;
    }
    return text;
  },
};
