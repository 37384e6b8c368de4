import { ruleCases } from '../testing/cases.ts';
import { otherType } from './unexpected-files.ts';

const zip = Buffer.from('504b0304140000000000', 'hex');
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

ruleCases(otherType, {
  hits: [
    {
      name: 'an archive named as an image',
      path: 'a.png',
      bytes: zip,
      decoded: '.png, but zip archive',
    },
    {
      name: 'a script named as an image',
      path: 'logo.png',
      text: '#!/bin/sh\nid\n',
      decoded: '.png, but text',
    },
    {
      name: 'a program named as a text file',
      path: 'notes.md',
      bytes: Buffer.from('\x7fELF\x02\x01\x01\0\0', 'latin1'),
      decoded: 'ELF',
    },
    {
      name: 'a file that the server calls an image',
      path: 'data',
      text: 'hello\n',
      mimeType: 'image/png',
      decoded: 'image/png, but text',
    },
    {
      name: 'a file that the server calls Markdown',
      path: 'a',
      bytes: zip,
      mimeType: 'text/markdown',
      decoded: 'text/markdown',
    },
  ],
  misses: [
    { name: 'an image', path: 'a.png', bytes: png, mimeType: 'image/png' },
    {
      name: 'text as plain text, and an image as binary data',
      path: 'a.md',
      text: '# A\n',
      mimeType: 'text/plain',
    },
    {
      name: 'an image that the server calls binary data',
      path: 'a.png',
      bytes: png,
      mimeType: 'application/octet-stream',
    },
    { name: 'an unknown extension', path: 'a.dat', bytes: zip },
    {
      // anthropics/skills, skills/theme-factory (Apache-2.0): a PDF beside a skill.
      name: 'a PDF of a real skill',
      path: 'theme-showcase.pdf',
      bytes: Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1'),
      mimeType: 'application/pdf',
    },
  ],
});
