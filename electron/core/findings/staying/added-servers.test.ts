import { ruleCases } from '../testing/cases.ts';
import { addedServers } from './agent-changes.ts';

ruleCases(addedServers, {
  hits: [
    { name: 'a server', path: 'a.sh', text: 'claude mcp add helper -- npx helper\n' },
    { name: 'a skill', path: 'a.sh', text: 'npx -y skills add x/y\n' },
    {
      name: 'a written list of servers',
      path: 'a.py',
      text: 'open(".mcp.json", "w").write(t)\n',
      confidence: 'medium',
    },
    {
      name: 'a command in a text, rated low',
      text: 'Run `claude mcp add helper -- npx helper`.\n',
      severity: 'low',
    },
  ],
  misses: [
    { name: 'a list of servers', path: 'a.sh', text: 'claude mcp list\n' },
    { name: 'another package', path: 'a.sh', text: 'npx create-vite add\n' },
    {
      // anthropics/skills, skills/web-artifacts-builder (Apache-2.0)
      name: 'a command of a real script',
      path: 'scripts/a.sh',
      text: 'pnpm create vite "$PROJECT_NAME" --template react-ts\npnpm install\n',
    },
  ],
});
