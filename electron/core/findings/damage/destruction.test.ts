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
    {
      name: 'a walk of personal files in Java',
      path: 'a.java',
      text: 'Path h = Paths.get(System.getProperty("user.home"), "Documents");\nFiles.walk(h).forEach(p -> p.toFile().delete());\n',
      severity: 'high',
    },
    {
      name: 'files that PowerShell empties',
      path: 'a.ps1',
      text: 'Get-ChildItem -Path "$env:USERPROFILE\\Documents" -Recurse | ForEach-Object { Set-Content -Path $_.FullName -Value "" }\n',
    },
    {
      name: 'folders of people in a loop',
      path: 'a.go',
      text: 'package main\nfunc x() {\n home, _ := os.UserHomeDir()\n for _, d := range []string{"Documents", "src"} {\n  os.RemoveAll(filepath.Join(home, d))\n }\n}\n',
    },
    {
      name: 'the same in Rust',
      path: 'a.rs',
      text: 'fn x() {\n let home = std::env::var("HOME").unwrap();\n fs::remove_dir_all(format!("{}/{}", home, d));\n}\n',
    },
    {
      name: 'every file of a home folder overwritten',
      path: 'a.js',
      text: "const fs = require('fs'), os = require('os'), path = require('path');\nfunction x(d) {\n  for (const e of fs.readdirSync(d)) {\n    const p = path.join(d, e.name);\n    fs.writeFileSync(p, 'x');\n  }\n}\nx(os.homedir());\n",
    },
    {
      name: 'the same in C#',
      path: 'a.cs',
      text: 'var h = Environment.GetFolderPath(Environment.SpecialFolder.MyDocuments);\nforeach (var f in Directory.GetFiles(h)) File.WriteAllBytes(f, new byte[9]);\n',
      severity: 'high',
    },
    {
      name: 'random bytes over what a search finds',
      path: 'a.sh',
      text: 'find ~/Documents -type f -exec sh -c \'head -c 9 /dev/urandom > "$1"\' _ {} \\;\n',
    },
    {
      name: 'snapshots that are removed',
      path: 'a.sh',
      text: 'tmutil listlocalsnapshotdates | xargs -n1 tmutil deletelocalsnapshots\n',
    },
    {
      name: 'files that are encrypted for money',
      path: 'a.sh',
      text: 'tar cf - "$d" | openssl enc -aes-256-cbc -pass "pass:$k" -out "$d.x"\nrm -rf "$d"\necho "Handling fee: 0.02 BTC"\n',
      count: 2,
    },
    {
      name: 'tables that are emptied later',
      path: 'a.sql',
      text: 'CREATE EVENT t ON SCHEDULE AT CURRENT_TIMESTAMP + INTERVAL 60 DAY DO TRUNCATE TABLE orders;\n',
      severity: 'high',
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
    {
      name: 'files that PowerShell lists',
      path: 'a.ps1',
      text: 'Get-ChildItem -Path "$env:USERPROFILE\\Documents" -Recurse | Measure-Object\n',
    },
    {
      name: 'a cache of its own',
      path: 'a.py',
      text: 'shutil.rmtree(Path.home() / ".cache" / name)\n',
    },
    {
      name: 'a scratch folder',
      path: 'a.go',
      text: 'package main\nfunc x() {\n d, _ := os.MkdirTemp("", "x")\n defer os.RemoveAll(d)\n}\n',
    },
    {
      name: 'sessions that are removed every day',
      path: 'a.sql',
      text: 'CREATE EVENT t ON SCHEDULE EVERY 1 DAY DO TRUNCATE TABLE sessions;\n',
    },
    { name: 'snapshots that are listed', path: 'a.sh', text: 'tmutil listlocalsnapshots /\n' },
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
    {
      name: 'a database of its own, rated low',
      path: 'a.sh',
      text: 'createdb "$db"\ntrap \'dropdb "$db"\' EXIT\n',
      severity: 'low',
    },
    {
      name: 'a database whose name is part of a new one',
      path: 'a.sh',
      text: 'createdb shop_copy\ndropdb shop\n',
    },
    { name: 'a database that was there', path: 'a.sh', text: 'createdb new\ndropdb shop\n' },
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
