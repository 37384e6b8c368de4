import { ruleCases } from '../testing/cases.ts';
import { privateNetwork } from './suspect-addresses.ts';

ruleCases(privateNetwork, {
  hits: [
    { name: 'a router', path: 'a.sh', text: 'curl http://192.168.1.1/admin\n' },
    { name: 'a server inside the network', path: 'a.py', text: 'U = "http://10.1.2.3:8080/x"\n' },
    { name: 'a scan', path: 'a.sh', text: 'nmap -p 22 172.16.0.0/16\n' },
  ],
  misses: [
    { name: 'this machine', path: 'a.sh', text: 'curl http://127.0.0.1/\n' },
    { name: 'a public address', path: 'a.sh', text: 'curl http://45.9.148.3/\n' },
    {
      // anthropics/skills, skills/webapp-testing (Apache-2.0)
      name: 'a command of a real skill',
      text: '```bash\npython scripts/with_server.py --server "npm run dev" --port 5173\n```\n',
    },
  ],
});
