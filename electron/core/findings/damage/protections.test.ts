import { ruleCases } from '../testing/cases.ts';
import { protections } from './protections.ts';

ruleCases(protections, {
  hits: [
    { name: 'the gate of a Mac', path: 'a.sh', text: 'spctl --master-disable\n' },
    { name: 'SELinux', path: 'a.sh', text: 'sudo setenforce 0\n' },
    { name: 'a firewall', path: 'a.sh', text: 'ufw disable\n' },
    {
      name: 'a scanner',
      path: 'a.ps1',
      text: 'Set-MpPreference -DisableRealtimeMonitoring $true\n',
    },
    {
      name: 'the mark of an app, as medium',
      path: 'a.sh',
      text: 'xattr -d com.apple.quarantine A.app\n',
      severity: 'medium',
    },
  ],
  misses: [
    {
      name: 'a state that is asked for',
      path: 'a.sh',
      text: 'getenforce; ufw status; csrutil status\n',
    },
    { name: 'a service of its own', path: 'a.sh', text: 'systemctl stop nginx\n' },
    {
      // anthropics/skills, skills/webapp-testing (Apache-2.0)
      name: 'a browser of a real skill',
      path: 'a.py',
      text: 'browser = p.chromium.launch(headless=True)\n',
    },
  ],
});
