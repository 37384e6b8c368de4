/**
 * A complete MCP host that obeys decisions made in Skillgate. `node host.mjs CONFIG [URI [PATH…]]`:
 * CONFIG is the host's own configuration of the server, `'{"url": …}'` or `'{"command": …, "args":
 * […]}'`. Prints one JSON line per skill with its status. With a URI, that skill is used: its
 * SKILL.md is loaded, then each PATH as if the text had named it; one more line says what was
 * loaded.
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { check, identityOf } from 'skillgate-host';
import { watchApprovals } from 'skillgate-host/node';

const [configuration, wanted, ...paths] = process.argv.slice(2);
const config = JSON.parse(configuration);
// 1. The server's identity comes from the host's own configuration, never from the server.
const identity = identityOf(config);

// 2. Decisions are read again whenever the file changes, so a revocation counts at once.
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

// 3. Entries that break the specification arrive as `invalid` and are never decided about. No file
// is read here, approved or not: listing isn't a need ("nothing ahead of need").
const skills = new SkillsClient(client, { skipInvalid: true });
const entries = (await skills.list()).skills;
for (const skill of entries) {
  const { standing, changes, reason, record } = decision(skill);
  // Tools are allowed by name only: requesting them in the frontmatter isn't enough.
  const tools = standing === 'approved' ? record.grants.allowedTools : [];
  console.log(JSON.stringify({ uri: skill.uri, standing, changes, reason, tools }));
}

// 4. A person or a model needs a skill.
const skill = entries.find(({ uri }) => uri === wanted);
if (skill !== undefined) console.log(JSON.stringify({ uri: wanted, ...(await use(skill)) }));
stop();
await client.close();

function decision(entry) {
  return check(approvals, { identity, uri: entry.uri, resources: entry.resources });
}

/** SKILL.md alone, then each further file when the text leads to it. */
async function use(entry) {
  const folder = entry.uri.slice(0, -'SKILL.md'.length);
  const loaded = [];
  for (const uri of [entry.uri, ...paths.map((path) => folder + path)]) {
    // Only `approved` permits use, checked each time; a host with a screen would ask the person
    // here.
    const { standing } = decision(entry);
    if (standing !== 'approved') return { loaded, refused: `the skill is ${standing}` };
    try {
      // 5. `read` checks that the entry lists the file, and checks size, digest and frontmatter
      // against the entry that was decided about.
      const { bytes } = await skills.read(entry, uri);
      loaded.push({ uri, bytes: bytes.length });
    } catch (error) {
      // The server described one thing and sent another, so nothing more of the skill is used.
      return { loaded, refused: error.message };
    }
  }
  return { loaded };
}
