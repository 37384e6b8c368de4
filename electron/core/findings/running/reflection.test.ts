import { ruleCases } from '../testing/cases.ts';
import { reflection } from './running-code.ts';

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
