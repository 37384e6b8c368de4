import { ruleCases } from '../testing/cases.ts';
import { foreignEncoding } from './hidden-markup.ts';

ruleCases(foreignEncoding, {
  hits: [
    {
      name: 'Latin-1 letters',
      bytes: Buffer.from('Le caf\xe9 est ouvert toute la nuit.\n', 'latin1'),
      decoded: 'é',
    },
    {
      name: 'an overlong form',
      path: 'a.sh',
      bytes: Buffer.from('#!/bin/sh\ncat ..\xc0\xaf\n', 'latin1'),
    },
    {
      name: 'a bad byte in the middle of a word',
      bytes: Buffer.from('read \xff the file now\n', 'latin1'),
    },
  ],
  misses: [
    { name: 'accents in UTF-8', text: 'Le café est ouvert.\n' },
    { name: 'plain letters', path: 'a.sh', text: 'ls\n' },
    {
      // anthropics/skills, skills/canvas-design (Apache-2.0)
      name: 'the dashes of a real skill',
      text: 'Create a VISUAL PHILOSOPHY — not layouts or templates.\n',
    },
  ],
});
