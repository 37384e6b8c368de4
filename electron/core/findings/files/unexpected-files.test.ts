import { ruleCases } from '../testing/cases.ts';
import {
  otherType,
  foreignKind,
  hiddenFile,
  large,
  executableFile,
  bytecode,
} from './unexpected-files.ts';
import { archiveRefused } from '../../skill-state/read.ts';
import { problem } from '../../problem.ts';
import { setRuleCases } from '../testing/set-cases.ts';
import type { FileEntry } from '../../../../shared/model/skill.ts';

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

const archive = 'https://x.example/a.tar.gz';
const digest = `sha256:${'0'.repeat(64)}`;
const refusedFor = (words: string) => ({
  archive,
  check: 'archive' as const,
  problem: problem('archive-refused', `The archive is refused ${words}`),
});

setRuleCases(foreignKind, {
  hits: [
    {
      name: 'a file on this machine',
      entry: {
        files: [{ path: 'a', uri: 'file:///etc/passwd', digest, size: 1 }],
      },
      says: 'file:///etc/passwd',
      at: 'resources',
    },
    {
      name: 'a file on another site than its SKILL.md',
      entry: {
        uri: 'https://x.example/skills/a/SKILL.md',
        files: [
          { path: 'SKILL.md', uri: 'https://x.example/skills/a/SKILL.md', digest, size: 1 },
          { path: 'b', uri: 'https://x.example.evil.example/skills/a/b', digest, size: 1 },
        ],
      },
      says: 'https://x.example.evil.example/skills/a/b',
      at: 'resources',
    },
    {
      name: 'an archive refused for a link',
      entry: { files: 'unknown', archives: [{ url: archive, digest }] },
      held: (held) =>
        archiveRefused(held, held, refusedFor('(link-outside): A link leaves the root.')),
      says: 'leaves the root',
      at: 'archives',
    },
    {
      name: 'an archive at an address without a digest',
      entry: { files: 'unknown', archives: [{ url: archive }] },
      says: archive,
      at: 'archives',
    },
    {
      name: 'links inside an archive, rated medium',
      entry: { files: 'unknown', archives: [{ url: archive, digest }] },
      held: (held) => ({
        ...held,
        notes: [problem('archive-contents', 'The archive has what is shown: a → b.')],
      }),
      says: 'a → b',
      at: 'archives',
      severity: 'medium',
    },
  ],
  misses: [
    { name: "the server's own files", unread: ['SKILL.md', 'a.sh'] },
    {
      name: 'a skill that a site serves at its own addresses, as with .well-known',
      entry: {
        uri: 'https://x.example/.well-known/skills/a/SKILL.md',
        files: [
          {
            path: 'SKILL.md',
            uri: 'https://x.example/.well-known/skills/a/SKILL.md',
            digest,
            size: 1,
          },
          { path: 'b', uri: 'https://x.example/.well-known/skills/a/b', digest, size: 1 },
        ],
      },
    },
    {
      name: 'the files of an archive with a digest',
      entry: {
        archives: [{ url: archive, digest }],
        files: [{ path: 'SKILL.md', uri: `${archive}#SKILL.md`, digest, size: 1 }],
      },
    },
    {
      name: 'an archive refused for another reason',
      entry: { files: 'unknown', archives: [{ url: archive, digest }] },
      held: (held) => archiveRefused(held, held, refusedFor('(ratio): It unpacks to too much.')),
    },
    {
      // anthropics/skills, skills/xlsx (Apache-2.0), in other words
      name: 'a real skill',
      files: { 'SKILL.md': '# Sheets\n' },
      unread: ['scripts/recalc.py'],
    },
  ],
});

