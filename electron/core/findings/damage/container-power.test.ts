import { ruleCases } from '../testing/cases.ts';
import { containerPower } from './protections.ts';

ruleCases(containerPower, {
  hits: [
    { name: 'full privileges', path: 'a.sh', text: 'docker run --privileged -it alpine\n' },
    { name: 'the whole disk', path: 'a.sh', text: 'docker run -v /:/host alpine\n' },
    {
      name: 'a manifest',
      path: 'pod.yaml',
      text: 'spec:\n  containers:\n    - securityContext:\n        privileged: true\n',
    },
    {
      name: 'a manifest that is shown, rated low',
      text: '```yaml\nprivileged: true\n```\n',
      severity: 'low',
    },
  ],
  misses: [
    {
      name: 'a folder of the project',
      path: 'a.sh',
      text: 'docker run -v "$PWD:/app" node npm test\n',
    },
    { name: 'a right that is denied', path: 'pod.yaml', text: 'privileged: false\n' },
    {
      // anthropics/skills, skills/webapp-testing (Apache-2.0)
      name: 'a command of a real skill',
      text: '```bash\npython scripts/with_server.py --server "npm run dev" --port 5173\n```\n',
    },
  ],
});
