import { ruleCases } from '../testing/cases.ts';
import { processStart } from './running-code.ts';

ruleCases(processStart, {
  hits: [
    {
      name: 'a list of words',
      path: 'a.py',
      text: 'import subprocess\nsubprocess.run(["git", "status"])\n',
    },
    {
      name: 'a child process of Node',
      path: 'a.js',
      text: 'require("node:child_process").spawn("ls");\n',
    },
    {
      name: 'a shell command with a filled-in part, rated medium',
      path: 'a.py',
      text: 'import subprocess\nsubprocess.run(f"convert {name} out.png", shell=True)\n',
      severity: 'medium',
    },
    {
      name: 'a filled-in Node string, rated medium',
      path: 'a.js',
      text: 'import { exec } from "child_process";\nexec(`git log ${ref}`);\n',
      severity: 'medium',
    },
    { name: 'a Ruby command', path: 'a.rb', text: 'system("make")\n' },
  ],
  misses: [
    { name: 'a function with the same name', path: 'a.js', text: 'spawn(enemy, 3);\n' },
    { name: 'a comment', path: 'a.py', text: '# subprocess.run(["ls"])\nx = 1\n' },
    {
      // anthropics/skills, skills/slack-gif-creator (Apache-2.0)
      name: 'a call of a real script',
      path: 'core/a.py',
      text: 'from PIL import Image\nframe = Image.new("RGB", (128, 128), (240, 248, 255))\n',
    },
  ],
});
