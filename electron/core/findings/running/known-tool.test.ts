import { ruleCases } from '../testing/cases.ts';
import { knownTool } from './running-code.ts';

ruleCases(knownTool, {
  hits: [
    { name: 'a miner', path: 'a.sh', text: './xmrig -o pool.example:3333 -u wallet\n' },
    {
      name: 'the address of a mining pool',
      path: 'a.py',
      text: 'POOL = "stratum+tcp://pool.example:3333"\n',
    },
    { name: 'a web shell', path: 'a.php', text: '<?php eval($_POST["x"]); ?>\n' },
    {
      name: 'an attack tool, rated high',
      path: 'a.sh',
      text: 'msfvenom -p linux/x64/exec\n',
      severity: 'high',
    },
  ],
  misses: [
    { name: 'a name in prose', text: 'Miners such as xmrig use the CPU.\n' },
    {
      name: 'a protocol that starts the same way',
      path: 'a.py',
      text: 'URL = "tcp://queue.example:5672"\n',
    },
    {
      // obra/superpowers, skills/systematic-debugging (MIT)
      name: 'a command of a real skill',
      text: '```bash\nsecurity list-keychains\nsecurity find-identity -v\n```\n',
    },
  ],
});
