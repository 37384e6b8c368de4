import { McpServer } from '@modelcontextprotocol/server';
import { SkillsExtension } from '@modelcontextprotocol/server/ext/skills';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { version } from '../../shared/version.ts';
import { sampleCatalogue } from './catalogue.ts';

const instructions = `A sample server with made-up skills of the company Northwind, for getting to know Skillgate.
It talks over stdio only and uses no network.
One skill is not in the list: skill://extras/unlisted/SKILL.md. Open it by its URI.`;

/** The sample server: speaks both protocol eras over this process's stdin and stdout. */
async function start(): Promise<void> {
  const extension = new SkillsExtension({ source: await sampleCatalogue({ now: Date.now }) });
  serveStdio(() => {
    const server = new McpServer(
      { name: 'skillgate-sample', version: version },
      { instructions, capabilities: { resources: {} } },
    );
    extension.attach(server);
    return server;
  });
}

// Not a top-level await: the desktop app's main process is CommonJS, and this is part of it.
start().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
