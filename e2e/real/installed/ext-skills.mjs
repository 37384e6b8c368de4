import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

/**
 * The working group's own SDK, as its README has it: `ext-skills.mjs FOLDER now|july`. Its release
 * of July names no sizes.
 */
const [folder, release] = process.argv.slice(2);
const { discoverSkills, registerSkillResources } =
  release === 'july'
    ? await import('ext-skills-of-july/server')
    : await import('@olaservo/ext-skills/server');
const skills = discoverSkills(folder);

serveStdio(() => {
  const server = new McpServer(
    { name: 'ext-skills', version: '1.0.0' },
    { capabilities: { resources: {} } },
  );
  registerSkillResources(server, skills, folder, { template: true, directoryRead: true });
  return server;
});
