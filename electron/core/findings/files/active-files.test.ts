import { gzipSync } from 'node:zlib';
import { ruleCases } from '../testing/cases.ts';
import { activeContainer, activeDrawing } from './active-files.ts';

/** As much of a zip as says what is in it. */
function zip(...names: readonly string[]): Buffer {
  const local = names.map((name) => {
    const head = Buffer.alloc(30);
    head.write('PK\x03\x04', 'latin1');
    head.writeUInt16LE(name.length, 26);
    return Buffer.concat([head, Buffer.from(name)]);
  });
  const central = names.map((name) => {
    const head = Buffer.alloc(46);
    head.write('PK\x01\x02', 'latin1');
    head.writeUInt16LE(name.length, 28);
    return Buffer.concat([head, Buffer.from(name)]);
  });
  return Buffer.concat([...local, ...central]);
}
const pdf = (inside: string): Buffer =>
  Buffer.from(`%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< ${inside} >>\nendobj\n`, 'latin1');
const compound = (stream: string): Buffer =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(600),
    Buffer.from(stream, 'utf16le'),
    Buffer.alloc(64),
  ]);

ruleCases(activeContainer, {
  hits: [
    {
      name: 'a document with macros',
      path: 'a.docx',
      bytes: zip('[Content_Types].xml', 'word/document.xml', 'word/vbaProject.bin'),
      decoded: 'vbaProject.bin',
    },
    {
      name: 'a script in a PDF',
      path: 'a.pdf',
      bytes: pdf('/S /JavaScript /JS (app.alert(1))'),
      finds: '/JavaScript',
    },
    {
      name: 'one with its name spelled differently',
      path: 'a.pdf',
      bytes: pdf('/S /J#61vaScript /JS (x)'),
      decoded: '/JavaScript',
    },
    {
      name: 'macros in the older format',
      path: 'a.doc',
      bytes: compound('_VBA_PROJECT'),
      decoded: '_VBA_PROJECT',
    },
    {
      name: 'a program in an archive',
      path: 'a.zip',
      bytes: zip('readme.txt', 'bin/setup.exe'),
      decoded: 'setup.exe',
    },
    {
      name: 'an archive of sources, rated low',
      path: 'a.zip',
      bytes: zip('src/a.py'),
      severity: 'low',
    },
    {
      name: 'a packed archive, rated low',
      path: 'a.tar.gz',
      bytes: gzipSync(Buffer.from(Array.from({ length: 400 }, (_, at) => (at * 7_919) % 251))),
      severity: 'low',
    },
  ],
  misses: [
    { name: 'a plain PDF', path: 'a.pdf', bytes: pdf('/Type /Catalog /OpenAction [3 0 R /Fit]') },
    {
      name: 'a document without macros',
      path: 'a.docx',
      bytes: zip('[Content_Types].xml', 'word/document.xml'),
    },
    { name: 'a text about macros', path: 'a.md', text: 'vbaProject.bin and /JavaScript\n' },
    {
      // anthropics/skills, skills/pptx (Apache-2.0), in other words
      name: 'a presentation of a real skill',
      path: 'template.pptx',
      bytes: zip('[Content_Types].xml', 'ppt/presentation.xml', 'ppt/media/image1.png'),
    },
  ],
});

const svg = (inside: string): string => `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>\n`;

ruleCases(activeDrawing, {
  hits: [
    { name: 'a script', path: 'a.svg', text: svg('<script>fetch("https://x.example")</script>') },
    { name: 'an event', path: 'a.svg', text: svg('<rect onload="go()" width="1"/>') },
    {
      name: 'an embedded page',
      path: 'a.svg',
      text: svg('<foreignObject><p>Hi</p></foreignObject>'),
    },
    {
      name: 'an image from elsewhere',
      path: 'a.svg',
      text: svg('<image href="https://x.example/a.png"/>'),
    },
  ],
  misses: [
    { name: 'a plain drawing', path: 'a.svg', text: svg('<circle r="4" fill="red"/>') },
    { name: 'a part that is used twice', path: 'a.svg', text: svg('<use href="#a"/>') },
    {
      // anthropics/skills, skills/algorithmic-art (Apache-2.0), in other words
      name: 'a page of a real skill',
      path: 'templates/viewer.html',
      text: '<!doctype html><html><head><script src="p5.min.js"></script></head></html>\n',
    },
  ],
});
