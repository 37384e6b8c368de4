import { createHash } from 'node:crypto';
import { skillMd } from '../support/served-skill.ts';
import { found, script, text } from './changes.ts';
import { firstFiles, type Defect } from './defect.ts';
import { capabilities, honest, serving, skills } from './honest.ts';

const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0xff, 0xfe, 0x00, 0x01]);
const digestOf = (bytes: Buffer): string =>
  `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

/** The same skills after somebody edited the second one. */
const edited = serving(
  skills.map((skill) =>
    skill.path === 'notes'
      ? { ...skill, files: { ...skill.files, 'SKILL.md': skillMd('notes', 'Take better notes') } }
      : skill,
  ),
);

let lists = 0;

/** Entries that don't describe the content that is served. */
export const contentDefects: Readonly<Record<string, Defect>> = {
  'binary-as-text': found('skillgate/file-digest', 'a binary file is sent as text', {
    answer: (method, params) =>
      (method === 'resources/read'
        ? text(script, () => picture.toString('utf8'))
        : firstFiles((files) =>
            files.map((file) =>
              file.uri === script
                ? { uri: script, digest: digestOf(picture), size: picture.byteLength }
                : file,
            ),
          ))(method, params),
  }),
  'entries-older': found(
    'skillgate/file-digest',
    'the entries are made once, and the file of the second skill was edited since',
    {
      answer: (method, params) => (method === 'resources/read' ? edited : honest)(method, params),
    },
  ),
  'content-replaced': found(
    'skillgate/steady-content',
    'a file has other content after the second listing, which is the same',
    {
      answer(method, params) {
        if (method === 'skills/list' && params['cursor'] === undefined) lists += 1;
        return (
          method === 'resources/read' && lists % 2 === 0
            ? text(script, (all) => `${all}# changed\n`)
            : honest
        )(method, params);
      },
    },
  ),
  'directory-undeclared': found(
    'skillgate/directory-declared',
    'resources/directory/read works and nothing declares it',
    { capabilities: { ...capabilities, extensions: { 'io.modelcontextprotocol/skills': {} } } },
  ),
  'slow-read': found('skillgate/read-time', 'a file takes six seconds', {
    slow: { uri: script, ms: 6_000 },
  }),
  'listing-older': found(
    'skillgate/file-digest',
    'the listing is kept, and the second skill was edited since',
    {
      answer: (method, params) => (method === 'skills/list' ? honest : edited)(method, params),
    },
  ),
};
