import { ruleCases } from '../testing/cases.ts';
import { deserialiser } from './hidden-programs.ts';

ruleCases(deserialiser, {
  hits: [
    {
      name: 'a pickle',
      path: 'a.py',
      text: 'import pickle as p\nx = p.load(open("a.pkl", "rb"))\n',
    },
    { name: 'YAML of any kind', path: 'a.py', text: 'import yaml\nyaml.load(text)\n' },
    { name: 'a model with everything', path: 'a.py', text: 'import torch\ntorch.load("m.pt")\n' },
    { name: 'Ruby', path: 'a.rb', text: 'Marshal.load(File.binread("a"))\n' },
  ],
  misses: [
    {
      name: 'YAML read safely',
      path: 'a.py',
      text: 'import yaml\nyaml.load(t, Loader=yaml.SafeLoader)\nyaml.safe_load(t)\n',
    },
    {
      name: 'weights only',
      path: 'a.py',
      text: 'import torch\ntorch.load("m.pt", weights_only=True)\n',
    },
    {
      // anthropics/skills, skills/skill-creator (Apache-2.0)
      name: 'a real script that reads JSON',
      path: 'scripts/a.py',
      text: 'import json\nevals = json.loads(evals_path.read_text())\n',
    },
  ],
});
