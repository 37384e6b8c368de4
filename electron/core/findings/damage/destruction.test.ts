import { ruleCases } from '../testing/cases.ts';
import { destruction } from './destruction.ts';

ruleCases(destruction, {
  hits: [
    { name: 'the home folder', path: 'a.sh', text: 'rm -rf ~/\n' },
    { name: 'everything', path: 'a.sh', text: 'rm -rf --no-preserve-root /\n' },
    { name: 'a disk', path: 'a.sh', text: 'dd if=/dev/zero of=/dev/sda bs=1M\n' },
    { name: 'a program', path: 'a.py', text: 'import shutil\nshutil.rmtree("/")\n' },
    { name: 'logs, rated high', path: 'a.sh', text: 'rm -rf /var/log/audit/*\n', severity: 'high' },
    { name: 'a history, rated high', path: 'a.sh', text: 'history -c\n', severity: 'high' },
    {
      name: 'a folder named by a variable, rated medium',
      path: 'a.sh',
      text: 'rm -rf "$NAME"\n',
      severity: 'medium',
    },
  ],
  misses: [
    { name: 'build output', path: 'a.sh', text: 'rm -rf node_modules dist ./build/*\n' },
    { name: 'lists of packages', path: 'a.sh', text: 'rm -rf /var/lib/apt/lists/*\n' },
    { name: 'a folder made for the purpose', path: 'a.sh', text: 'rm -rf "$TMPDIR" "$WORK_DIR"\n' },
    {
      // anthropics/skills, skills/web-artifacts-builder (Apache-2.0)
      name: 'a command of a real script',
      path: 'scripts/bundle-artifact.sh',
      text: 'rm -rf dist bundle.html\n',
    },
  ],
});
