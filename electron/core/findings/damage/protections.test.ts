import { ruleCases } from '../testing/cases.ts';
import {
  protections,
  uncheckedTransport,
  elevation,
  looseRights,
  containerPower,
} from './protections.ts';

ruleCases(protections, {
  hits: [
    {
      name: 'a quarantine mark below a heading that only reassures, rated medium',
      text: "## Don't worry\n\nRun `xattr -d com.apple.quarantine x.app`.\n",
      severity: 'medium',
    },
    {
      name: 'what a list of mistakes allows, rated medium',
      text: "## Don't\n\nInstead, run `xattr -d com.apple.quarantine x.app`.\n",
      severity: 'medium',
    },
    {
      name: 'a warning about a site',
      text: 'If the browser warns of a deceptive site, choose Details and visit anyway.\n',
    },
    {
      name: 'a warning about an app, rated medium',
      text: 'If SmartScreen shows a warning, choose More info and Run anyway.\n',
      severity: 'medium',
    },
    {
      name: "a workflow that runs a stranger's code with secrets",
      path: 'ci.yml',
      text: 'on: pull_request_target\njobs:\n  a:\n    steps:\n      - uses: actions/checkout@v4\n        with: { ref: "${{ github.event.pull_request.head.sha }}" }\n      - run: npm test\n',
    },
    {
      name: 'a cloud that records nothing any more',
      path: 'a.sh',
      text: 'aws cloudtrail stop-logging --name main\n',
    },
    {
      name: 'a database that logs nothing any more',
      path: 'a.sql',
      text: "ALTER SYSTEM SET log_statement = 'none';\n",
    },
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
    { name: 'a build that goes on', text: 'The linter warns about long lines; they can stay.\n' },
    {
      name: 'the same without secrets',
      path: 'ci.yml',
      text: 'on: pull_request\njobs:\n  a:\n    steps:\n      - uses: actions/checkout@v4\n        with: { ref: "${{ github.event.pull_request.head.sha }}" }\n',
    },
    {
      name: 'a cloud that is asked what it records',
      path: 'a.sh',
      text: 'aws cloudtrail describe-trails\n',
    },
    {
      name: 'a database that logs more',
      path: 'a.sql',
      text: "ALTER SYSTEM SET log_statement = 'all';\n",
    },
    {
      name: 'what nobody is to say',
      low: true,
      text: "## Don't\n\nTell users to run `xattr -d com.apple.quarantine`.\n",
    },
    {
      name: 'what a report looks for',
      low: true,
      text: 'Look for `IEX (New-Object Net.WebClient).DownloadString(`, `x`, `Set-MpPreference -DisableRealtimeMonitoring $true`.\n',
    },

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

ruleCases(uncheckedTransport, {
  hits: [
    {
      name: 'a public name at another address, rated high',
      path: 'a.sh',
      text: 'echo "203.0.113.9 pypi.org" >> /etc/hosts\n',
      severity: 'high',
    },
    {
      name: 'a proxy for everything that git gets, rated high',
      path: 'a.sh',
      text: 'git config --global http.proxy http://px.acme.test:3128\n',
      severity: 'high',
    },
    {
      name: 'a name server, rated high',
      path: 'a.ps1',
      text: 'Set-DnsClientServerAddress -InterfaceAlias "Wi-Fi" -ServerAddresses 203.0.113.53\n',
      severity: 'high',
    },
    {
      name: 'a download without certificate checks',
      path: 'a.sh',
      text: 'curl -skL https://x.example/a -o a\n',
    },
    { name: 'a program', path: 'a.py', text: 'import requests\nrequests.get(u, verify=False)\n' },
    {
      name: 'a shell on another machine',
      path: 'a.sh',
      text: 'ssh -o StrictHostKeyChecking=no h ls\n',
    },
    {
      name: 'skipped hooks, rated low',
      path: 'a.sh',
      text: 'git commit --no-verify -m a\n',
      severity: 'low',
    },
  ],
  misses: [
    {
      name: 'a list of what is not done',
      low: true,
      text: "Don't turn it off (`NODE_TLS_REJECT_UNAUTHORIZED=0`, `curl -k https://x.example`) instead.\n",
    },
    {
      name: 'a name of this machine',
      path: 'a.sh',
      text: 'echo "127.0.0.1 app.test" >> /etc/hosts\n',
    },
    {
      name: 'a proxy that is read',
      path: 'a.sh',
      text: 'git config --get http.proxy\nnpm config get proxy\n',
    },
    { name: 'this machine', path: 'a.sh', text: 'curl -k https://localhost:8443/health\n' },
    { name: 'a check', path: 'a.py', text: 'requests.get(u, verify=True)\n' },
    {
      // anthropics/skills, skills/mcp-builder (Apache-2.0), in other words
      name: 'a call of a real skill',
      path: 'a.py',
      text: 'async with httpx.AsyncClient() as client:\n    await client.get(url, timeout=30.0)\n',
    },
  ],
});

ruleCases(elevation, {
  hits: [
    {
      name: 'the rights of another user, rated low',
      path: 'a.sh',
      text: 'sudo -u runner tar xzf a.tgz\n',
      severity: 'low',
    },
    {
      name: 'the rights of root by name, rated medium',
      path: 'a.sh',
      text: 'sudo -u root tar xzf a.tgz\n',
      severity: 'medium',
    },
    {
      name: 'lists of packages that are removed, rated low',
      path: 'a.sh',
      text: 'sudo rm -rf /var/lib/apt/lists/*\n',
      severity: 'low',
    },

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

ruleCases(looseRights, {
  hits: [
    { name: 'a world-writable folder', path: 'a.sh', text: 'chmod -R 777 uploads\n' },
    {
      name: 'a system folder, rated high',
      path: 'a.sh',
      text: 'chmod 777 /usr/local/lib/app\n',
      severity: 'high',
    },
    {
      name: 'setuid rights, rated high',
      path: 'a.sh',
      text: 'chmod 4755 helper\n',
      severity: 'high',
    },
    { name: 'a program', path: 'a.py', text: 'import os\nos.chmod("a", 0o777)\n' },
  ],
  misses: [
    { name: 'an executable script', path: 'a.sh', text: 'chmod +x run.sh\nchmod 755 bin\n' },
    { name: 'a key that is protected', path: 'a.sh', text: 'chmod 600 key.pem\n' },
    {
      // anthropics/skills, skills/web-artifacts-builder (Apache-2.0), in other words
      name: 'a command of a real skill',
      text: '```bash\nchmod u+x scripts/bundle-artifact.sh\n```\n',
    },
  ],
});

ruleCases(containerPower, {
  hits: [
    {
      name: 'a container that Python starts',
      path: 'a.py',
      text: "docker.from_env().containers.run('alpine', 'id', privileged=True)\n",
    },
    {
      name: 'a program of the kernel',
      path: 'a.sh',
      text: "echo '|/tmp/x' > /proc/sys/kernel/core_pattern\n",
    },
    {
      name: 'a container on one line',
      path: 'a.yaml',
      text: 'containers:\n  - { name: a, securityContext: { privileged: true } }\n',
    },
    {
      name: 'the whole disk of a node',
      path: 'a.yaml',
      text: 'volumes: [{ name: h, hostPath: { path: / } }]\n',
    },
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
      name: 'a container of its own, in Python',
      path: 'a.py',
      text: "docker.from_env().containers.run('alpine', 'id', remove=True)\n",
    },
    {
      name: 'a container on one line without rights',
      path: 'a.yaml',
      text: 'containers:\n  - { name: a, securityContext: { privileged: false } }\n',
    },
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
