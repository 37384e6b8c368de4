import { ruleCases } from '../testing/cases.ts';
import { undeclaredShell } from './tools.ts';

const skill = (tools: string, body: string): string =>
  `---\nname: x\ndescription: What it does.\n${tools}\n---\n\n${body}`;
const command = '```bash\nmake all\n```\n';

ruleCases(undeclaredShell, {
  hits: [
    {
      name: 'a command next to read-only tools',
      text: skill('allowed-tools: Read, Grep', command),
    },
    { name: 'one next to a list', text: skill('allowed-tools:\n  - Read', command) },
    { name: 'a session', text: skill('allowed-tools: Read', '```console\n$ git push\n```\n') },
  ],
  misses: [
    {
      name: 'a declared shell',
      text: skill('allowed-tools: Read, Bash(make:*)', command),
    },
    { name: 'a skill that asks for nothing', text: skill('license: MIT', command) },
    {
      // anthropics/claude-code, plugins/plugin-dev (in other words)
      name: 'a real skill without commands',
      text: skill(
        'allowed-tools: Read, Glob, Grep',
        'Look for `*.md` and report what is missing.\n',
      ),
    },
  ],
});
