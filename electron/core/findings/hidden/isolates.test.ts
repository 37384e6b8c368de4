import { ruleCases } from '../testing/cases.ts';
import { isolates } from './hidden-characters.ts';

ruleCases(isolates, {
  hits: [
    { name: 'one left open in a script', path: 'a.js', text: 'let x = "\u2067a"; // b\n' },
    { name: 'one in a fence', text: '```python\nrole = "\u2066admin"\n```\n' },
    { name: 'two, of which one is closed', path: 'a.sh', text: 'echo "\u2067\u2066a\u2069"\n' },
  ],
  misses: [
    { name: 'a pair on one line', path: 'a.js', text: 'let x = "\u2067שלום\u2069";\n' },
    { name: 'one left open in prose', text: 'A word \u2067שלום at the end\n' },
    {
      // anthropics/skills, skills/webapp-testing (Apache-2.0)
      name: 'a script of a real skill',
      path: 'scripts/with_server.py',
      text: 'server_ready = is_server_ready(server["port"], timeout=args.timeout)\n',
    },
  ],
});
