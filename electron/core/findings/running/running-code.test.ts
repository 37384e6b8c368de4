import { ruleCases } from '../testing/cases.ts';
import { evaluation, reflection, processStart, knownTool, exhaustion } from './running-code.ts';

ruleCases(evaluation, {
  hits: [
    {
      name: 'a line that is marked in a file that tests no rule',
      path: 'rules/run.py',
      text: '# ok: no-exec\nexec(x)\n',
    },
    { name: 'Python from a file', path: 'a.py', text: 'exec(open(path).read())\n' },
    { name: 'JavaScript from an argument', path: 'a.js', text: 'eval(process.argv[2]);\n' },
    {
      name: 'a function made from text',
      path: 'a.ts',
      text: 'const f = new Function("a", body);\n',
    },
    { name: 'another name for it', path: 'a.py', text: 'import builtins as b\nb.eval(text)\n' },
    { name: 'a shell', path: 'a.sh', text: 'eval "$1"\n' },
    {
      name: 'the output of a known program, rated as information',
      path: 'a.sh',
      text: 'eval "$(ssh-agent -s)"\n',
      severity: 'info',
    },
    {
      name: 'a constructor of functions',
      path: 'a.js',
      text: 'const K = Object.getPrototypeOf(async function () {}).constructor;\n',
    },
    { name: 'a name in pieces', path: 'a.py', text: 'getattr(__builtins__, "ev" + "al")(x)\n' },
    {
      name: 'a call in a lesson, rated medium',
      text: '```python\neval(x)\n```\n',
      severity: 'medium',
    },
  ],
  misses: [
    {
      name: 'a class of that name',
      path: 'a.py',
      text: 'class Function:\n    pass\n\nf = Function(name=n)\n',
    },
    {
      name: 'the test of a rule',
      path: 'rules/exec.py',
      low: true,
      text: '# ruleid: no-exec\nexec(x)\n',
    },
    { name: 'a regular expression', path: 'a.js', text: 'const m = pattern.exec(text);\n' },
    {
      name: 'a model that is used',
      path: 'a.py',
      text: 'model.eval()\nwith torch.no_grad(): pass\n',
    },
    { name: 'a literal', path: 'a.py', text: 'print(eval("1 + 1"))\n' },
    {
      // anthropics/skills, skills/skill-creator (Apache-2.0)
      name: 'a call of a real script',
      path: 'scripts/a.py',
      text: 'for eval_dir in sorted(benchmark_dir.glob("eval-*")):\n    run_eval(eval_dir)\n',
    },
  ],
});

ruleCases(reflection, {
  hits: [
    {
      name: 'a function called by pieces of its name',
      path: 'a.py',
      text: 'import os\ngetattr(os, "sys" + "tem")("ls")\n',
    },
    { name: 'a global picked by a variable', path: 'a.js', text: 'globalThis[name](code);\n' },
    {
      name: 'a module loaded by pieces of its name',
      path: 'a.py',
      text: 'm = __import__("o" + suffix)\n',
    },
    {
      name: 'a plug-in loader, rated low',
      path: 'a.py',
      text: 'import importlib\nimportlib.import_module(name)\n',
      severity: 'low',
    },
  ],
  misses: [
    {
      name: 'an attribute of its own object',
      path: 'a.py',
      text: 'getattr(config, key, None)\n',
    },
    {
      name: 'a module loaded by its name',
      path: 'a.js',
      text: 'const fs = require("fs");\nawait import("./a.js");\n',
    },
    {
      // anthropics/skills, skills/mcp-builder (Apache-2.0)
      name: 'a table of a real script',
      path: 'scripts/a.py',
      text: 'tools = {t["name"]: t for t in listed}\ntool = tools[name]\n',
    },
  ],
});

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

ruleCases(knownTool, {
  hits: [
    {
      name: 'a server that runs what a request holds',
      path: 'a.js',
      text: 'app.post("/h", (req, res) => res.send(execSync(req.body.q)));\n',
      severity: 'high',
    },
    {
      name: 'the same in PHP behind other functions',
      path: 'a.php',
      text: "<?php @eval( stripslashes( $_POST['t'] ) );\n",
    },
    {
      name: 'a miner by its flags',
      path: 'a.yaml',
      text: 'args: ["-o", "gulf.pool.test:10128", "-u", "x", "--coin=monero"]\n',
    },
    { name: 'a miner', path: 'a.sh', text: './xmrig -o pool.example:3333 -u wallet\n' },
    {
      name: 'the address of a mining pool',
      path: 'a.py',
      text: 'POOL = "stratum+tcp://pool.example:3333"\n',
    },
    { name: 'a web shell', path: 'a.php', text: '<?php eval($_POST["x"]); ?>\n' },
    {
      name: 'an attack tool, rated high',
      path: 'a.sh',
      text: 'msfvenom -p linux/x64/exec\n',
      severity: 'high',
    },
  ],
  misses: [
    {
      name: 'a server that reads a number',
      path: 'a.py',
      text: 'return str(int(request.args["q"]))\n',
    },
    { name: 'a name in prose', text: 'Miners such as xmrig use the CPU.\n' },
    {
      name: 'a protocol that starts the same way',
      path: 'a.py',
      text: 'URL = "tcp://queue.example:5672"\n',
    },
    {
      // obra/superpowers, skills/systematic-debugging (MIT)
      name: 'a command of a real skill',
      text: '```bash\nsecurity list-keychains\nsecurity find-identity -v\n```\n',
    },
  ],
});

ruleCases(exhaustion, {
  hits: [
    { name: 'a bomb', path: 'a.sh', text: ':(){ :|:& };:\n' },
    { name: 'one with a name', path: 'a.sh', text: 'go() { go | go & }; go\n' },
    { name: 'a disk that is filled up', path: 'a.sh', text: 'cat /dev/zero > /tmp/fill\n' },
    {
      name: 'endless processes',
      path: 'a.py',
      text: 'import os\nwhile True:\n    os.fork()\n',
    },
  ],
  misses: [
    {
      name: 'a server',
      path: 'a.py',
      text: 'while True:\n    conn, _ = s.accept()\n    serve(conn)\n',
    },
    {
      name: 'a small file of zeros',
      path: 'a.sh',
      text: 'dd if=/dev/zero of=a.img bs=1M count=10\n',
    },
    {
      // anthropics/skills, skills/webapp-testing (Apache-2.0)
      name: 'a real loop that waits',
      path: 'scripts/with_server.py',
      text: 'import time\nwhile time.time() - start_time < timeout:\n    time.sleep(0.5)\n',
    },
  ],
});
