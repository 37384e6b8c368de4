import { ruleCases } from '../testing/cases.ts';
import { decodedProgram } from './hidden-programs.ts';

ruleCases(decodedProgram, {
  hits: [
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
