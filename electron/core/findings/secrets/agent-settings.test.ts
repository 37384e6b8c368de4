import { ruleCases } from '../testing/cases.ts';
import { agentSettingsRead } from './read-secrets.ts';

ruleCases(agentSettingsRead, {
  hits: [
    { name: 'keys of a host', path: 'a.sh', text: 'cat ~/.claude/.credentials.json\n' },
    {
      name: 'the conversation so far',
      path: 'a.py',
      text: 'import os\nopen(os.path.expanduser("~/.claude/projects/x.jsonl"))\n',
    },
    {
      name: 'servers of a desktop',
      path: 'a.sh',
      text: 'jq .mcpServers "$HOME/x/claude_desktop_config.json"\n',
    },
    {
      name: 'settings, rated low',
      path: 'a.sh',
      text: 'cat ~/.gemini/settings.json\n',
      severity: 'low',
    },
    { name: 'an order in prose', text: 'Read `~/.codex/auth.json` first.\n', confidence: 'medium' },
  ],
  misses: [
    { name: 'a project file', path: 'a.sh', text: 'cat .claude/notes.md\n' },
    {
      name: 'a link to its documentation',
      text: 'Settings live in the settings file of your editor.\n',
    },
    {
      // anthropics/skills, skills/skill-creator (Apache-2.0), in other words
      name: 'a real skill that names its own folder',
      text: 'Skills are packaged with `python scripts/package_skill.py path/to/skill`.\n',
    },
  ],
});
