import { createHash } from 'node:crypto';
import { skillMd } from '../support/served-skill.ts';
import { content, found, inFolder, notes, references, script, text } from './changes.ts';
import { changed, firstFiles, without, type Defect } from './defect.ts';
import { honest, serving, skills, type Json } from './honest.ts';

const blobOf = (one: Json): string => Buffer.from(String(one['text'])).toString('base64');
const digestOf = (text: string): string =>
  `sha256:${createHash('sha256').update(text).digest('hex')}`;

/** The same skills with another SKILL.md in the second one. */
const withNotes = (main: string): NonNullable<Defect['answer']> =>
  serving(
    skills.map((skill) =>
      skill.path === 'notes' ? { ...skill, files: { ...skill.files, 'SKILL.md': main } } : skill,
    ),
  );

/** Mistakes in how content goes over the wire. */
export const wireContentDefects: Readonly<Record<string, Defect>> = {
  'content-twice': found('skillgate/files-readable', 'a read returns the same content twice', {
    answer: changed('resources/read', (result, params) =>
      params['uri'] === script
        ? {
            ...result,
            contents: [...(result['contents'] as Json[]), ...(result['contents'] as Json[])],
          }
        : result,
    ),
  }),
  'content-empty': found('skillgate/files-readable', 'a read returns no content', {
    answer: changed('resources/read', (result, params) =>
      params['uri'] === script ? { ...result, contents: [] } : result,
    ),
  }),
  'text-and-blob': found('skillgate/files-readable', 'a content has text and another blob', {
    answer: content(script, (one) => ({ ...one, blob: 'b3RoZXI=' })),
  }),
  'blob-for-urls': found('skillgate/files-readable', 'a blob has the base64 alphabet of URLs', {
    answer: content(script, (one) => ({ ...without(one, 'text'), blob: '8J-YgA-_' })),
  }),
  'digest-of-base64': found('skillgate/file-digest', 'a digest is that of the base64 text', {
    answer: (method, params) => {
      const read = honest('resources/read', { uri: script });
      const [one = {}] = 'result' in read ? (read.result['contents'] as Json[]) : [];
      return firstFiles((files) =>
        files.map((file) =>
          file.uri === script ? { ...file, digest: digestOf(blobOf(one)) } : file,
        ),
      )(method, params);
    },
  }),
  'reads-neighbor': found('skillgate/file-digest', 'a read returns another file of the skill', {
    answer: text(script, () => '# Europe\n\nFourteen days more.\n'),
  }),
  'folder-in-itself': found('skillgate/directory-agrees', 'a folder lists itself as a child', {
    answer: inFolder(references, (resources) => ({
      resources: [
        ...resources,
        { uri: references, name: 'references', mimeType: 'inode/directory' },
      ],
    })),
  }),
  'number-as-text': found(
    'skillgate/frontmatter-identical',
    'the entry has a number of the frontmatter as text',
    {
      answer: (method, params) => {
        const answer = withNotes(
          skillMd('notes', 'Take notes', '# Notes\n', 'metadata:\n  version: 2\n'),
        )(method, params);
        return method === 'resources/read'
          ? answer
          : (JSON.parse(
              JSON.stringify(answer).replaceAll('"version":2', '"version":"2"'),
            ) as typeof answer);
      },
    },
  ),
  'frontmatter-after-mark': found(
    'skillgate/frontmatter-readers',
    'the SKILL.md of the second skill begins with a byte order mark',
    { answer: withNotes(`\u{FEFF}${skillMd('notes', 'Take notes')}`) },
  ),
  'get-ignores-uri': found(
    'skillgate/get-agrees',
    'skills/get returns the second skill for every URI',
    {
      answer: (method, params) =>
        method === 'skills/get' && String(params['uri']).startsWith('skill://daily')
          ? honest(method, { uri: notes })
          : honest(method, params),
    },
  ),
};
