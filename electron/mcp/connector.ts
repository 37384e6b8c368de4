import type { ClientCapabilities, Implementation } from '@modelcontextprotocol/client';
import type { ConnectionFailure } from '../../shared/model/server.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { masked, maskedHead, withoutEnding } from '../core/import/mask.ts';
import { MaskedNames, inheritedSecrets, repeatedSecrets } from '../core/import/may-be-secret.ts';
import { limits } from '../core/limits.ts';
import { visible } from '../core/text.ts';
import type { ServerConnector, WireQuirk } from '../engine/ports/session.ts';
import type {
  ServerConfig,
  NoStartFolder,
  StartCommand,
  StartPlaces,
} from '../engine/ports/servers.ts';
import type { OutboundNetwork } from '../network/outbound.ts';
import { defaultBounds, type ConnectionBounds } from './pipe-budget.ts';
import type { ChildCommand } from './child.ts';
import type { RecordingLog } from './log.ts';
import type { RequestSigning } from './connect-remote.ts';
import { connectStdio } from './connect-stdio.ts';
import type { ConnectTarget, ImpliedTransport } from './connect-target.ts';
import { inheritedEnvironment, mergedEnvironment } from './environment.ts';
import type { RequestAuthorizer } from './sign-in/authorizer.ts';
import { shownSpawn, type StdioTransport } from './stdio-transport.ts';
import type { StderrTail } from './start-failure.ts';
import type { WatchedTransport } from './watched-transport.ts';

/** The app that a gateway speaks for. */
export interface HostSide {
  readonly capabilities: ClientCapabilities;
  /** What commands inherit, see `hostEnvironment`. */
  readonly environment: Readonly<Record<string, string>>;
}

export interface ConnectorOptions {
  readonly log: RecordingLog;
  readonly clientInfo: Implementation;
  /** A gateway's app. Without one, Skillgate offers nothing and passes on few variables. */
  readonly host?: HostSide;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** What the alias `skillgate sample-server` starts. */
  readonly sample?: {
    readonly command: string;
    readonly args: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
  };
  /** Where a command starts, checked each time; without it, where it says or this process is. */
  readonly startPlaces?: Pick<StartPlaces, 'folderFor' | 'searchPath'>;
  /** Asked for at the first address; without one, nobody is signed in anywhere. */
  readonly authorizer?: () => Promise<RequestAuthorizer>;
  /** How requests leave this machine; directly when left out. */
  readonly network?: () => Promise<OutboundNetwork>;
  /** Smaller bounds, for tests. */
  readonly bounds?: Partial<ConnectionBounds>;
}

const shownChars = 500;
const stderrLinesKept = 200;
const stderrLinesSince = 5;

/** What the last process of a server wrote to stderr. */
interface ProcessStderr {
  readonly tail: StderrTail;
  readonly shown: (text: string) => string;
  /** Bytes that the processes before it wrote. */
  readonly from: number;
}

/**
 * Connects to configured servers with the official SDK, over transports that bound and
 * record what a server sends. One connector serves every server of a run.
 */
export function createConnector(options: ConnectorOptions): ServerConnector {
  const { log, clientInfo, host, now } = options;
  const relayed = host === undefined ? {} : { responseBytes: limits.relayedBytes };
  const bounds: ConnectionBounds = { ...defaultBounds, ...relayed, ...options.bounds };
  const inherited = host?.environment ?? inheritedEnvironment();
  const known = new Map<string, ServerTraces>();
  const none = newTraces();
  const of = (label: string): Readonly<ServerTraces> => known.get(label) ?? none;
  const boundsOf = ({ startTimeout }: ServerConfig): ConnectionBounds =>
    startTimeout === undefined ? bounds : { ...bounds, connectMs: startTimeout * 1_000 };

  return {
    connect: async (label, config, signal) => {
      const traces = known.get(label) ?? newTraces();
      known.set(label, traces);
      // Grows by every token that is used.
      const secrets = [
        ...repeatedSecrets(config),
        ...(host === undefined || config.type !== 'stdio' ? [] : inheritedSecrets(inherited)),
      ];
      const names = new MaskedNames(config);
      const quirks: ServerTraces['quirks'] = new Map();
      Object.assign(traces, { secrets, names, quirks });
      const shown = shownWithout(secrets, names);
      const shownCut = (text: string): string => shown(withoutEnding(text, secrets));
      const target: ConnectTarget = {
        recorder: log.recorder(label, secrets),
        ...{ shown, shownCut, signal, clientInfo, now },
        startedAt: now(),
        capabilities: host?.capabilities ?? {},
        relays: host !== undefined,
        bounds: boundsOf(config),
        onQuirk: (kind, seen) => {
          if (!quirks.has(kind)) quirks.set(kind, shown(seen));
        },
        onTransport: (transport) => void (traces.transport = transport),
        implied: impliedOf(traces, config),
      };
      if (config.type === 'well-known')
        return err({
          reason: 'config',
          message: 'A well-known address isn’t an MCP server.',
          stderr: [],
        });
      if (config.type !== 'stdio') {
        // A program of HTTP and of signing in that a server over a pipe does not need.
        const { connectRemote } = await import('./connect-remote.ts');
        const signing = await signingOf(options, config, secrets);
        const network = (await options.network?.()) ?? null;
        return connectRemote(target, { ...config, type: config.type }, signing, network);
      }
      const command = await commandOf(config, options, inherited);
      if (!command.ok) return err(noFolder(config, command.error, shown));
      return connectStdio(target, command.value, (transport, tail) => {
        const from = markOf(traces.stderr);
        Object.assign(traces, {
          ...{ process: transport, transport },
          stderr: { tail, shown: shownCut, from },
        });
      });
    },
    stderr: (label) => {
      const { stderr } = of(label);
      return stderr === null ? [] : stderr.tail.tail(stderrLinesKept).lines.map(stderr.shown);
    },
    stderrLost: (label) => of(label).stderr?.tail.tail(stderrLinesKept).lost ?? 0,
    stderrMark: (label) => markOf(of(label).stderr),
    stderrSince: (label, mark) => linesSince(of(label).stderr, mark),
    maskedNames: (label) => of(label).names?.names ?? [],
    given: (label) => of(label).secrets,
    waiting: (label) => {
      const { transport } = of(label);
      return transport === null || transport.failure !== null ? null : transport.awaited;
    },
    quirks: (label) => [...of(label).quirks].map(([kind, seen]) => ({ kind, seen })),
    stray: (label) => of(label).process?.stray ?? null,
  };
}

