import { hash } from 'node:crypto';

/** Skills in one folder of the served tree. */
const perFolder = 25;
const verbs = ['review', 'deploy', 'triage', 'migrate', 'summarise', 'audit', 'plan', 'release'];
const things = [
  'invoices',
  'services',
  'incidents',
  'schemas',
  'contracts',
  'dependencies',
  'budgets',
  'reports',
];
const sentence =
  'Check the input against the checklist, note what differs, and ask before anything is changed for good. ';

/**
 * `count` skills of four files each, the same on every machine: `{entry, files: [{uri, mimeType,
 * text}]}`.
 */
export function makeSkills(count) {
  return Array.from({ length: count }, (_, index) => makeSkill(index));
}

function makeSkill(index) {
  const number = String(index).padStart(5, '0');
  const [verb, thing] = [verbs[index % verbs.length], things[(index >> 3) % things.length]];
  const name = `${verb}-${thing}-${number}`;
  const folder = `skill://bench/team-${String(Math.floor(index / perFolder)).padStart(3, '0')}/${name}`;
  const description = `Use this to ${verb} ${thing}: reads what the person names, compares it with the rules of team ${Math.floor(index / perFolder)} and reports the differences with their lines.`;
  const frontmatter = {
    name,
    description,
    license: 'MIT',
    metadata: { version: `1.${index % 10}`, team: `team-${Math.floor(index / perFolder)}` },
  };
  const yaml = `---\nname: ${name}\ndescription: "${description}"\nlicense: MIT\nmetadata:\n  version: "${frontmatter.metadata.version}"\n  team: "${frontmatter.metadata.team}"\n---\n\n`;
  const files = [
    { path: 'SKILL.md', mimeType: 'text/markdown', text: filled(`${yaml}# ${name}\n\n`, 1_600) },
    {
      path: 'references/guide.md',
      mimeType: 'text/markdown',
      text: filled(`# Guide to ${name}\n\n`, 2_000),
    },
    {
      path: 'references/checklist.md',
      mimeType: 'text/markdown',
      text: filled(`# Checklist of ${name}\n\n- `, 1_000),
    },
    {
      path: 'scripts/report.py',
      mimeType: 'text/x-python',
      text: filled(`"""Report of ${name}."""\n# `, 500),
    },
  ].map(({ path, mimeType, text }) => ({ uri: `${folder}/${path}`, mimeType, text }));
  const resources = files.map(({ uri, text }) => ({
    uri,
    digest: `sha256:${hash('sha256', text, 'hex')}`,
    size: Buffer.byteLength(text),
  }));
  return { entry: { uri: files[0].uri, frontmatter, resources }, files };
}

const filled = (head, bytes) =>
  `${head}${sentence.repeat(Math.ceil(bytes / sentence.length)).slice(0, Math.max(0, bytes - head.length - 1))}\n`;
