import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import {
  Client,
  StreamableHTTPClientTransport,
  type ClientOptions,
} from '@modelcontextprotocol/client';
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { approveAsShown } from './approving.ts';
import type { Entry, Place } from './place.ts';
import { runCli, startCli, type BuiltCli } from './cli.ts';

/** An app: the official client, connected to the built command as apps are. */
export interface TestHost {
  readonly client: Client;
  readonly skills: SkillsClient;
  /** Received notifications, in order. */
  readonly heard: readonly { readonly method: string; readonly params: unknown }[];
  stderr(): string;
  readonly pid: number;
  close(): Promise<void>;
}

export interface HostOptions {
  readonly era: 'modern' | 'legacy';
  /** stdio if absent. */
  readonly over?: 'stdio' | 'http';
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly client?: ClientOptions;
  /** Runs before it connects: sets request handlers. */
  readonly prepare?: (client: Client) => void;
}

const envOf = (place: Place): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: place.home,
  SKILLGATE_HOME: place.data,
});

/** Adds a server to the stored list and allows it, as a person does once. */
export async function configured(
  cli: BuiltCli,
  place: Place,
  label: string,
  entry: Entry,
): Promise<void> {
  place.write('data/servers.json', { mcpServers: { [label]: entry } });
  const { code, stderr } = await runCli(cli, place, ['servers', 'allow', label]);
  if (code !== 0) throw new Error(`servers allow: ${stderr}`);
}

export const approved = (
  cli: BuiltCli,
  place: Place,
  label: string,
  uri: string,
  ...more: string[]
) => approveAsShown(cli, place, ['--server', label, '--uri', uri, ...more]);

/** Starts the gateway and connects to it in one era of the protocol. */
export async function host(
  cli: BuiltCli,
  place: Place,
  label: string,
  { era, over = 'stdio', args = [], env = {}, client: options = {}, prepare }: HostOptions,
): Promise<TestHost> {
  const client = new Client(
    { name: 'test-host', version: '1.2.3' },
    {
      ...options,
      versionNegotiation: era === 'modern' ? { mode: 'auto' } : { mode: 'legacy' },
    },
  );
  const heard: { method: string; params: unknown }[] = [];
  client.fallbackNotificationHandler = async ({ method, params }) => {
    heard.push({ method, params });
  };
  prepare?.(client);
  if (over === 'http') {
    const gateway = await httpGateway(cli, place, label, args);
    await client.connect(
      new StreamableHTTPClientTransport(new URL(gateway.url), {
        requestInit: { headers: { authorization: `Bearer ${gateway.key}` } },
      }),
    );
    return {
      client,
      skills: new SkillsClient(client),
      heard,
      stderr: gateway.stderr,
      pid: gateway.pid,
      close: async () => {
        await client.close();
        await gateway.stop();
      },
    };
  }
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cli.path, 'gateway', '--server', label, ...args],
    env: { ...envOf(place), ...env },
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')));
  try {
    await client.connect(transport);
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${stderr}`, { cause: error });
  }
  return {
    client,
    skills: new SkillsClient(client),
    heard,
    stderr: () => stderr,
    pid: transport.pid ?? 0,
    close: () => client.close(),
  };
}

export interface HttpGateway {
  readonly url: string;
  readonly key: string;
  readonly pid: number;
  stderr(): string;
  stop(): Promise<void>;
}

/** Starts the gateway on a port and reads its address, as the program that starts it does. */
export async function httpGateway(
  cli: BuiltCli,
  place: Place,
  label: string,
  args: readonly string[] = [],
): Promise<HttpGateway> {
  const child = startCli(cli, place, ['gateway', '--server', label, '--http', '0', ...args]);
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')));
  const { stdout } = child;
  if (stdout === null) throw new Error('no pipe');
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: stdout }).once('line', resolve);
    child.once('exit', () => reject(new Error(`the gateway ended: ${stderr}`)));
  });
  const { url, key } = JSON.parse(line) as { url: string; key: string };
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    url,
    key: readFileSync(key, 'utf8').trim(),
    pid: child.pid ?? 0,
    stderr: () => stderr,
    stop: async () => {
      child.kill('SIGTERM');
      await gone;
    },
  };
}
