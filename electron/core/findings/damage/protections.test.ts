import { ruleCases } from '../testing/cases.ts';
import { protections } from './protections.ts';

ruleCases(protections, {
  hits: [
    { name: 'Gatekeeper on a Mac', path: 'a.sh', text: 'spctl --master-disable\n' },
    { name: 'SELinux', path: 'a.sh', text: 'sudo setenforce 0\n' },
    { name: 'a firewall', path: 'a.sh', text: 'ufw disable\n' },
    {
      name: 'a scanner',
      path: 'a.ps1',
      text: 'Set-MpPreference -DisableRealtimeMonitoring $true\n',
    },
    {
      name: 'the quarantine mark of an app, rated medium',
      path: 'a.sh',
      text: 'xattr -d com.apple.quarantine A.app\n',
      severity: 'medium',
    },
  ],
  misses: [
    {
      name: 'a state query',
      path: 'a.sh',
      text: 'getenforce; ufw status; csrutil status\n',
    },
    { name: 'its own service', path: 'a.sh', text: 'systemctl stop nginx\n' },
    {
      // anthropics/skills, skills/webapp-testing (Apache-2.0)
      name: 'a browser of a real skill',
      path: 'a.py',
      text: 'browser = p.chromium.launch(headless=True)\n',
    },
  ],
});
