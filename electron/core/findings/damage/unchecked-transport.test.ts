import { ruleCases } from '../testing/cases.ts';
import { uncheckedTransport } from './protections.ts';

ruleCases(uncheckedTransport, {
  hits: [
    {
      name: 'a download without certificate checks',
      path: 'a.sh',
      text: 'curl -skL https://x.example/a -o a\n',
    },
    { name: 'a program', path: 'a.py', text: 'import requests\nrequests.get(u, verify=False)\n' },
    {
      name: 'a shell on another machine',
      path: 'a.sh',
      text: 'ssh -o StrictHostKeyChecking=no h ls\n',
    },
    {
      name: 'skipped hooks, rated low',
      path: 'a.sh',
      text: 'git commit --no-verify -m a\n',
      severity: 'low',
    },
  ],
  misses: [
    { name: 'this machine', path: 'a.sh', text: 'curl -k https://localhost:8443/health\n' },
    { name: 'a check', path: 'a.py', text: 'requests.get(u, verify=True)\n' },
    {
      // anthropics/skills, skills/mcp-builder (Apache-2.0), in other words
      name: 'a call of a real skill',
      path: 'a.py',
      text: 'async with httpx.AsyncClient() as client:\n    await client.get(url, timeout=30.0)\n',
    },
  ],
});