ruleCases(hiddenFile, {
  hits: [
    { name: 'a script', path: 'scripts/.setup.sh', text: '#!/bin/sh\nid\n', finds: '#!/bin/sh' },
    { name: 'one in a hidden folder', path: '.cache/run.py', text: 'print(1)\n' },
    { name: 'a file that an editor or shell runs', path: '.envrc', text: 'export A=1\n' },
    { name: 'bytes', path: '.data', bytes: Buffer.from([0, 1, 2, 3, 0]) },
    { name: 'notes, rated low', path: '.notes', text: 'Remember this.\n', severity: 'low' },
  ],
  misses: [
    { name: 'the list of what git ignores', path: '.gitignore', text: 'dist\n' },
    { name: 'an example of an environment', path: 'a/.env.example', text: 'KEY=\n' },
    { name: 'a plain script', path: 'scripts/setup.sh', text: '#!/bin/sh\nid\n' },
    {
      // anthropics/skills, .claude-plugin (Apache-2.0), in other words
      name: 'the manifest of a real plugin',
      path: '.claude-plugin/marketplace.json',
      text: '{"name": "skills"}\n',
    },
  ],
});

const MiB = 1024 * 1024;
const sized = (...sizes: readonly number[]): FileEntry[] =>
  sizes.map((size, at) => ({
    path: `f${at}`,
    uri: `skill://acme/refunds/f${at}`,
    digest: `sha256:${'0'.repeat(64)}`,
    size,
  }));

setRuleCases(large, {
  hits: [
    {
      name: 'a six-megabyte file',
      entry: { files: sized(6 * MiB, 1) },
      says: 'f0: 6 MiB',
      at: 'resources',
    },
    {
      name: 'more files than the specification allows',
      entry: { files: sized(...Array<number>(513).fill(1)) },
      says: '513 files',
      at: 'resources',
    },
    {
      name: 'more bytes than it allows, in many files',
      entry: { files: sized(4 * MiB, 4 * MiB, 4 * MiB, 4 * MiB, 1) },
      says: 'in all',
      at: 'resources',
    },
  ],
  misses: [
    { name: 'exactly as much as is allowed', entry: { files: sized(5 * MiB, 5 * MiB, 5 * MiB) } },
    { name: 'files of unknown size', unread: ['SKILL.md'] },
    {
      // anthropics/skills, skills/canvas-design (Apache-2.0): fonts beside a skill.
      name: 'the fonts of a real skill',
      entry: { files: sized(12_000, ...Array<number>(54).fill(100 * 1024)) },
    },
  ],
});

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

/** A header as Python writes it: magic number, flags, time, size of the source. */
function pyc(size: number): Buffer {
  const header = Buffer.from('cb0d0d0a00000000000000000000000000e3', 'hex');
  header.writeUInt32LE(size, 12);
  return Buffer.concat([header, Buffer.alloc(40)]);
}
const javaClass = Buffer.from('cafebabe0000003400', 'hex');
const source = 'print(1)\n';

setRuleCases(bytecode, {
  hits: [
    {
      name: 'one without any source',
      files: { 'scripts/helper.pyc': pyc(9) },
      says: 'no source',
      at: 'scripts/helper.pyc',
    },
    {
      name: 'one built from another source than the one next to it',
      files: {
        'scripts/helper.py': source,
        'scripts/__pycache__/helper.cpython-312.pyc': pyc(4_000),
      },
      says: 'made of 4000 bytes, while scripts/helper.py has 9',
      at: 'scripts/__pycache__/helper.cpython-312.pyc',
    },
    {
      name: 'a Java class',
      files: { 'A.class': javaClass },
      says: 'no source',
      at: 'A.class',
    },
    {
      name: 'one next to a source of its size, rated low',
      files: { 'helper.py': source, '__pycache__/helper.cpython-312.pyc': pyc(source.length) },
      says: 'may have been made',
      at: '__pycache__/helper.cpython-312.pyc',
      severity: 'low',
    },
  ],
  misses: [
    { name: 'a source', files: { 'a.py': source } },
    { name: 'a text file with that name', files: { 'a.pyc': 'notes\n' } },
    {
      // anthropics/skills, skills/skill-creator (Apache-2.0), in other words
      name: 'the scripts of a real skill',
      files: {
        'scripts/__init__.py': '',
        'scripts/utils.py': 'def parse(path):\n    return path\n',
      },
    },
  ],
});