/** What the newest connections of a server left behind. */
interface ServerTraces {
  stderr: ProcessStderr | null;
  quirks: Map<WireQuirk['kind'], string>;
  secrets: readonly string[] | null;
  names: MaskedNames | null;
  process: StdioTransport | null;
  transport: WatchedTransport | null;
  /** The address without a type that speaks HTTP+SSE. */
  sseAddress: string | null;
}

const newTraces = (): ServerTraces => ({
  ...{ stderr: null, quirks: new Map(), secrets: null, names: null },
  ...{ process: null, transport: null, sseAddress: null },
});

function impliedOf(traces: ServerTraces, config: ServerConfig): ImpliedTransport {
  const url = config.type === 'stdio' ? '' : config.url;
  return {
    isSse: traces.sseAddress === url,
    learn: (isSse) => void (traces.sseAddress = isSse ? url : null),
  };
}

function shownWithout(secrets: readonly string[], names: MaskedNames): (text: string) => string {
  return (text) => {
    const head = maskedHead(text, secrets, shownChars + 1);
    if (head.includes(masked)) names.note(text, shownChars + 1);
    return visible(head, shownChars);
  };
}

async function signingOf(
  options: ConnectorOptions,
  config: ServerConfig,
  secrets: string[],
): Promise<RequestSigning | null> {
  const authorizer = await options.authorizer?.();
  const tokens = authorizer?.tokensOf(config, secrets) ?? null;
  return authorizer === undefined || tokens === null ? null : { authorizer, tokens };
}

async function commandOf(
  config: StartCommand,
  { sample: alias, startPlaces }: ConnectorOptions,
  inherited: Readonly<Record<string, string>>,
): Promise<Result<ChildCommand, NoStartFolder>> {
  const sample = meansSample(config, alias) ? alias : undefined;
  const places = sample === undefined ? startPlaces : undefined;
  const folder = places === undefined ? ok(config.cwd) : await places.folderFor(config);
  if (!folder.ok) return folder;
  const path = await startPlaces?.searchPath();
  const own = path == null ? {} : { PATH: path };
  const env = mergedEnvironment({ ...inherited, ...own, ...sample?.env }, config.env);
  const { command, args } = sample ?? config;
  const cwd = folder.value === undefined ? {} : { cwd: folder.value };
  return ok({ command, args, env, ...cwd });
}

const markOf = (stderr: ProcessStderr | null): number =>
  stderr === null ? 0 : stderr.from + stderr.tail.written;

const linesSince = (stderr: ProcessStderr | null, mark: number): readonly string[] =>
  stderr === null
    ? []
    : stderr.tail.since(Math.max(0, mark - stderr.from), stderrLinesSince).map(stderr.shown);

/** Only the exact alias means the sample. */
const meansSample = (config: StartCommand, sample: ConnectorOptions['sample']): boolean =>
  sample !== undefined &&
  config.command === 'skillgate' &&
  config.args.length === 1 &&
  config.args[0] === 'sample-server';

function noFolder(
  { command }: StartCommand,
  { text, spawn }: NoStartFolder,
  shown: (text: string) => string,
): ConnectionFailure {
  const message = shown(`Couldn’t start ${command}: ${text}.`);
  return { reason: 'spawn', message, stderr: [], spawn: shownSpawn(spawn, shown) };
}
