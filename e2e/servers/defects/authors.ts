import { createHash } from 'node:crypto';
import { skillMd } from '../support/served-skill.ts';
import { content, found, main, references, script, text } from './changes.ts';
import { changed, defect, entries, firstFiles, without, type Defect } from './defect.ts';
import {
  capabilities,
  failing,
  honest,
  invalidParams,
  serving,
  skills,
  type Json,
} from './honest.ts';

const digestOf = (bytes: Buffer | string): string =>
  `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

const textAt = (uri: string): string => {
  const answer = honest('resources/read', { uri });
  const [one = {}] = 'result' in answer ? (answer.result['contents'] as Json[]) : [];
  return String(one['text']);
};

/** One file's digest and size, as they are for other bytes. */
const described = (uri: string, as: Buffer | string): NonNullable<Defect['answer']> =>
  entries((entry) =>
    Array.isArray(entry['resources'])
      ? {
          ...entry,
          resources: (entry['resources'] as Json[]).map((file) =>
            file['uri'] === uri
              ? { ...file, digest: digestOf(as), size: Buffer.byteLength(as) }
              : file,
          ),
        }
      : entry,
  );

/** Whatever is asked, except reads, which get what the server makes of the content. */
const reading =
  (read: NonNullable<Defect['answer']>, other = honest): NonNullable<Defect['answer']> =>
  (method, params) =>
    (method === 'resources/read' ? read : other)(method, params);

/** The same skills with another text of a file of the second skill. */
const withNotes = (main: string, more = {}): NonNullable<Defect['answer']> =>
  serving(
    skills.map((skill) =>
      skill.path === 'notes'
        ? { ...skill, files: { ...skill.files, 'SKILL.md': main, ...more } }
        : skill,
    ),
  );

/** UTF-8 decoded in pieces of three bytes. */
const torn = (whole: string): string => {
  const bytes = Buffer.from(whole);
  let made = '';
  for (let at = 0; at < bytes.length; at += 3) made += bytes.toString('utf8', at, at + 3);
  return made;
};

const marked = withNotes(skillMd('notes', 'Take notes'), { 'template.md': '\u{FEFF}# Note\n' });
const dated = withNotes(skillMd('notes', 'Take notes', '', 'metadata:\n  since: 2026-01-05\n'));
const spaced = withNotes(skillMd('notes', 'Take notes'), { 'a note.md': '# Note\n' });
const template = 'skill://notes/template.md';
const policy = `${references}/policy.md`;
let made = 0;

/** Mistakes of people who wrote a server by hand; the other defects are in the files beside this one. */
export const authorDefects: Readonly<Record<string, Defect>> = {
  'body-digest': found('skillgate/file-digest', 'a digest leaves out the frontmatter', {
    answer: described(main, textAt(main).replace(/^---\n[\s\S]*?\n---\n/, '')),
  }),
  'text-trimmed': found('skillgate/file-digest', 'a text is sent without its last line ending', {
    answer: text(script, (all) => all.trim()),
  }),
  'mark-stripped': found('skillgate/file-digest', 'a text is sent without its byte order mark', {
    answer: (method, params) =>
      method === 'resources/read' && params['uri'] === template
        ? honest(method, params)
        : marked(method, params),
  }),
  'digest-base64': defect('sep-2640-resources-digest-format', 'digests are in base64, as in HTML', {
    answer: firstFiles((files) =>
      files.map((file) => ({
        ...file,
        digest: `sha256-${Buffer.from(file.digest.slice(7), 'hex').toString('base64')}`,
      })),
    ),
  }),
  'made-for-each-read': found(
    'skillgate/steady-content',
    'a file is made for each read, and its digest is from an earlier one',
    {
      answer: (method, params) => text(script, (all) => `${all}# ${(made += 1)}\n`)(method, params),
    },
  ),
  'characters-torn': found('skillgate/file-digest', 'a text is decoded in pieces', {
    answer: text(policy, torn),
  }),
  'date-as-time': found(
    'skillgate/frontmatter-identical',
    'the entry has a date of the frontmatter as a time',
    {
      answer: reading(dated, (method, params) => {
        const answer = JSON.stringify(dated(method, params));
        return JSON.parse(
          answer.replaceAll('"2026-01-05"', '"2026-01-05T00:00:00.000Z"'),
        ) as ReturnType<typeof dated>;
      }),
    },
  ),
  'content-on-disk': found(
    'skillgate/files-readable',
    "contents have the URI of the server's disk",
    {
      answer: content(script, (one) => ({
        ...one,
        uri: 'file:///srv/acme/refunds/scripts/total.py',
      })),
    },
  ),
  'hidden-file-listed': found(
    'skillgate/files-readable',
    'an entry lists a file of the file manager, which is not served',
    {
      answer: firstFiles((files) => [
        ...files,
        { uri: 'skill://acme/refunds/.DS_Store', digest: digestOf('Bud1'), size: 4 },
      ]),
    },
  ),
  'encoding-kept': found(
    'skillgate/files-readable',
    'a file with a space in its name is looked for by its percent-encoded name',
    {
      answer: (method, params) => {
        if (method !== 'resources/read')
          return JSON.parse(
            JSON.stringify(spaced(method, params)).replaceAll('a note.md', 'a%20note.md'),
          ) as ReturnType<typeof spaced>;
        return spaced(method, params);
      },
    },
  ),
  'backslash-in-uri': found('skillgate/uri-syntax', 'paths of files are joined with backslashes', {
    answer: (method, params) => {
      const slashed = { ...params, uri: String(params['uri']).replaceAll('\\', '/') };
      if (method !== 'skills/list' && method !== 'skills/get')
        return method === 'resources/read' && params['uri'] !== slashed.uri
          ? content(slashed.uri, (one) => ({ ...one, uri: params['uri'] }))(method, slashed)
          : honest(method, params);
      return firstFiles((files) =>
        files.map((file) => ({
          ...file,
          uri: file.uri.replace(/(?<=refunds\/.*)\//g, '\\'),
        })),
      )(method, params);
    },
  }),
  'folders-left-out': found(
    'skillgate/files-complete',
    'entries list no files in folders, which the SKILL.md links to',
    {
      capabilities: { ...capabilities, extensions: { 'io.modelcontextprotocol/skills': {} } },
      answer: (method, params) =>
        method === 'resources/directory/read'
          ? failing(-32_601, 'Method not found')
          : method === 'resources/list'
            ? changed(method, (result) => ({
                ...result,
                resources: (result['resources'] as Json[]).filter(({ uri }) =>
                  String(uri).endsWith('/SKILL.md'),
                ),
              }))(method, params)
            : firstFiles((files) =>
                files.filter(({ uri }) => !uri.slice('skill://acme/refunds/'.length).includes('/')),
              )(method, params),
    },
  ),
  'path-followed': found('skillgate/error-codes', 'a read follows .. on the disk', {
    answer: (method, params) => {
      const uri = String(params['uri']);
      const path = decodeURIComponent(uri.slice('skill://'.length)).split('/');
      if (method !== 'resources/read' || !path.includes('..')) return honest(method, params);
      const real: string[] = [];
      for (const step of path)
        if (step === '..') real.pop();
        else real.push(step);
      const at = `skill://${real.join('/')}`;
      return content(at, (one) => ({ ...one, uri }))(method, { ...params, uri: at });
    },
  }),
  'pages-empty': defect(
    'sep-2640-skills-list-pagination',
    'every page has a nextCursor, also those after the last skill',
    {
      answer: changed('skills/list', (result, { cursor }) => ({
        ...result,
        nextCursor: String(Number(cursor ?? 0) + 2),
      })),
    },
  ),
  'folder-needs-slash': defect(
    [
      'sep-2640-directory-read-method-registered',
      'sep-2640-directory-read-result-resources-shape',
      'sep-2640-directory-read-subdir-mimetype',
      'sep-2640-directory-read-pagination',
    ],
    'a folder is read only by a URI with a slash at its end',
    {
      answer: (method, params) => {
        const uri = String(params['uri']);
        if (method !== 'resources/directory/read') return honest(method, params);
        return uri.endsWith('/')
          ? honest(method, { ...params, uri: uri.slice(0, -1) })
          : failing(invalidParams);
      },
    },
  ),
  'ids-as-text': found('skillgate/answer-ids', 'answers have the text of the id that was sent', {
    hasTextIds: true,
  }),
  'declared-with-a-dot': found('skillgate/declared', 'the extension is declared with a dot', {
    capabilities: {
      ...without(capabilities, 'extensions'),
      extensions: { 'io.modelcontextprotocol.skills': {} },
    },
  }),
};
