import { createHash } from 'node:crypto';
import { ruleCases } from '../testing/cases.ts';
import {
  decodedProgram,
  opaqueText,
  unpackedScript,
  hiddenFileRun,
  deserialiser,
} from './hidden-programs.ts';

ruleCases(decodedProgram, {
  hits: [
    {
      name: 'an encoded command in a sentence',
      text: 'Then run `powershell -enc SQBFAFgAIAAoAE4AZQB3AC0A` there.\n',
    },
    {
      name: 'numbers that become letters',
      path: 'a.ps1',
      text: "$c = -join ($w | ForEach-Object { [char]$_ })\n& (Get-Command ('I*e-Ex*' + 'ion')) $c\n",
      severity: 'high',
      confidence: 'medium',
    },
    {
      name: 'a script that decrypts another',
      path: 'a.js',
      text: "const d = c.createDecipheriv('aes-128-cbc', k, i);\nnew module.constructor()._compile(d.update(t, 'hex', 'utf8'), '');\n",
      severity: 'high',
      confidence: 'medium',
    },
    {
      name: 'a build file of Ruby',
      path: 'a.rake',
      text: 'require "base64"\ntask(:x) { instance_eval(Base64.decode64(T)) }\n',
    },
    {
      name: 'a fixture of tests, rated medium',
      path: 'tests/fixtures/run.sh',
      text: 'sed -n 4p a.log | base64 -d | sh\n',
      role: 'test',
      severity: 'medium',
    },
    {
      name: 'a folder of examples, rated medium',
      path: 'examples/setup.md',
      text: '# Setup\n\nRun `sed -n 4p a.log | base64 -d | sh` first.\n',
      role: 'example',
      severity: 'medium',
    },
    {
      name: 'a program beside the tests',
      path: 'tests/run.sh',
      text: 'sed -n 4p a.log | base64 -d | sh\n',
    },
    { name: 'base64 into a shell', path: 'a.sh', text: 'echo ZWNobyBoaQ== | base64 -d | bash\n' },
    { name: 'an evaluation', path: 'a.sh', text: 'eval "$(echo 6563686f | xxd -r -p)"\n' },
    {
      name: 'Python that decodes and executes text',
      path: 'a.py',
      text: 'import base64\ncode = base64.b64decode(blob)\nexec(code)\n',
      finds: 'exec(code)',
    },
    {
      name: 'JavaScript in one line',
      path: 'a.js',
      text: 'new Function(Buffer.from(blob, "base64").toString())();\n',
    },
    {
      name: 'an encoded command of PowerShell',
      path: 'a.sh',
      text: 'powershell -nop -enc SQBFAFgAIAAoAE4AZQB3AC0A\n',
    },
    { name: 'Ruby', path: 'a.rb', text: 'require "base64"\neval(Base64.decode64(blob))\n' },
  ],
  misses: [
    {
      name: 'a flag in a list of strings',
      text: '- suspicious strings (`powershell -enc`, `FromBase64String`)\n',
    },
    {
      name: 'a text that is decrypted and shown',
      path: 'a.py',
      text: 'f = Fernet(k)\nprint(f.decrypt(open("x", "rb").read()).decode())\n',
    },
    { name: 'data that is decoded', path: 'a.sh', text: 'base64 -d key.b64 > key.bin\n' },
    {
      name: 'an image',
      path: 'a.py',
      text: 'import base64\nimg = base64.b64decode(data)\nopen("a.png", "wb").write(img)\n',
    },
    {
      // anthropics/skills, skills/mcp-builder (Apache-2.0), in other words
      name: 'a real script that packs JSON',
      path: 'a.py',
      text: 'import json\nresult = json.loads(text)\nprint(json.dumps(result))\n',
    },
  ],
});

/** Looks like packed bytes: as many letters as asked for, the same each time. */
const opaque = (length: number): string => {
  let text = '';
  for (let at = 0; text.length < length; at += 1)
    text += createHash('sha256').update(`${at}`).digest('base64').slice(0, 40);
  return text.slice(0, length);
};

