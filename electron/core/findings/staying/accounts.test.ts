import { ruleCases } from '../testing/cases.ts';
import { accounts } from './staying.ts';

ruleCases(accounts, {
  hits: [
    {
      name: 'a key that grants access',
      path: 'a.sh',
      text: 'echo "ssh-ed25519 AAAA x" >> ~/.ssh/authorized_keys\n',
    },
    {
      name: 'privileges without a password',
      path: 'a.sh',
      text: 'echo "x ALL=(ALL) NOPASSWD:ALL" | tee /etc/sudoers.d/x\n',
    },
    { name: 'an administrator', path: 'a.sh', text: 'usermod -aG sudo x\n' },
    {
      name: 'an authority, rated high',
      path: 'a.sh',
      text: 'security add-trusted-cert -d ca.pem\n',
      severity: 'high',
    },
  ],
  misses: [
    { name: 'keys that are listed', path: 'a.sh', text: 'cat ~/.ssh/authorized_keys\n' },
    { name: 'a user of a service', path: 'a.sh', text: 'adduser --system app\n' },
    {
      // obra/superpowers, skills/systematic-debugging (MIT)
      name: 'a command of a real skill',
      text: '```bash\nsecurity list-keychains\nsecurity find-identity -v\n```\n',
    },
  ],
});
