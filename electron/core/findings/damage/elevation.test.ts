import { ruleCases } from '../testing/cases.ts';
import { elevation } from './protections.ts';

ruleCases(elevation, {
  hits: [
    { name: 'a program with all rights', path: 'a.sh', text: 'sudo ./configure-all\n' },
    { name: 'a restart, rated high', path: 'a.sh', text: 'sudo -n reboot\n', severity: 'high' },
    {
      name: 'a recursive change of owner, rated high',
      path: 'a.sh',
      text: 'sudo chown -R root:root /srv/app\n',
      severity: 'high',
    },
    {
      name: 'a package, rated low',
      path: 'a.sh',
      text: 'sudo apt-get install jq\n',
      severity: 'low',
    },
  ],
  misses: [
    { name: 'a mention in prose', text: 'Ask somebody with sudo rights.\n' },
    { name: 'a group', path: 'a.sh', text: 'groups | grep sudo\n' },
    {
      // anthropics/skills, skills/slack-gif-creator (Apache-2.0)
      name: 'a command of a real skill',
      text: '```bash\npip install pillow imageio numpy\n```\n',
    },
  ],
});
