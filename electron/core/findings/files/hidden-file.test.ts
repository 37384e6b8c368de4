import { ruleCases } from '../testing/cases.ts';
import { hiddenFile } from './unexpected-files.ts';

ruleCases(hiddenFile, {
  hits: [
    { name: 'a script', path: 'scripts/.setup.sh', text: '#!/bin/sh\nid\n', finds: '#!/bin/sh' },
    { name: 'one in a hidden folder', path: '.cache/run.py', text: 'print(1)\n' },
    { name: 'a file that an editor or shell runs', path: '.envrc', text: 'export A=1\n' },
    { name: 'bytes', path: '.data', bytes: Buffer.from([0, 1, 2, 3, 0]) },
    { name: 'notes, rated low', path: '.notes', text: 'Remember this.\n', severity: 'low' },
  ],
  misses: [
    { name: 'the list of what git ignores', path: '.gitignore', text: 'dist\n' },
    { name: 'an example of an environment', path: 'a/.env.example', text: 'KEY=\n' },
    { name: 'a plain script', path: 'scripts/setup.sh', text: '#!/bin/sh\nid\n' },
    {
      // anthropics/skills, .claude-plugin (Apache-2.0), in other words
      name: 'the manifest of a real plugin',
      path: '.claude-plugin/marketplace.json',
      text: '{"name": "skills"}\n',
    },
  ],
});
