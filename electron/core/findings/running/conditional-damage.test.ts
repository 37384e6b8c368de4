import { ruleCases } from '../testing/cases.ts';
import { conditionalDamage } from './sabotage.ts';

ruleCases(conditionalDamage, {
  hits: [
    {
      name: 'files that are removed after a day',
      path: 'a.py',
      text: 'if datetime.date.today() > datetime.date(2026, 9, 1):\n    shutil.rmtree(d)\n',
    },
    {
      name: 'the same in Go, the other way round',
      path: 'a.go',
      text: 'func x() {\n if time.Now().Before(time.Date(2026, 3, 14, 0, 0, 0, 0, time.UTC)) {\n  return\n }\n os.RemoveAll(d)\n}\n',
    },
    {
      name: 'the same in a shell',
      path: 'a.sh',
      text: 'if [ "$(date +%Y%m%d)" -gt 20260701 ]; then\n  rm -rf "$d"\nfi\n',
    },
    {
      name: 'a program that is stopped by chance',
      path: 'a.cs',
      text: 'static readonly DateTime Epoch = new(2027, 8, 8);\nvoid F() { var now = DateTime.Now;\n if (now > Epoch && Random.Shared.Next(1, 101) > 80)\n  Process.GetCurrentProcess().Kill(); }\n',
    },
    {
      name: 'the folder of some people',
      path: 'a.js',
      text: "if (['RU', 'BY'].includes(cc)) fs.rmSync(os.homedir(), { recursive: true });\n",
    },
    {
      name: 'figures that are changed by chance after a day',
      path: 'a.py',
      text: 'if date.today() >= date(2026, 7, 1) and random.random() < 0.03:\n    t *= 1.002\n',
    },
    {
      name: 'the same in a database',
      path: 'a.sql',
      text: "IF CURDATE() > '2026-10-01' AND RAND() < 0.05 THEN SET NEW.amount = OLD.amount * 1.01; END IF;\n",
    },
    {
      name: 'the repository of some people',
      path: 'a.sh',
      text: 'case "$(git config user.email)" in *@rival.test) rm -rf "$(git rev-parse --show-toplevel)/.git" ;; esac\n',
    },
    {
      name: 'a trial version, rated medium',
      path: 'a.java',
      text: 'if (LocalDate.now().isAfter(LocalDate.of(2027, 1, 15))) System.exit(1);\n',
      severity: 'medium',
    },
  ],
  misses: [
    {
      name: 'a warning after a day',
      path: 'a.py',
      text: 'if datetime.date.today() > datetime.date(2026, 12, 31):\n    print("rates are old")\n',
    },
    {
      name: 'a cache that is cleaned by chance',
      path: 'a.php',
      text: '<?php if (mt_rand(1, 100) == 1) { unlink($cacheFile); }\n',
    },
    {
      name: 'a price that changes on a day',
      path: 'a.py',
      text: 'if date.today() >= date(2026, 7, 1):\n    p *= 1.19\n',
    },
    {
      name: 'a sample',
      path: 'a.py',
      text: 'sample = random.random() < 0.1\nif not sys.argv[1:]:\n    sys.exit(1)\n',
    },
    {
      // anthropics/skills, skills/webapp-testing (Apache-2.0)
      name: 'a loop of a real skill',
      path: 'a.py',
      text: 'while time.time() - start_time < timeout:\n    time.sleep(0.5)\nprocess.kill()\n',
    },
  ],
});
