import type { ClientCapabilities, Implementation } from '@modelcontextprotocol/client';
import { err } from '../../shared/result.ts';
import { maskedHead, secretsOf, withoutEnding } from '../core/import/mask.ts';
import { visible } from '../core/text.ts';
import type { Connector } from '../usecases/ports/session.ts';
import type { ServerConfig } from '../usecases/ports/servers.ts';
import { defaultBounds } from './bounds.ts';
import type { Bounds } from './bounds.ts';
import type { ChildCommand } from './child.ts';
import type { RecordingLog } from './log.ts';
import type { Signing } from './connect-remote.ts';
import { connectStdio } from './connect-stdio.ts';
import type { Target } from './connecting.ts';
import { inheritedEnvironment } from './environment.ts';
import type { Authorizer } from './sign-in/authorizer.ts';
import type { StdioTransport } from './stdio-transport.ts';
import type { StderrTail } from './stderr-tail.ts';

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
  /** Asked for at the first address; without one, nobody is signed in anywhere. */
  readonly authorizer?: () => Promise<Authorizer>;
  /** Smaller bounds, for tests. */
  readonly bounds?: Partial<Bounds>;
}

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
  const secretsUsed = new Map<string, readonly string[]>();
  const processes = new Map<string, StdioTransport>();

  const signingOf = async (config: ServerConfig, secrets: string[]): Promise<Signing | null> => {
    const authorizer = await options.authorizer?.();
    const tokens = authorizer?.tokensOf(config, secrets) ?? null;
    return authorizer === undefined || tokens === null ? null : { authorizer, tokens };
  };

  const boundsOf = ({ startTimeout }: ServerConfig): Bounds =>
    startTimeout === undefined ? bounds : { ...bounds, connectMs: startTimeout * 1_000 };

  return {
    connect: async (label, config, signal) => {
      // Grows by every token that is used.
      const secrets = [...secretsOf(config)];
      secretsUsed.set(label, secrets);
      const shown = (text: string): string =>
        visible(maskedHead(text, secrets, shownChars + 1), shownChars);
      const shownCut = (text: string): string => shown(withoutEnding(text, secrets));
      const target: Target = {
        recorder: log.recorder(label, secrets),
        ...{ shown, shownCut },
        signal,
        startedAt: now(),
        clientInfo,
        capabilities,
        bounds: boundsOf(config),
        now,
      };
      if (config.type === 'well-known')
        return err({
          reason: 'config',
          message: 'A well-known address is no MCP server.',
          stderr: [],
        });
      if (config.type !== 'stdio') {
        // A program of HTTP and of signing in that a server over a pipe does not need.
        const { connectRemote } = await import('./connect-remote.ts');
        const signing = await signingOf(config, secrets);
        return connectRemote(target, { ...config, type: config.type }, signing);
      }
      return connectStdio(target, commandOf(config, options.sample), (transport, tail) => {
        processes.set(label, transport);
        stderr.set(label, { tail, shown: shownCut });
      });
    },
    stderr: (label) => {
      const kept = stderr.get(label);
      return kept === undefined ? [] : kept.tail.tail(stderrLinesKept).lines.map(kept.shown);
    },
    stderrLost: (label) => stderr.get(label)?.tail.tail(stderrLinesKept).lost ?? 0,
    given: (label) => secretsUsed.get(label) ?? null,
    stray: (label) => processes.get(label)?.stray ?? null,
  };
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
  const env = { ...inheritedEnvironment(), ...(isSample ? sample.env : {}), ...config.env };
  return { command, args, env, ...(config.cwd === undefined ? {} : { cwd: config.cwd }) };
}
