import { setRuleCases } from '../testing/set-cases.ts';
import { bytecode } from './unexpected-files.ts';

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
