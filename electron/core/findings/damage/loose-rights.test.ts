import { ruleCases } from '../testing/cases.ts';
import { looseRights } from './protections.ts';

ruleCases(looseRights, {
  hits: [
    { name: 'a world-writable folder', path: 'a.sh', text: 'chmod -R 777 uploads\n' },
    {
      name: 'a system folder, rated high',
      path: 'a.sh',
      text: 'chmod 777 /usr/local/lib/app\n',
      severity: 'high',
    },
    {
      name: 'setuid rights, rated high',
      path: 'a.sh',
      text: 'chmod 4755 helper\n',
      severity: 'high',
    },
    { name: 'a program', path: 'a.py', text: 'import os\nos.chmod("a", 0o777)\n' },
  ],
  misses: [
    { name: 'an executable script', path: 'a.sh', text: 'chmod +x run.sh\nchmod 755 bin\n' },
    { name: 'a key that is protected', path: 'a.sh', text: 'chmod 600 key.pem\n' },
    {
      // anthropics/skills, skills/web-artifacts-builder (Apache-2.0), in other words
      name: 'a command of a real skill',
      text: '```bash\nchmod u+x scripts/bundle-artifact.sh\n```\n',
    },
  ],
});
