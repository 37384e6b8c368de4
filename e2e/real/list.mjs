import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const npm = (path) => at(`node_modules/${path}`);
const refunds = 'skill://refunds/SKILL.md';
const guide = 'refunds/references/guide.md';
const whole = { opens: refunds, changes: guide };

const official = (transport, era) => ({
  name: `official SDK's loadSkills, ${transport}, ${era}`,
  args: (folder) => [at('installed/official.mjs'), folder, transport, era],
  http: transport === 'http',
  always: transport === 'http' ? era === 'modern' : era === 'legacy',
  ...whole,
});
const extSkills = (release) => ({
  name: `@olaservo/ext-skills of ${release}`,
  args: (folder) => [at('installed/ext-skills.mjs'), folder, release],
  ...whole,
});
const forged = (name, more = whole) => ({
  name,
  args: (folder) => [at('forged/run.mjs'), name, folder],
  ...more,
});

/** Every server of the suite; those that are `always` tried belong to every `npm test`; which is which, and where it is from, stands in docs/servers.md. */
export const list = [
  ...['legacy', 'modern', 'both'].map((era) => official('stdio', era)),
  ...['legacy', 'modern', 'both'].map((era) => official('http', era)),
  {
    name: 'mcp-use',
    args: (folder) => [at('installed/mcp-use.mjs'), folder],
    http: true,
    ...whole,
  },
  { ...extSkills('now'), always: true },
  extSkills('july'),
  { name: 'oh-my-agents', args: () => [npm('oh-my-agents/dist/index.js')] },
  {
    name: 'server-everything',
    always: true,
    args: () => [npm('@modelcontextprotocol/server-everything/dist/index.js')],
  },
  {
    name: 'server-filesystem',
    always: true,
    args: (folder) => [npm('@modelcontextprotocol/server-filesystem/dist/index.js'), folder],
  },
  forged('hf-mcp-server', { http: true, ...whole }),
  forged('hf-mcp-server-of-june'),
  forged('github-stars-contrib-mcp-server'),
  forged('agentskills-mcp-server'),
  forged('mcpkit'),
  forged('fastmcp'),
  forged('fastmcp-extension'),
  forged('skillsdotnet'),
  forged('skilljack', { opens: 'skill://refunds', changes: guide }),
  forged('skilljack-next', { opens: 'skill://local/refunds/SKILL.md', changes: guide }),
  forged('skills-over-mcp', { opens: 'skill://refunds', changes: guide }),
  forged('node-skills-server'),
  forged('skills-server'),
  forged('ski-coach', { opens: refunds, changes: 'refunds/SKILL.md' }),
  forged('sep-2076', { opens: refunds, changes: 'refunds/SKILL.md' }),
  forged('github-mcp-server', { opens: 'skill://acme/skills/refunds/SKILL.md', changes: guide }),
  forged('mcp-granola', { opens: 'skill://granola/usage', changes: 'notes/SKILL.md' }),
  forged('gateway-skills', { opens: 'gw-skill://refunds', changes: 'refunds/SKILL.md' }),
  forged('frontmcp', { opens: 'skills://refunds', changes: 'refunds/SKILL.md' }),
  forged('local-skills-mcp', {}),
  forged('skillz', {}),
];
