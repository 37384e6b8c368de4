/**
 * A complete MCP host that honours decisions made in Skillgate.
 * `node host.mjs '{"url": …}'` or `'{"command": …, "args": […]}'`: what a host's own configuration
 * has for the server. Prints one JSON line per skill: where it stands, and what was loaded.
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { check, identityOf } from 'skillgate/host';
import { watchApprovals } from 'skillgate/host/node';

const config = JSON.parse(process.argv[2]);
// 1. Who the server is: from the host's own configuration, never from what the server says.
const identity = identityOf(config);

// 2. The decisions, read again whenever the file changes: a revoked approval counts at once.
let approvals;
const stop = await new Promise((ready) => {
  const end = watchApprovals((read) => {
    approvals = read;
    ready(end);
  });
});

const client = new Client(
  { name: 'example-host', version: '1.0.0' },
  { capabilities: {}, versionNegotiation: { mode: 'auto' } },
);
const transport =
  config.url === undefined
    ? new StdioClientTransport({ command: config.command, args: config.args ?? [] })
    : new StreamableHTTPClientTransport(new URL(config.url));
await client.connect(transport);

// 3. Entries that break the specification come as `invalid`: they are never asked about.
const skills = new SkillsClient(client, { skipInvalid: true });
for (const skill of (await skills.list()).skills) {
  const { standing, record, changes, reason } = check(approvals, {
    identity,
    uri: skill.uri,
    resources: skill.resources,
  });
  // 4. Only `approved` is a yes; a host with a screen would ask the person here.
  const loaded = standing === 'approved' ? await load(skill) : null;
  // 5. Tools are granted by name alone: what the frontmatter asks for is not a grant.
  console.log(
    JSON.stringify({
      uri: skill.uri,
      standing,
      loaded,
      changes,
      reason,
      tools: loaded === null ? [] : record.grants.allowedTools,
    }),
  );
}
stop();
await client.close();

/**
 * Reads the files that were approved. `read` checks size, digest and frontmatter against the very
 * entry that was asked about.
 */
async function load(skill) {
  try {
    const files = [];
    for (const { uri } of skill.resources)
      files.push({ uri, bytes: (await skills.read(skill, uri)).bytes.length });
    return files;
  } catch (error) {
    // The server described one thing and sent another: nothing of the skill is used.
    return { refused: error.message };
  }
}
