import type { ClientCapabilities, Implementation } from '@modelcontextprotocol/client';
import type { ConnectionFailure } from '../../shared/model/server.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { masked, maskedHead, withoutEnding } from '../core/import/mask.ts';
import { MaskedNames } from '../core/import/masked-names.ts';
import { inheritedSecrets, repeatedSecrets } from '../core/import/may-be-secret.ts';
import { limits } from '../core/limits.ts';
import { visible } from '../core/text.ts';
import type { ServerConnector, WireQuirk } from '../engine/ports/session.ts';
import type { ServerConfig } from '../engine/ports/servers.ts';
import type { NoStartFolder, StartCommand, StartPlaces } from '../engine/ports/start-places.ts';
import type { OutboundNetwork } from '../network/outbound.ts';
import { defaultBounds, type ConnectionBounds } from './bounds.ts';
import type { ChildCommand } from './child.ts';
import type { RecordingLog } from './log.ts';
import type { RequestSigning } from './connect-remote.ts';
import { connectStdio } from './connect-stdio.ts';
import type { ConnectTarget, ImpliedTransport } from './connect-target.ts';
import { inheritedEnvironment, mergedEnvironment } from './environment.ts';
import type { RequestAuthorizer } from './sign-in/authorizer.ts';
import { shownSpawn, type StdioTransport } from './stdio-transport.ts';
import type { StderrTail } from './stderr-tail.ts';
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
  const stderr = new Map<string, ProcessStderr>();
  const quirks = new Map<string, Map<WireQuirk['kind'], string>>();
  const secretsUsed = new Map<string, readonly string[]>();
  const masks = new Map<string, MaskedNames>();
  const processes = new Map<string, StdioTransport>();
  const transports = new Map<string, WatchedTransport>();
  /** Addresses without a type that speak HTTP+SSE, by label. */
  const sseAddresses = new Map<string, string>();

  const impliedOf = (label: string, config: ServerConfig): ImpliedTransport => {
    const url = config.type === 'stdio' ? '' : config.url;
    return {
      isSse: sseAddresses.get(label) === url,
      learn: (isSse) => {
        if (isSse) sseAddresses.set(label, url);
        else sseAddresses.delete(label);
      },
    };
  };

  const signingOf = async (
    config: ServerConfig,
    secrets: string[],
  ): Promise<RequestSigning | null> => {
    const authorizer = await options.authorizer?.();
    const tokens = authorizer?.tokensOf(config, secrets) ?? null;
    return authorizer === undefined || tokens === null ? null : { authorizer, tokens };
  };

  const boundsOf = ({ startTimeout }: ServerConfig): ConnectionBounds =>
    startTimeout === undefined ? bounds : { ...bounds, connectMs: startTimeout * 1_000 };

  return {
    connect: async (label, config, signal) => {
      // Grows by every token that is used.
      const secrets = [
        ...repeatedSecrets(config),
        ...(host === undefined || config.type !== 'stdio' ? [] : inheritedSecrets(inherited)),
      ];
      secretsUsed.set(label, secrets);
      const names = new MaskedNames(config);
      masks.set(label, names);
      const shown = (text: string): string => {
        const head = maskedHead(text, secrets, shownChars + 1);
        if (head.includes(masked)) names.note(text, shownChars + 1);
        return visible(head, shownChars);
      };
      const shownCut = (text: string): string => shown(withoutEnding(text, secrets));
      const its = new Map<WireQuirk['kind'], string>();
      quirks.set(label, its);
      const target: ConnectTarget = {
        recorder: log.recorder(label, secrets),
        ...{ shown, shownCut },
        signal,
        startedAt: now(),
        clientInfo,
        capabilities: host?.capabilities ?? {},
        relays: host !== undefined,
        bounds: boundsOf(config),
        now,
        onQuirk: (kind, seen) => {
          if (!its.has(kind)) its.set(kind, shown(seen));
        },
        onTransport: (transport) => void transports.set(label, transport),
        implied: impliedOf(label, config),
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
        const signing = await signingOf(config, secrets);
        const network = (await options.network?.()) ?? null;
        return connectRemote(target, { ...config, type: config.type }, signing, network);
      }
      const isSample = meansSample(config, options.sample);
      const folder = await folderOf(config, isSample ? undefined : options.startPlaces);
      if (!folder.ok) return err(noFolder(config, folder.error, shown));
      const sample = isSample ? options.sample : undefined;
      const path = await options.startPlaces?.searchPath();
      const own = path == null ? {} : { PATH: path };
      const env = mergedEnvironment({ ...inherited, ...own, ...sample?.env }, config.env);
      const { command: program, args } = sample ?? config;
      const cwd = folder.value === undefined ? {} : { cwd: folder.value };
      const command: ChildCommand = { command: program, args, env, ...cwd };
      return connectStdio(target, command, (transport, tail) => {
        processes.set(label, transport);
        transports.set(label, transport);
        const before = stderr.get(label);
        const from = before === undefined ? 0 : before.from + before.tail.written;
        stderr.set(label, { tail, shown: shownCut, from });
      });
    },
    stderr: (label) => {
      const kept = stderr.get(label);
      return kept === undefined ? [] : kept.tail.tail(stderrLinesKept).lines.map(kept.shown);
    },
    stderrLost: (label) => stderr.get(label)?.tail.tail(stderrLinesKept).lost ?? 0,
    stderrMark: (label) => {
      const kept = stderr.get(label);
      return kept === undefined ? 0 : kept.from + kept.tail.written;
    },
    stderrSince: (label, mark) => {
      const kept = stderr.get(label);
      return kept === undefined
        ? []
        : kept.tail.since(Math.max(0, mark - kept.from), stderrLinesSince).map(kept.shown);
    },
    maskedNames: (label) => masks.get(label)?.names ?? [],
    given: (label) => secretsUsed.get(label) ?? null,
    waiting: (label) => {
      const transport = transports.get(label);
      return transport === undefined || transport.failure !== null ? null : transport.awaited;
    },
    quirks: (label) => [...(quirks.get(label) ?? [])].map(([kind, seen]) => ({ kind, seen })),
    stray: (label) => processes.get(label)?.stray ?? null,
  };
}

/** Only the exact alias means the sample. */
const meansSample = (config: StartCommand, sample: ConnectorOptions['sample']): boolean =>
  sample !== undefined &&
  config.command === 'skillgate' &&
  config.args.length === 1 &&
  config.args[0] === 'sample-server';

const folderOf = async (
  config: StartCommand,
  places: ConnectorOptions['startPlaces'],
): Promise<Result<string | undefined, NoStartFolder>> =>
  places === undefined ? ok(config.cwd) : places.folderFor(config);

function noFolder(
  { command }: StartCommand,
  { text, spawn }: NoStartFolder,
  shown: (text: string) => string,
): ConnectionFailure {
  const message = shown(`Couldn’t start ${command}: ${text}.`);
  return { reason: 'spawn', message, stderr: [], spawn: shownSpawn(spawn, shown) };
}
