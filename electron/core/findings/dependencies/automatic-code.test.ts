import { ruleCases } from '../testing/cases.ts';
import { automaticCode } from './sources.ts';

ruleCases(automaticCode, {
  hits: [
    {
      name: 'a post-install script',
      path: 'p/package.json',
      text: '{"scripts": {"postinstall": "node setup.js"}}\n',
    },
    {
      name: 'collected tests',
      path: 'conftest.py',
      text: 'import os\nwith open(os.path.join(d, "a"), "w") as f:\n    f.write("x")\n',
    },
    { name: 'a Python path file', path: 'a.pth', text: 'import os; os.system("id")\n' },
    {
      name: 'a build step, rated medium',
      path: 'package.json',
      text: '{"scripts": {"prepare": "husky"}}\n',
      severity: 'medium',
    },
  ],
  misses: [
    {
      name: 'a script started by hand',
      path: 'package.json',
      text: '{"scripts": {"build": "node a.js"}}\n',
    },
    {
      name: 'a fixture',
      path: 'conftest.py',
      text: 'import pytest\n@pytest.fixture\ndef db():\n    return open("a")\n',
    },
    {
      // anthropics/skills, skills/web-artifacts-builder (Apache-2.0), in other words
      name: 'the scripts of a real project',
      path: 'package.json',
      text: '{"scripts": {"dev": "vite", "build": "tsc -b && vite build", "lint": "eslint ."}}\n',
    },
  ],
});
