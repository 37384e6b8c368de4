import { ruleCases } from '../testing/cases.ts';
import { unpackedScript } from './hidden-programs.ts';

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
