import { ruleCases } from '../testing/cases.ts';
import { otherType } from './other-type.ts';

const zip = Buffer.from('504b0304140000000000', 'hex');
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

ruleCases(otherType, {
  hits: [
    {
      name: 'an archive with the name of a picture',
      path: 'a.png',
      bytes: zip,
      decoded: '.png, but zip archive',
    },
    {
      name: 'a script with the name of a picture',
      path: 'logo.png',
      text: '#!/bin/sh\nid\n',
      decoded: '.png, but text',
    },
    {
      name: 'a program with the name of a text',
      path: 'notes.md',
      bytes: Buffer.from('\x7fELF\x02\x01\x01\0\0', 'latin1'),
      decoded: 'ELF',
    },
    {
      name: 'what the server calls a picture',
      path: 'data',
      text: 'hello\n',
      mimeType: 'image/png',
      decoded: 'image/png, but text',
    },
    {
      name: 'what the server calls markdown',
      path: 'a',
      bytes: zip,
      mimeType: 'text/markdown',
      decoded: 'text/markdown',
    },
  ],
  misses: [
    { name: 'a picture', path: 'a.png', bytes: png, mimeType: 'image/png' },
    {
      name: 'a text as plain text, and a picture as bytes',
      path: 'a.md',
      text: '# A\n',
      mimeType: 'text/plain',
    },
    {
      name: 'a picture that the server knows only as bytes',
      path: 'a.png',
      bytes: png,
      mimeType: 'application/octet-stream',
    },
    { name: 'an ending that nobody knows', path: 'a.dat', bytes: zip },
    {
      // anthropics/skills, skills/theme-factory (Apache-2.0): a PDF beside a skill.
      name: 'a PDF of a real skill',
      path: 'theme-showcase.pdf',
      bytes: Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1'),
      mimeType: 'application/pdf',
    },
  ],
});
