import { ruleCases } from '../testing/cases.ts';
import { executableFile } from './unexpected-files.ts';

const elf = Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(64)]);

ruleCases(executableFile, {
  hits: [
    { name: 'a Linux program', path: 'bin/a', bytes: elf },
    { name: 'one named as an image', path: 'a.png', bytes: elf },
    {
      name: 'a Windows program',
      path: 'a.exe',
      bytes: Buffer.concat([Buffer.from('MZ'), Buffer.alloc(80)]),
    },
    {
      name: 'a WebAssembly module, rated medium',
      path: 'a.wasm',
      bytes: Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]),
      severity: 'medium',
    },
  ],
  misses: [
    { name: 'a script', path: 'a.sh', text: '#!/bin/sh\nls\n' },
    {
      name: 'an image',
      path: 'a.gif',
      bytes: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
    },
    // As in anthropics/skills, skills/canvas-design (Apache-2.0): fonts beside a skill.
    {
      name: 'a font of a real skill',
      path: 'a.ttf',
      bytes: Buffer.concat([Buffer.from([0, 1, 0, 0, 0, 12]), Buffer.alloc(40)]),
    },
  ],
});
