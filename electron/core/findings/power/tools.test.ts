import { ruleCases } from '../testing/cases.ts';
import { everyTool, farTools, unusedTool, undeclaredShell, changedPower } from './tools.ts';
import { entryOf, recordOn } from '../../skill-state/held.fixture.ts';
import { setRuleCases } from '../testing/set-cases.ts';

const asking = (line: string): string =>
  `---\nname: x\ndescription: What it does.\n${line}\n---\n\nText.\n`;

ruleCases(everyTool, {
  hits: [
    {
      name: 'a bare shell, rated low',
      text: asking('allowed-tools: Read, Bash'),
      finds: 'Read, Bash',
      severity: 'low',
    },
    { name: 'every tool by a word', text: asking('allowed-tools: all') },
    { name: 'a shell with a star', text: asking('allowed-tools: Bash(*)'), role: 'frontmatter' },
    { name: 'a star in a list', text: asking('allowed-tools:\n  - Read\n  - "*"') },
  ],
  misses: [
    { name: 'a single shell command', text: asking('allowed-tools: Bash(git add:*), Read') },
    { name: 'a sentence about it', text: 'Set `allowed-tools: Bash(*)` in your own skill.' },
    {
      // anthropics/skills, skills/skill-creator (Apache-2.0)
      name: 'the frontmatter of a real skill',
      text: '---\nname: skill-creator\ndescription: Guide for creating effective skills.\nlicense: Complete terms in LICENSE.txt\n---\n',
    },
  ],
});

const farToolsAsking = (line: string): string =>
  `---\nname: x\ndescription: What it does.\n${line}\n---\n\nText.\n`;

ruleCases(farTools, {
  hits: [
    {
      name: 'a tool that downloads',
      text: farToolsAsking('allowed-tools: Read, WebFetch'),
      finds: 'WebFetch',
    },
    { name: 'a tool that writes, in a list', text: farToolsAsking('allowed-tools:\n  - Write') },
    {
      name: 'a limited command that uses the network',
      text: farToolsAsking('allowed-tools: Bash(curl:*)'),
    },
  ],
  misses: [
    { name: 'tools that only read', text: farToolsAsking('allowed-tools: Read, Grep, Glob') },
    { name: 'a field with another name', text: farToolsAsking('tags: [Write, WebFetch]') },
    {
      // obra/superpowers, skills/brainstorming (MIT)
      name: 'a real skill that asks for no tools',
      text: '---\nname: brainstorming\ndescription: You MUST use this before any creative work.\n---\n',
    },
  ],
});

const skill = (tools: string, body: string): string =>
  `---\nname: x\ndescription: What it does.\nallowed-tools: ${tools}\n---\n\n${body}`;

ruleCases(unusedTool, {
  hits: [
    { name: 'a network tool', text: skill('Read, WebFetch', 'Write better prose.\n') },
    { name: 'a shell', text: skill('Bash', 'Use short sentences.\n') },
    { name: 'a search', text: skill('WebSearch, Read', 'Use short sentences.\n') },
  ],
  misses: [
    { name: 'a tool that is used', text: skill('WebFetch', 'Fetch the page and sum it up.\n') },
    { name: 'a shell with a command', text: skill('Bash', 'Run `npm test`.\n') },
    {
      // vercel-labs/agent-skills, skills/web-design-guidelines (MIT), in other words
      name: 'a real skill that asks for no tools',
      text: '---\nname: web-design-guidelines\ndescription: Review UI code.\n---\n\nRead the files.\n',
    },
  ],
});

const undeclaredShellSkill = (tools: string, body: string): string =>
  `---\nname: x\ndescription: What it does.\n${tools}\n---\n\n${body}`;
const command = '```bash\nmake all\n```\n';

ruleCases(undeclaredShell, {
  hits: [
    {
      name: 'a command next to read-only tools',
      text: undeclaredShellSkill('allowed-tools: Read, Grep', command),
    },
    { name: 'one next to a list', text: undeclaredShellSkill('allowed-tools:\n  - Read', command) },
    {
      name: 'a session',
      text: undeclaredShellSkill('allowed-tools: Read', '```console\n$ git push\n```\n'),
    },
  ],
  misses: [
    {
      name: 'a declared shell',
      text: undeclaredShellSkill('allowed-tools: Read, Bash(make:*)', command),
    },
    { name: 'a skill that asks for nothing', text: undeclaredShellSkill('license: MIT', command) },
    {
      // anthropics/claude-code, plugins/plugin-dev (in other words)
      name: 'a real skill without commands',
      text: undeclaredShellSkill(
        'allowed-tools: Read, Glob, Grep',
        'Look for `*.md` and report what is missing.\n',
      ),
    },
  ],
});

const before = { name: 'refunds', description: 'Process refunds' };
const approved = recordOn(entryOf({ frontmatter: { ...before, 'allowed-tools': 'Read' } }));

setRuleCases(changedPower, {
  hits: [
    {
      name: 'more tools',
      unread: ['SKILL.md'],
      entry: { frontmatter: { ...before, 'allowed-tools': 'Read, Bash' } },
      record: approved,
      says: '"Read" when approved, "Read, Bash" now',
      at: 'frontmatter.allowed-tools',
    },
    {
      name: 'new hooks, with their line',
      files: {
        'SKILL.md':
          '---\nname: refunds\ndescription: Process refunds\nallowed-tools: Read\nhooks: {a: b}\n---\n',
      },
      entry: { frontmatter: { ...before, 'allowed-tools': 'Read', hooks: { a: 'b' } } },
      record: approved,
      says: 'hooks: nothing when approved',
      at: 'SKILL.md',
      line: 5,
    },
    {
      name: 'a setting in a map',
      entry: {
        frontmatter: { ...before, permissions: { allow: ['x', 'y'] } },
      },
      record: recordOn(entryOf({ frontmatter: { ...before, permissions: { allow: ['x'] } } })),
      says: 'permissions.allow',
      at: 'frontmatter.permissions',
    },
  ],
  misses: [
    {
      name: 'the same as when it was approved',
      entry: { frontmatter: { ...before, 'allowed-tools': 'Read' } },
      record: approved,
    },
    {
      name: 'other fields, which are compared elsewhere',
      entry: {
        description: 'Other',
        frontmatter: { ...before, description: 'Other', 'allowed-tools': 'Read' },
      },
      record: approved,
    },
    { name: 'a skill that was never approved', entry: { frontmatter: { ...before, hooks: {} } } },
    {
      // anthropics/skills, skills/docx (Apache-2.0), in other words
      name: 'a license that a real skill added later',
      entry: { frontmatter: { ...before, 'allowed-tools': 'Read', license: 'Proprietary' } },
      record: approved,
    },
  ],
});
