import type { DialectRegistry } from './core/dialects/dialects.ts';
import { once } from './on-first-use.ts';
import type { ConnectionBounds } from './mcp/pipe-budget.ts';
import type { RecordingLog } from './mcp/log.ts';
import type { MachineInfo } from './storage/disk/data-folder.ts';
import type { AppFolders } from './storage/folders/app-folders.ts';
import type { FolderSource } from './storage/folders/folder-source.ts';
import type { CredentialStore, SignInProtocol } from './engine/ports/credentials.ts';
import type { ServerConnector, ServerSession } from './engine/ports/session.ts';
import type { ServerConfig, StartPlaces } from './engine/ports/servers.ts';
import { ok } from '../shared/result.ts';

/** How servers are connected, and as whom. */
export interface ConnectionOptions {
  readonly place: MachineInfo;
  readonly version: string;
  /** What the alias `skillgate sample-server` starts. */
  readonly sample: {
    readonly command: string;
    readonly args: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
  };
  /** A gateway's: the one server that it is for, and the host that it speaks for. */
  readonly gateway?: {
    readonly server: string;
    readonly clientInfo: { readonly name: string; readonly version: string };
    readonly capabilities: Readonly<Record<string, unknown>>;
    /** What the server inherits, see `hostEnvironment`. */
    readonly environment: Readonly<Record<string, string>>;
    readonly onSession: (session: ServerSession) => void;
    /** Any list of the server's may have changed without its having been able to say so. */
    readonly onMissed: () => void;
  };
  /** Smaller bounds on a connection, for tests. */
  readonly bounds?: Partial<ConnectionBounds>;
}

/** Local folders, which few runs need. */
export const loadFolders = () => import('./storage/folders/app-folders.ts');

interface Connections {
  /** Connects servers, and reads the local folders among them. */
  beside(local: AppFolders | null): ServerConnector;
  /** The same for a run over folders, which connects to no server. */
  over(folders: readonly FolderSource[]): ServerConnector;
  readonly signIn: SignInProtocol;
  readonly dialects: DialectRegistry;
}

/**
 * The connector, with the SDK that it stands on, and the dialects, with the reader of frontmatter,
 * are the largest parts of the program, and nothing has a dialect before it was connected to: a
 * command that connects to nothing does not wait for them.
 */
export function onFirstConnection(
  options: ConnectionOptions,
  { log, startPlaces }: { readonly log: RecordingLog; readonly startPlaces: StartPlaces },
  credentials: () => CredentialStore,
): Connections {
  const { sample, version, bounds, gateway } = options;
  const network = once(async () =>
    (await import('./network/outbound.ts')).openNetwork(options.place.env),
  );
  const common = { log, now: Date.now, ...(bounds === undefined ? {} : { bounds }) };
  const clientInfo = gateway?.clientInfo ?? { name: 'skillgate', version };
  const host =
    gateway === undefined
      ? {}
      : { host: { capabilities: gateway.capabilities, environment: gateway.environment } };
  const authorizer = once(async () =>
    (await import('./mcp/sign-in/authorizer.ts')).createAuthorizer({
      credentials: credentials(),
      now: Date.now,
      bounds: { network: await network() },
    }),
  );
  let own: ServerConnector | null = null;
  const pipes = once(async () => {
    const { createConnector } = await import('./mcp/connector.ts');
    return (own = createConnector({
      ...{ ...common, clientInfo, ...host, sample, authorizer, startPlaces, network },
    }));
  });
  const all = once(async () =>
    (await import('./web/connector.ts')).withWeb(await pipes(), {
      ...common,
      network: await network(),
    }),
  );
  let known: DialectRegistry | null = null;
  const registry = once(async () => {
    known = (await import('./core/dialects/registry.ts')).dialects;
  });
  const dialects = (): DialectRegistry => {
    if (known === null) throw new Error('a dialect was asked for before any connection');
    return known;
  };
  const connector = connectorOnUse(
    async ({ type }) => (type === 'well-known' ? all() : pipes()),
    () => own,
    registry,
  );
  return {
    beside: (local) =>
      local === null
        ? connector
        : {
            ...connector,
            async connect(label, config, signal) {
              const session = local.connect(label, config);
              if (session === null) return connector.connect(label, config, signal);
              await registry();
              return ok(session);
            },
          },
    over: (folders) => folderConnector(folders, registry),
    signIn: {
      begin: async (...given) => (await authorizer()).begin(...given),
      revoke: async (...given) => (await authorizer()).revoke(...given),
    },
    dialects: {
      get all() {
        return dialects().all;
      },
      of: (id) => dialects().of(id),
      said: (problem) => dialects().said(problem),
    },
  };
}

/** A connector that is loaded when a server is connected; `own` once it is. */
const connectorOnUse = (
  load: (config: ServerConfig) => Promise<ServerConnector>,
  own: () => ServerConnector | null,
  registry: () => Promise<void>,
): ServerConnector => ({
  async connect(...given) {
    const connector = await load(given[1]);
    // What reads the answers is loaded while the server starts up.
    const [connected] = await Promise.all([connector.connect(...given), registry()]);
    return connected;
  },
  stderr: (label) => own()?.stderr(label) ?? [],
  stderrLost: (label) => own()?.stderrLost?.(label) ?? 0,
  maskedNames: (label) => own()?.maskedNames?.(label) ?? [],
  stderrMark: (label) => own()?.stderrMark?.(label) ?? 0,
  stderrSince: (label, mark) => own()?.stderrSince?.(label, mark) ?? [],
  given: (label) => own()?.given?.(label) ?? null,
  quirks: (label) => own()?.quirks?.(label) ?? [],
  waiting: (label) => own()?.waiting?.(label) ?? null,
  stray: (label) => own()?.stray?.(label) ?? null,
});

/** A run over folders connects to nothing else, and has no process that could say anything. */
function folderConnector(
  folders: readonly FolderSource[],
  registry: () => Promise<void>,
): ServerConnector {
  const load = once(async () => (await loadFolders()).connectFolders(folders));
  return connectorOnUse(load, () => null, registry);
}
