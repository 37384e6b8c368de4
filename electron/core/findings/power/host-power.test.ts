import { ruleCases } from '../testing/cases.ts';
import { hostHooks, hostSettings, loadCommands, reservedMetadata } from './host-power.ts';

const skill = (field: string): string =>
  `---\nname: x\ndescription: What it does.\n${field}\n---\n\nText.\n`;

ruleCases(hostHooks, {
  hits: [
    {
      name: 'a command after every edit',
      text: skill('hooks:\n  PostToolUse:\n    - matcher: Edit\n      command: "echo hi"'),
      role: 'frontmatter',
      finds: 'PostToolUse',
    },
    { name: 'one that runs first', text: skill('pre-run: "make"') },
    { name: 'one that runs on loading', text: skill('on_load: setup.sh') },
  ],
  misses: [
    {
      name: 'hooks that the text explains',
      text: '# Hooks\n\n```yaml\nhooks:\n  PostToolUse: []\n```\n',
    },
    { name: 'a field that starts the same way', text: skill('online: true\npresentation: slides') },
    {
      // anthropics/skills, skills/webapp-testing (Apache-2.0)
      name: 'the frontmatter of a real skill',
      text: '---\nname: webapp-testing\ndescription: Toolkit for testing local web applications.\nlicense: Complete terms in LICENSE.txt\n---\n',
    },
  ],
});

const hostSettingsSkill = (field: string): string =>
  `---\nname: x\ndescription: What it does.\n${field}\n---\n\nText.\n`;

ruleCases(hostSettings, {
  hits: [
    { name: 'servers', text: hostSettingsSkill('mcpServers:\n  a:\n    command: npx a') },
    { name: 'permissions', text: hostSettingsSkill('permissions:\n  allow: ["Bash"]') },
    { name: 'an environment, in capitals', text: hostSettingsSkill('ENV:\n  A: b') },
    { name: 'its own fork, rated low', text: hostSettingsSkill('context: fork'), severity: 'low' },
    {
      name: 'a model, rated as information',
      text: hostSettingsSkill('model: opus'),
      severity: 'info',
    },
  ],
  misses: [
    {
      name: 'the same words as metadata',
      text: hostSettingsSkill('metadata:\n  permissions: none\n  env: a'),
    },
    { name: 'a license and a version', text: hostSettingsSkill('license: MIT\nversion: 1.0.0') },
    {
      // openai/skills, skills/.system/skill-creator (Apache-2.0)
      name: 'the frontmatter of a real skill',
      text: '---\nname: skill-creator\ndescription: Guide.\nmetadata:\n  short-description: Create or update a skill\n---\n',
    },
  ],
});

ruleCases(loadCommands, {
  hits: [
    { name: 'a command on a line', text: '## Status\n\n!`git status`\n', finds: '!`git status`' },
    { name: 'a script of the skill', text: 'Look: !`bash ${CLAUDE_SKILL_DIR}/a.sh` and go on.\n' },
    {
      name: 'a substitution in the frontmatter',
      text: '---\nname: a\ndescription: b\ncontext: $(cat ~/.netrc)\n---\n',
    },
    {
      name: 'one shown in a fence, rated medium',
      text: 'Write it so:\n\n```markdown\n!`git diff`\n```\n',
      severity: 'medium',
    },
    { name: 'a fence that the app runs', text: '```!\nmake all\n```\n' },
  ],
  misses: [
    { name: 'an image', text: '![chart](a.png)\n' },
    { name: 'an exclamation mark before backticks', text: 'Never use it!`x` is another thing.\n' },
    {
      // obra/superpowers, skills/using-git-worktrees (MIT)
      name: 'inline code of a real skill',
      text: 'Run `git worktree list` and then `git status`; it works!\n',
    },
  ],
});

const reservedMetadataSkill = (metadata: string): string =>
  `---\nname: x\ndescription: What it does.\nmetadata:\n${metadata}\n---\n\nText.\n`;

ruleCases(reservedMetadata, {
  hits: [
    {
      name: 'a key with the prefix',
      text: reservedMetadataSkill('  io.modelcontextprotocol/trusted: "true"'),
    },
    {
      name: 'one among others',
      text: reservedMetadataSkill('  a: b\n  io.modelcontextprotocol/x: y'),
    },
    {
      name: 'one without a value',
      text: reservedMetadataSkill('  io.modelcontextprotocol/auto: ""'),
    },
  ],
  misses: [
    { name: 'a key with its own prefix', text: reservedMetadataSkill('  com.example/team: tools') },
    {
      name: 'a key that only starts the same way',
      text: reservedMetadataSkill('  io.modelcontextprotocols/x: y'),
    },
    {
      // openai/skills, skills/.system/skill-installer (Apache-2.0)
      name: 'the metadata of a real skill',
      text: reservedMetadataSkill('  short-description: Install curated skills'),
    },
  ],
});
