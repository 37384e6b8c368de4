import { getDefaultEnvironment } from '@modelcontextprotocol/client/stdio';
import type { ClientCapabilities, Implementation } from '@modelcontextprotocol/client';
import type { ConnectionFailure } from '../../shared/model/server.ts';
import { err, ok } from '../../shared/result.ts';
import type { Result } from '../../shared/result.ts';
import { maskSecrets, secretsOf } from '../core/import/mask.ts';
import { visible } from '../core/text.ts';
import type { Connector, Session } from '../usecases/ports/session.ts';
import type { ServerConfig } from '../usecases/ports/servers.ts';
import { defaultBounds } from './bounds.ts';
import type { Bounds } from './bounds.ts';
import type { ChildCommand } from './child.ts';
import { handshake } from './handshake.ts';
import type { Handshake, Mode } from './handshake.ts';
import type { RecordingLog } from './log.ts';
import type { Recorder } from './recorder.ts';
import { RemoteTransport } from './remote-transport.ts';
import { createSession } from './session.ts';
import { StderrTail } from './stderr-tail.ts';
import { StdioTransport } from './stdio-transport.ts';
import { parseUrl } from '../../shared/url.ts';

export interface ConnectorOptions {
  readonly log: RecordingLog;
  readonly clientInfo: Implementation;
  /** A gateway's: what its host offers. Skillgate itself offers nothing. */
  readonly capabilities?: ClientCapabilities;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** What the alias `skillgate sample-server` starts. */
  readonly sample?: {
    readonly command: string;
    readonly args: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
  };
  /** Smaller bounds, for tests. */
  readonly bounds?: Partial<Bounds>;
}

/** Everything that one attempt to connect needs. */
interface Target {
  readonly label: string;
  readonly recorder: Recorder;
  readonly shown: (text: string) => string;
  readonly signal: AbortSignal;
  readonly startedAt: number;
}

type RemoteConfig = Extract<ServerConfig, { type: 'http' | 'sse' | 'well-known' }> & {
  readonly type: 'http' | 'sse';
};

const shownChars = 500;
const stderrLinesKept = 200;

/**
 * Connects to configured servers with the official SDK, over transports that bound and
 * record what a server sends. One connector serves every server of a run.
 */
