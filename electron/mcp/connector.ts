import { getDefaultEnvironment } from '@modelcontextprotocol/client/stdio';
import type { ClientCapabilities, Implementation } from '@modelcontextprotocol/client';
import { err } from '../../shared/result.ts';
import { maskSecrets, secretsOf } from '../core/import/mask.ts';
import { visible } from '../core/text.ts';
import type { Connector } from '../usecases/ports/session.ts';
import type { ServerConfig } from '../usecases/ports/servers.ts';
import { defaultBounds } from './bounds.ts';
import type { Bounds } from './bounds.ts';
import type { ChildCommand } from './child.ts';
import type { RecordingLog } from './log.ts';
import { connectRemote } from './connect-remote.ts';
import { connectStdio } from './connect-stdio.ts';
import type { Target } from './connecting.ts';
import { StderrTail } from './stderr-tail.ts';

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

  return {
    connect: async (label, config, signal) => {
      const secrets = secretsOf(config);
      const shown = (text: string): string => visible(maskSecrets(text, secrets), shownChars);
      const target: Target = {
        recorder: log.recorder(label, secrets),
        shown,
        signal,
        startedAt: now(),
        clientInfo,
        capabilities,
        bounds,
        now,
      };
      const newTail = (): StderrTail => {
        const tail = new StderrTail(bounds.stderrBytes);
        stderr.set(label, { tail, shown });
        return tail;
      };
      if (config.type === 'well-known')
        return err({
          reason: 'config',
          message: 'A well-known address is no MCP server.',
          stderr: [],
        });
      if (config.type !== 'stdio') return connectRemote(target, { ...config, type: config.type });
      return connectStdio(target, commandOf(config, options.sample), newTail);
    },
    stderr: (label) => {
      const kept = stderr.get(label);
      return kept === undefined ? [] : kept.tail.lines(stderrLinesKept).map(kept.shown);
    },
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
  const env = { ...getDefaultEnvironment(), ...(isSample ? sample.env : {}), ...config.env };
  return { command, args, env, ...(config.cwd === undefined ? {} : { cwd: config.cwd }) };
}
