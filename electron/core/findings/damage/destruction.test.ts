import { ruleCases } from '../testing/cases.ts';
import { destruction, lostWork } from './destruction.ts';

ruleCases(destruction, {
  hits: [
    {
      name: 'a folder that nobody made, rated medium',
      path: 'a.sh',
      text: 'trap \'rm -rf "$W"\' EXIT\n',
      severity: 'medium',
    },
    {
      name: 'another disk in a guide to disks',
      text: '---\nname: luks-usb\ndescription: Encrypt a USB stick with LUKS\n---\n\n```bash\nsudo mkfs.ext4 /dev/sda1\n```\n',
    },
    {
      name: 'a disk by a variable in a guide to disks, rated medium',
      text: '---\nname: luks-usb\ndescription: Encrypt a USB stick with LUKS\n---\n\n```bash\nsudo mkfs.ext4 /dev/mapper/stick\n```\n',
      severity: 'medium',
    },

    { name: 'the home folder', path: 'a.sh', text: 'rm -rf ~/\n' },
    { name: 'everything', path: 'a.sh', text: 'rm -rf --no-preserve-root /\n' },
    { name: 'a disk', path: 'a.sh', text: 'dd if=/dev/zero of=/dev/sda bs=1M\n' },
    { name: 'a program', path: 'a.py', text: 'import shutil\nshutil.rmtree("/")\n' },
    { name: 'logs, rated high', path: 'a.sh', text: 'rm -rf /var/log/audit/*\n', severity: 'high' },
    { name: 'a history, rated high', path: 'a.sh', text: 'history -c\n', severity: 'high' },
    {
      name: 'a folder named by a variable, rated medium',
      path: 'a.sh',
      text: 'rm -rf "$NAME"\n',
      severity: 'medium',
    },
  ],
  misses: [
    {
      name: 'a temporary folder',
      path: 'a.sh',
      text: 'W=$(mktemp -d -p /srv/x); trap \'rm -rf "$W"\' EXIT\n',
    },
    {
      name: 'older ones of its own',
      path: 'a.sh',
      text: 'ls -1dt "$r"/*/ | tail -n +6 | while read -r d; do rm -rf -- "$d"; done\n',
    },
    {
      name: 'what it moved aside',
      path: 'a.sh',
      text: 'sudo mv /var/lib/mysql /var/lib/mysql.broken\nsudo rm -rf /var/lib/mysql.broken\n',
    },

    { name: 'build output', path: 'a.sh', text: 'rm -rf node_modules dist ./build/*\n' },
    { name: 'lists of packages', path: 'a.sh', text: 'rm -rf /var/lib/apt/lists/*\n' },
    { name: 'a folder made for the purpose', path: 'a.sh', text: 'rm -rf "$TMPDIR" "$WORK_DIR"\n' },
    {
      // anthropics/skills, skills/web-artifacts-builder (Apache-2.0)
      name: 'a command of a real script',
      path: 'scripts/bundle-artifact.sh',
      text: 'rm -rf dist bundle.html\n',
    },
  ],
});

ruleCases(lostWork, {
  hits: [
    { name: 'a forced push', path: 'a.sh', text: 'git push --force origin main\n' },
    { name: 'a rewritten history', path: 'a.sh', text: 'git filter-branch --all\n' },
    { name: 'a database', path: 'a.sh', text: 'dropdb app\n' },
    {
      name: 'a reset, rated low',
      path: 'a.sh',
      text: 'git reset --hard HEAD~1\n',
      severity: 'low',
    },
    {
      name: 'a table, rated low',
      path: 'a.py',
      text: 'db.execute("DROP TABLE users")\n',
      severity: 'low',
    },
  ],
  misses: [
    { name: 'a push', path: 'a.sh', text: 'git push origin main\n' },
    { name: 'a merged branch', path: 'a.sh', text: 'git branch -d done\n' },
    {
      // obra/superpowers, skills/using-git-worktrees (MIT)
      name: 'a command of a real skill',
      text: '```bash\ngit worktree add "$path" -b "$BRANCH_NAME"\n```\n',
    },
  ],
});