export function createConnector(options: ConnectorOptions): Connector {
  const bounds: Bounds = { ...defaultBounds, ...options.bounds };
  const { log, clientInfo, capabilities = {}, now } = options;
  const stderr = new Map<
    string,
    { readonly tail: StderrTail; readonly shown: (text: string) => string }
  >();

  const attempt = async (
    target: Target,
    transport: StdioTransport | RemoteTransport,
    mode: Mode,
    silentMs: number,
  ): Promise<Handshake> => {
    const ms = Math.max(1, bounds.connectMs - (now() - target.startedAt));
    return handshake(transport, {
      mode,
      clientInfo,
      capabilities,
      probeMs: Math.min(bounds.probeMs, ms),
      ms,
      silentMs: Math.min(silentMs, ms),
      signal: target.signal,
    });
  };
  const ready = (
    target: Target,
    transport: StdioTransport | RemoteTransport,
    done: Extract<Handshake, { ok: true }>,
  ): Result<Session, ConnectionFailure> =>
    ok(
      createSession({
        client: done.client,
        transport,
        clientInfo,
        capabilities,
        requestMs: bounds.requestMs,
        shown: target.shown,
      }),
    );

  const connectStdio = async (
    target: Target,
    command: ChildCommand,
  ): Promise<Result<Session, ConnectionFailure>> => {
    const open = (): StdioTransport => {
      const tail = new StderrTail(bounds.stderrBytes);
      stderr.set(target.label, { tail, shown: target.shown });
      return new StdioTransport({
        command,
        bounds,
        recorder: target.recorder,
        stderr: tail,
        now,
        shown: target.shown,
      });
    };
    let transport = open();
    let done = await attempt(target, transport, 'auto', bounds.restartMs);
    // Some servers of the older era end, or hang for good, at the first request that is not
    // `initialize`. Such a process is spent; the second one never sees the newer request.
    if (!done.ok && triesAgain(done, transport.failure)) {
      await transport.abandon(
        transport.givenUp('closed', 'Started again with the older handshake.'),
      );
      target.recorder.text(
        'note',
        'The server did not answer server/discover: started again with the older handshake.',
      );
      transport = open();
      done = await attempt(target, transport, 'legacy', bounds.connectMs);
    }
    if (done.ok) return ready(target, transport, done);
    const failure =
      transport.failure !== null && transport.failure.reason !== 'closed'
        ? transport.failure
        : giveUp(target, done, (reason, message) => transport.givenUp(reason, message));
    await transport.abandon(failure);
    return err(failure);
  };

  const connectRemote = async (
    target: Target,
    config: RemoteConfig,
  ): Promise<Result<Session, ConnectionFailure>> => {
    const url = addressOf(config.url);
    if (url === null)
      return err({
        reason: 'config',
        message: `The address ${target.shown(config.url)} is not an http or https address.`,
        stderr: [],
      });
    if (url.username !== '' || url.password !== '')
      return err({
        reason: 'config',
        message:
          'The address contains a user name or a password, which is not sent: use an Authorization header instead.',
        stderr: [],
      });
    const bad = badHeader(config.headers);
    if (bad !== null)
      return err({
        reason: 'config',
        message: `The header ${target.shown(bad)} has a name or a value that HTTP does not allow.`,
        stderr: [],
      });
    const open = (): RemoteTransport =>
      new RemoteTransport({
        type: config.type,
        url,
        headers: config.headers,
        bounds,
        recorder: target.recorder,
        now,
        shown: target.shown,
      });
    let transport = open();
    // The older HTTP+SSE transport exists only in the older era.
    let done = await attempt(
      target,
      transport,
      config.type === 'sse' ? 'legacy' : 'auto',
      bounds.connectMs,
    );
    if (
      !done.ok &&
      done.why === 'refused' &&
      config.type === 'http' &&
      transport.unreachable === null &&
      (transport.refusal === null || transport.refusal.status >= 500)
    ) {
      await transport.close();
      transport = open();
      done = await attempt(target, transport, 'legacy', bounds.connectMs);
    }
    if (done.ok) return ready(target, transport, done);
    const failure =
      done.why === 'refused'
        ? transport.connectFailure(done.error)
        : giveUp(target, done, (reason, message) => ({ reason, message, stderr: [] }));
    await transport.close();
    return err(failure);
  };

  const giveUp = (
    target: Target,
    done: Exclude<Handshake, { ok: true }>,
    failure: (reason: ConnectionFailure['reason'], message: string) => ConnectionFailure,
  ): ConnectionFailure => {
    if (done.why === 'aborted') return failure('closed', 'Cancelled.');
    if (done.why === 'refused')
      return failure(
        'protocol',
        target.shown(done.error instanceof Error ? done.error.message : String(done.error)),
      );
    return failure('timeout', `The server did not answer within ${bounds.connectMs / 1_000} s.`);
  };

  return {
    connect: async (label, config, signal) => {
      const secrets = secretsOf(config);
      const shown = (text: string): string => visible(maskSecrets(text, secrets), shownChars);
      const target: Target = {
        label,
        recorder: log.recorder(label, secrets),
        shown,
        signal,
        startedAt: now(),
      };
      if (config.type === 'well-known')
        return err({
          reason: 'config',
          message: 'A well-known address is no MCP server.',
          stderr: [],
        });
      if (config.type !== 'stdio') return connectRemote(target, { ...config, type: config.type });
      return connectStdio(target, commandOf(config, options.sample));
    },
    stderr: (label) => {
      const kept = stderr.get(label);
      return kept === undefined ? [] : kept.tail.lines(stderrLinesKept).map(kept.shown);
    },
  };
}

/** A process that said nothing, or that ended, may still speak the older handshake. */
function triesAgain(
  done: Exclude<Handshake, { ok: true }>,
  failure: ConnectionFailure | null,
): boolean {
  if (done.why === 'silent') return true;
  return (
    done.why === 'refused' &&
    (failure === null || failure.reason === 'exited' || failure.reason === 'closed')
  );
}

/**
 * The command to start. Only the exact alias means the sample; its environment is the configured
 * one.
 */
function commandOf(
  config: Extract<ServerConfig, { type: 'stdio' }>,
  sample: ConnectorOptions['sample'],
): ChildCommand {
  const isSample =
    sample !== undefined &&
    config.command === 'skillgate' &&
    config.args.length === 1 &&
    config.args[0] === 'sample-server';
  const { command, args } = isSample ? sample : config;
  const env = { ...getDefaultEnvironment(), ...(isSample ? sample.env : {}), ...config.env };
  return { command, args, env, ...(config.cwd === undefined ? {} : { cwd: config.cwd }) };
}

function addressOf(text: string): URL | null {
  const url = parseUrl(text);
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : null;
}

function badHeader(headers: Readonly<Record<string, string>>): string | null {
  const checked = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    try {
      checked.append(name, value);
    } catch {
      return name;
    }
  }
  return null;
}
