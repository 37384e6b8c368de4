import { ruleCases } from '../testing/cases.ts';
import { foreignSource } from './sources.ts';

ruleCases(foreignSource, {
  hits: [
    { name: 'an archive', path: 'a.sh', text: 'pip install https://x.example/a-1.tar.gz\n' },
    {
      name: 'another index',
      path: 'a.sh',
      text: 'pip install --extra-index-url https://pkgs.x.example/simple a\n',
    },
    { name: 'a registry', path: 'a.sh', text: 'npm install --registry=https://npm.x.example a\n' },
    {
      name: 'a branch of a forge, rated medium',
      path: 'a.sh',
      text: 'pip install git+https://github.com/a/b\n',
      severity: 'medium',
    },
  ],
  misses: [
    { name: 'a name', path: 'a.sh', text: 'pip install a==1.0\n' },
    {
      name: 'a pattern for an address',
      text: 'Write `/mshta\\.exe http:\\/\\/.../`, not `/http/`.\n',
    },
    {
      name: 'the public index',
      path: 'a.sh',
      text: 'npm install --registry=https://registry.npmjs.org a\n',
    },
    {
      // anthropics/skills, skills/web-artifacts-builder (Apache-2.0)
      name: 'a command of a real script',
      path: 'scripts/a.sh',
      text: 'pnpm install -D parcel @parcel/config-default html-inline\n',
    },
  ],
});
