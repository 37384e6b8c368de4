import { Client, type ClientOptions } from '@modelcontextprotocol/client';
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { approveAsShown } from './approving.ts';
import type { Entry, Place } from './app.ts';
import { runCli, type BuiltCli } from './cli.ts';

/** A host: the official client, connected to the built command as hosts are. */
export interface TestHost {
  readonly client: Client;
  readonly skills: SkillsClient;
  /** Notifications that came, in order. */
  readonly heard: readonly { readonly method: string; readonly params: unknown }[];
  stderr(): string;
  readonly pid: number;
  close(): Promise<void>;
}

export interface HostOptions {
  readonly era: 'modern' | 'legacy';
  readonly args?: readonly string[];
  readonly client?: ClientOptions;
  /** Before it connects: handlers of requests. */
  readonly prepare?: (client: Client) => void;
}

const envOf = (place: Place): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: place.home,
  SKILLGATE_HOME: place.data,
});

/** Puts a server into the stored list and says yes to it, as a person does once. */
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
  { era, args = [], client: options = {}, prepare }: HostOptions,
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
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cli.path, 'gateway', '--server', label, ...args],
    env: envOf(place),
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
