import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ServerConnector, ServerSession } from '../../engine/ports/session.ts';
import type { ServerConfig } from '../../engine/ports/servers.ts';
import type { ConnectionBounds } from '../pipe-budget.ts';
import { createConnector } from '../connector.ts';
import { createProtocolLog, type RecordingLog } from '../log.ts';

/** Bundled by `build/test-servers.ts` before the tests run. */
export const bundled = (name: string): string =>
  fileURLToPath(new URL(`../../../.cache/servers/${name}.mjs`, import.meta.url));

export function testConnector(bounds: Partial<ConnectionBounds> = {}): {
  readonly connector: ServerConnector;
  readonly log: RecordingLog;
} {
  const log = createProtocolLog({ now: Date.now });
  return {
    connector: createConnector({
      log,
      now: Date.now,
      clientInfo: { name: 'skillgate-test', version: '0' },
      bounds,
    }),
    log,
  };
}

export function stdioConfig(
  name: 'honest' | 'hostile' | 'sample',
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ServerConfig {
  return { type: 'stdio', command: process.execPath, args: [bundled(name), ...args], env };
}

export async function connected(
  connector: ServerConnector,
  config: ServerConfig,
): Promise<ServerSession> {
  const answer = await connector.connect('server', config, new AbortController().signal);
  if (!answer.ok)
    throw new Error(
      `${answer.error.reason}: ${answer.error.message} ${answer.error.stderr.join('\n')}`,
    );
  return answer.value;
}

export interface RemoteServer {
  readonly config: Exclude<ServerConfig, { type: 'stdio' }>;
  stop(): Promise<void>;
}

/** Starts a test server that listens on loopback; it prints its address as one JSON line. */
export function remoteServer(
  name: 'honest' | 'hostile' | 'dialects' | 'defects' | 'full' | 'sign-in',
  args: readonly string[],
  type: 'http' | 'sse' | 'well-known' = 'http',
): Promise<RemoteServer> {
  const child = spawn(process.execPath, [bundled(name), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)));
    createInterface({ input: child.stdout }).once('line', (line) => {
      const { url } = JSON.parse(line) as { url: string };
      resolve({
        config: { type, url, headers: {} },
        stop: () =>
          new Promise((stopped) => {
            child.once('exit', () => stopped());
            child.kill('SIGKILL');
          }),
      });
    });
  });
}
