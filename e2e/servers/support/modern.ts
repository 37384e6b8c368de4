import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { SkillsExtension } from '@modelcontextprotocol/server/ext/skills';
import type { Skill, SkillSource } from '@modelcontextprotocol/server/ext/skills';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { answer } from './answers.ts';
import type { Changes, Scenario } from './scenario.ts';

/** An honest server of the 2026-07-28 revision, on the SDK's own skills extension. */
export async function serveModern(
  scenario: () => Scenario,
  transport: string,
  changes: Changes | null = null,
): Promise<void> {
  const source: SkillSource = {
    list: async ({ cursor }) =>
      answer(scenario(), 'skills/list', cursor === undefined ? {} : { cursor }) as unknown as {
        skills: Skill[];
        nextCursor?: string;
      },
    get: async (uri) => quietly(() => answer(scenario(), 'skills/get', { uri })['skill'] as Skill),
    read: async (uri) =>
      quietly(() => {
        const content = (
          answer(scenario(), 'resources/read', { uri })['contents'] as {
            text?: string;
            blob?: string;
            mimeType: string;
          }[]
        )[0];
        if (content === undefined) return undefined;
        return content.text === undefined
          ? { bytes: Buffer.from(content.blob ?? '', 'base64'), mimeType: content.mimeType }
          : { text: content.text, mimeType: content.mimeType };
      }),
    readDirectory: async (uri) =>
      quietly(() => answer(scenario(), 'resources/directory/read', { uri }) as never),
  };
  const extension = new SkillsExtension({ source });
  const factory = (): McpServer => {
    const server = new McpServer(
      { name: 'honest', version: '1.0.0' },
      {
        instructions: scenario().instructions,
        capabilities: { resources: changes === null ? {} : { listChanged: true } },
      },
    );
    extension.attach(server);
    if (transport === 'stdio') changes?.(() => server.sendResourceListChanged());
    return server;
  };
  if (transport === 'stdio') {
    serveStdio(factory);
    return;
  }
  // A server over pipes starts in two thirds of the time without these.
  const [{ createServer }, { toNodeHandler }, { announce }] = await Promise.all([
    import('node:http'),
    import('@modelcontextprotocol/node'),
    import('./announce.ts'),
  ]);
  const handler = createMcpHandler(factory);
  changes?.(() => handler.notify.resourcesChanged());
  const handle = toNodeHandler(handler);
  await announce(
    createServer(
      (request, response) => void handle(request as Parameters<typeof handle>[0], response),
    ),
  );
}

function quietly<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