ruleCases(opaqueText, {
  hits: [
    { name: 'a long token', path: 'a.py', text: `blob = "${opaque(900)}"\n` },
    { name: 'a minified line', path: 'a.js', text: `${'var a=f(1);'.repeat(600)}\n` },
    { name: 'a token in a shell script', path: 'a.sh', text: `X='${opaque(600)}'\n` },
  ],
  misses: [
    { name: 'a ruler', path: 'a.py', text: `# ${'='.repeat(600)}\n` },
    {
      name: 'an image that says so',
      path: 'a.js',
      text: `const a = 'data:image/png;base64,${opaque(900)}';\n`,
    },
    { name: 'a checksum', path: 'a.sh', text: `echo "${opaque(64)}  a.tgz" | sha256sum -c\n` },
    {
      // anthropics/skills, skills/slack-gif-creator (Apache-2.0)
      name: 'a line of a real script',
      path: 'core/easing.py',
      text: 'def ease_in_out_cubic(t: float) -> float:\n    return 4 * t * t * t\n',
    },
  ],
});

ruleCases(unpackedScript, {
  hits: [
    { name: 'a decoded file', path: 'a.sh', text: 'base64 -d a.dat > /tmp/r.sh\nsh /tmp/r.sh\n' },
    {
      name: 'a file joined from pieces',
      path: 'a.sh',
      text: 'cat parts/* > tool\nchmod +x tool\n./tool\n',
    },
    {
      name: 'a program that unpacks one',
      path: 'a.py',
      text: 'import base64, subprocess\ncode = base64.b64decode(blob)\nopen("/tmp/x.py", "wb").write(code)\nsubprocess.run(["python3", "/tmp/x.py"])\n',
    },
  ],
  misses: [
    {
      name: 'joined data that a script only reads',
      path: 'a.sh',
      text: 'cat a.bib b.bib > all.bib\npython3 check.py all.bib\n',
    },
    { name: 'a decoded image', path: 'a.sh', text: 'base64 -d a.b64 > a.png\nopen a.png\n' },
    { name: 'a list of joined strings', path: 'a.sh', text: 'cat a.md b.md > all.md\nwc all.md\n' },
    {
      // anthropics/skills, skills/web-artifacts-builder (Apache-2.0)
      name: 'a real script that writes a setting',
      path: 'scripts/a.sh',
      text: "cat > vite.config.ts << 'EOF'\nexport default {};\nEOF\npnpm build\n",
    },
  ],
});

ruleCases(hiddenFileRun, {
  hits: [
    {
      name: 'a search that runs the files that it finds',
      path: 'a.sh',
      text: "find . -name '.*.sh' -exec sh {} \\;\n",
    },
    {
      name: 'a list passed to a shell',
      path: 'a.sh',
      text: "find . -path './.cache/*' | xargs bash\n",
    },
    { name: 'a hidden script', path: 'a.sh', text: 'bash scripts/.setup.sh\n' },
  ],
  misses: [
    { name: 'a search in hidden folders', path: 'a.sh', text: 'find .git -name HEAD -print\n' },
    { name: 'settings that are read', path: 'a.sh', text: 'source .env\n. ~/.bashrc\n' },
    {
      // obra/superpowers, skills/using-git-worktrees (MIT)
      name: 'a command of a real skill',
      text: '```bash\nls -d .worktrees 2>/dev/null\n```\n',
    },
  ],
});

ruleCases(deserialiser, {
  hits: [
    {
      name: 'a pickle',
      path: 'a.py',
      text: 'import pickle as p\nx = p.load(open("a.pkl", "rb"))\n',
    },
    { name: 'YAML of any kind', path: 'a.py', text: 'import yaml\nyaml.load(text)\n' },
    { name: 'a model with everything', path: 'a.py', text: 'import torch\ntorch.load("m.pt")\n' },
    { name: 'Ruby', path: 'a.rb', text: 'Marshal.load(File.binread("a"))\n' },
  ],
  misses: [
    {
      name: 'YAML read safely',
      path: 'a.py',
      text: 'import yaml\nyaml.load(t, Loader=yaml.SafeLoader)\nyaml.safe_load(t)\n',
    },
    {
      name: 'weights only',
      path: 'a.py',
      text: 'import torch\ntorch.load("m.pt", weights_only=True)\n',
    },
    {
      // anthropics/skills, skills/skill-creator (Apache-2.0)
      name: 'a real script that reads JSON',
      path: 'scripts/a.py',
      text: 'import json\nevals = json.loads(evals_path.read_text())\n',
    },
  ],
});
