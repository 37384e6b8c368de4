import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import {
  Client,
  ReadBuffer,
  serializeMessage,
  StreamableHTTPClientTransport,
  type ClientOptions,
  type Transport,
} from '@modelcontextprotocol/client';
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { approveAsShown } from './approving.ts';
import type { Entry, Place } from './place.ts';
import { runCli, startHere, startProcess, type BuiltCli, type RunningCommand } from './cli.ts';

/** An app: the official client, connected to a gateway. */
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
  /** Starts the built command, as apps do; otherwise the gateway runs in the test's process. */
  readonly ownProcess?: true;
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

/** Starts a gateway and connects to it in one era of the protocol. */
export async function host(
  cli: BuiltCli,
  place: Place,
  label: string,
  {
    era,
    over = 'stdio',
    ownProcess,
    args = [],
    env = {},
    client: options = {},
    prepare,
  }: HostOptions,
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
    const start = ownProcess ? startProcess : startHere;
    const gateway = await httpGateway(cli, place, label, args, start);
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
  const line = ['gateway', '--server', label, ...args];
  const transport = ownProcess
    ? ofProcess(cli, place, line, env)
    : ofRunning(cli, place, line, env);
  try {
    await client.connect(transport);
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${transport.complaints()}`, { cause: error });
  }
  return {
    client,
    skills: new SkillsClient(client),
    heard,
    stderr: transport.complaints,
    pid: transport.pid ?? process.pid,
    close: () => client.close(),
  };
}

/** A connection to a gateway over its pipes. */
type GatewayTransport = Transport & { readonly pid?: number | null; complaints(): string };

function ofProcess(
  cli: BuiltCli,
  place: Place,
  line: readonly string[],
  env: Readonly<Record<string, string>>,
): GatewayTransport {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cli.path, ...line],
    env: { ...envOf(place), ...env },
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')));
  return Object.assign(transport, { complaints: () => stderr });
}

function ofRunning(
  cli: BuiltCli,
  place: Place,
  line: readonly string[],
  env: Readonly<Record<string, string>>,
): GatewayTransport {
  let running: RunningCommand | null = null;
  let stderr = '';
  const transport: GatewayTransport = {
    complaints: () => stderr,
    async start() {
      const { stdout, ...rest } = (running = startHere(cli, place, line, env));
      rest.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')));
      const read = new ReadBuffer();
      stdout.on('data', (chunk: Buffer) => {
        read.append(chunk);
        for (let one = read.readMessage(); one !== null; one = read.readMessage())
          transport.onmessage?.(one);
      });
      stdout.once('close', () => transport.onclose?.());
    },
    send: async (message) => void running?.stdin.write(serializeMessage(message)),
    async close() {
      running?.stdin.end();
      await running?.ended;
    },
  };
  return transport;
}

export interface HttpGateway {
  readonly url: string;
  readonly key: string;
  readonly pid: number;
  stderr(): string;
  stop(): Promise<void>;
}

/** Starts a gateway on a port, and reads what it tells the program that starts it. */
export async function httpGateway(
  cli: BuiltCli,
  place: Place,
  label: string,
  args: readonly string[] = [],
  start: typeof startHere = startHere,
): Promise<HttpGateway> {
  const running = start(cli, place, ['gateway', '--server', label, '--http', '0', ...args]);
  let stderr = '';
  running.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')));
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: running.stdout }).once('line', resolve);
    void running.ended.then(() => reject(new Error(`the gateway ended: ${stderr}`)));
  });
  const { url, key } = JSON.parse(line) as { url: string; key: string };
  return {
    url,
    key: readFileSync(key, 'utf8').trim(),
    pid: running.pid,
    stderr: () => stderr,
    stop: async () => {
      running.signal('SIGTERM');
      await running.ended;
    },
  };
}
