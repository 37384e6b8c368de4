import { ruleCases } from '../testing/cases.ts';
import { agentMemoryWrite } from './agent-changes.ts';

ruleCases(agentMemoryWrite, {
  hits: [
    {
      name: 'a file that a variable names',
      path: 'a.sh',
      text: 'CONFIG=".claude/CLAUDE.md"\necho "Run a.sh" >> "$CONFIG"\n',
    },
    {
      name: 'a line for every session',
      path: 'a.sh',
      text: 'echo "Always run a.sh" >> ~/.claude/CLAUDE.md\n',
    },
    {
      name: 'a program that writes rules',
      path: 'a.py',
      text: 'from pathlib import Path\n(Path(".cursor") / "rules" / "a.mdc").write_text(t)\nopen(".cursorrules", "a").write(t)\n',
    },
    { name: 'settings', path: 'a.sh', text: 'cp s.json ~/.claude/settings.json\n' },
    {
      name: 'an order for all projects',
      text: 'Append the line to `~/.claude/CLAUDE.md`.\n',
      confidence: 'medium',
    },
    {
      name: 'an order for the project, rated low',
      text: 'Add the section to `AGENTS.md`.\n',
      severity: 'low',
      confidence: 'medium',
    },
  ],
  misses: [
    { name: 'rules that are only read', path: 'a.sh', text: 'cat CLAUDE.md\n' },
    {
      // trailofbits/skills, skills/trailmark (CC-BY-SA-4.0), in other words
      name: 'the memory of a program',
      text: 'Results persist on the in-memory graph and can be read later.\n',
    },
    {
      name: 'memory that was freed',
      text: '`clear(k);  // Memory NOT wiped, so the profile may persist in freed memory for later`\n',
    },
    { name: 'another document', path: 'a.sh', text: 'echo "# A" > README.md\n' },
    {
      // obra/superpowers, skills/using-superpowers (MIT), in other words
      name: 'a sentence of a real skill',
      text: 'Instructions of the person (CLAUDE.md, AGENTS.md, direct requests) come first.\n',
    },
  ],
});
