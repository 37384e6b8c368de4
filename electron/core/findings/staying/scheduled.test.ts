import { ruleCases } from '../testing/cases.ts';
import { scheduled } from './staying.ts';

ruleCases(scheduled, {
  hits: [
    {
      name: 'a table of jobs',
      path: 'a.sh',
      text: '(crontab -l; echo "* * * * * /tmp/a") | crontab -\n',
    },
    {
      name: 'a Mac launch agent',
      path: 'a.sh',
      text: 'cp a.plist ~/Library/LaunchAgents/a.plist\n',
    },
    { name: 'a Windows task', path: 'a.sh', text: 'schtasks /create /tn a /tr b /sc daily\n' },
    {
      name: 'a written systemd unit',
      path: 'a.py',
      text: 'open("/etc/systemd/system/a.service", "w").write(u)\n',
    },
    {
      name: 'an enabled service, rated medium',
      path: 'a.sh',
      text: 'systemctl enable nginx\n',
      severity: 'medium',
    },
  ],
  misses: [
    { name: 'a list of jobs', path: 'a.sh', text: 'crontab -l\n' },
    { name: 'a service that is queried', path: 'a.sh', text: 'systemctl status nginx\n' },
    {
      // anthropics/skills, skills/webapp-testing (Apache-2.0)
      name: 'a command of a real skill',
      text: '```bash\npython scripts/with_server.py --help\n```\n',
    },
  ],
});
