import { answer as served } from '../support/answers.ts';
import { skillMd, type ServedSkill } from '../support/served-skill.ts';
import { agentSkillsDefects } from './agent-skills.ts';
import { changed, defect, entries, firstFiles, without, type Defect } from './defect.ts';
import { capabilities, failing, honest, invalidParams, type Json } from './honest.ts';

const found = (also: string, about: string, rest: Partial<Defect>): Defect =>
  defect([], about, { also: [also], ...rest });

const main = 'skill://acme/refunds/SKILL.md';
const notes = 'skill://notes/SKILL.md';
const references = 'skill://acme/refunds/references';
const script = 'skill://acme/refunds/scripts/total.py';

/** The content of one file changed, and its entry as it was. */
const content = (uri: string, change: (one: Json) => Json): NonNullable<Defect['answer']> =>
  changed('resources/read', (result, params) =>
    params['uri'] === uri
      ? { ...result, contents: (result['contents'] as Json[]).map(change) }
      : result,
  );
const text = (uri: string, change: (text: string) => string): NonNullable<Defect['answer']> =>
  content(uri, (one) => ({ ...one, text: change(String(one['text'])) }));

/** What `resources/list` has of one resource, changed. */
const resource = (uri: string, change: (item: Json) => Json): NonNullable<Defect['answer']> =>
  changed('resources/list', (result) => ({
    ...result,
    resources: (result['resources'] as Json[]).map((item) =>
      item['uri'] === uri ? change(item) : item,
    ),
  }));

/** The children of one folder changed. */
const inFolder = (
  uri: string,
  change: (resources: readonly unknown[]) => Json,
): NonNullable<Defect['answer']> =>
  changed('resources/directory/read', (result, params) =>
    params['uri'] === uri ? { ...result, ...change(result['resources'] as unknown[]) } : result,
  );

const hidden = {
  uri: 'skill://hidden/start/SKILL.md',
  named: 'Begin with skill://hidden/start/SKILL.md.',
} as const;

/**
 * Beside what is listed, a skill that only the instructions name, with what `skills/get` gives of it
 * changed.
 */
function hiddenAnswer(change: (result: Json) => Json): NonNullable<Defect['answer']> {
  const start = { path: 'hidden/start', files: { 'SKILL.md': skillMd('start', 'Begin here') } };
  const skills: readonly ServedSkill[] = [start];
  const scenario = { skills, instructions: '', reads: {}, crashOn: [] };
  return (method, params) => {
    const uri = String(params['uri']);
    if (method !== 'resources/directory/read' && uri !== hidden.uri) return honest(method, params);
    if (!uri.startsWith('skill://hidden/start')) return honest(method, params);
    const result = served(scenario, method, params);
    return { result: method === 'skills/get' ? change(result) : result };
  };
}

/** The same, with its files changed in its entry. */
const hiddenSkill = (
  change: (files: readonly Json[]) => readonly Json[],
): NonNullable<Defect['answer']> =>
  hiddenAnswer((result) => {
    const skill = result['skill'] as Json;
    return {
      ...result,
      skill: { ...skill, resources: change(skill['resources'] as readonly Json[]) },
    };
  });
const latin1 = ({ text, ...rest }: Json): Json => ({
  ...rest,
  blob: Buffer.from(`${String(text)}\nCafé\n`, 'latin1').toString('base64'),
});
const undigested = (file: Json): Json => without(file, 'digest');

let listings = 0;
let promises = 0;
let secondPages = 0;
let reads = 0;

/** What the official suite does not look at: a defect for each check of ours. */
export const ownDefects: Readonly<Record<string, Defect>> = {
  ...agentSkillsDefects,
  undeclared: found('skillgate/declared', 'the methods work and nothing declares them', {
    capabilities: without(capabilities, 'extensions'),
  }),
  'list-object': found('skillgate/listing-shape', 'skills is an object, not an array', {
    answer: changed('skills/list', (result) => ({ ...result, skills: { length: 0 } })),
  }),
  'copies-differ': defect(
    'sep-2640-names-should-be-unique',
    'a skill is listed twice, with two descriptions',
    {
      also: ['skillgate/copies-agree'],
      answer: changed('skills/list', (result, { cursor }) => {
        const listed = result['skills'] as Json[];
        const [first] = listed;
        const frontmatter = { ...(first?.['frontmatter'] as Json), description: 'Another one' };
        return cursor === undefined
          ? { ...result, skills: [...listed, { ...first, frontmatter }] }
          : result;
      }),
    },
  ),
  'file-twins': found('skillgate/uri-twins', 'two files differ in case only', {
    answer: firstFiles((files) => [
      ...files,
      { ...files[3], uri: script.replace('total', 'Total') },
    ]),
  }),
  'encoded-twins': found('skillgate/uri-twins', 'two files differ in percent-encoding only', {
    answer: firstFiles((files) => [
      ...files,
      { ...files[3], uri: script.replace('total', '%74otal') },
    ]),
  }),
  'get-differs': found('skillgate/get-agrees', 'skills/get has another description', {
    answer: changed('skills/get', (result) => {
      const skill = result['skill'] as Json;
      const frontmatter = { ...(skill['frontmatter'] as Json), description: 'Another one' };
      return { ...result, skill: { ...skill, frontmatter } };
    }),
  }),
  'named-and-unknown': found(
    'skillgate/get-unlisted',
    'the instructions name a skill that skills/get does not know',
    { instructions: 'Begin with skill://hidden/start/SKILL.md.' },
  ),
  'unlisted-other-entry': found(
    'skillgate/get-unlisted',
    'skills/get of a skill that the instructions name gives the entry of another one',
    {
      instructions: hidden.named,
      answer: (method, params) =>
        honest(method, params['uri'] === hidden.uri ? { ...params, uri: notes } : params),
    },
  ),
  'unlisted-no-digest': found(
    'skillgate/unlisted-entry',
    'a file of a skill that only the instructions name has no digest',
    { instructions: hidden.named, answer: hiddenSkill((files) => files.map(undigested)) },
  ),
  'unlisted-file-missing': found(
    'skillgate/files-readable',
    'a file of a skill that only the instructions name cannot be read',
    {
      instructions: hidden.named,
      answer: hiddenSkill((files) => [
        ...files,
        { ...files[0], uri: hidden.uri.replace('SKILL', 'MORE') },
      ]),
    },
  ),
  'unlisted-file-differs': found(
    'skillgate/file-digest',
    'a file of a skill that only the instructions name has another digest',
    {
      instructions: hidden.named,
      answer: hiddenSkill((files) =>
        files.map((file) => ({ ...file, digest: `sha256:${'0'.repeat(64)}` })),
      ),
    },
  ),
  'unlisted-no-caching': found(
    'skillgate/cache-attributes',
    'skills/get of a skill that only the instructions name has no ttlMs',
    {
      instructions: hidden.named,
      answer: hiddenAnswer((result) => without(result, 'ttlMs')),
    },
  ),
  'unlisted-wrong-scope': found(
    'skillgate/cache-values',
    'skills/get of a skill that only the instructions name has a cacheScope of its own',
    {
      instructions: hidden.named,
      answer: hiddenAnswer((result) => ({ ...result, cacheScope: 'mine' })),
    },
  ),
  'unlisted-no-result-type': found(
    'skillgate/result-type',
    'skills/get of a skill that only the instructions name has no resultType',
    {
      instructions: hidden.named,
      answer: hiddenAnswer((result) => without(result, 'resultType')),
    },
  ),
  'unlisted-cursor': found(
    'skillgate/get-no-cursor',
    'skills/get of a skill that only the instructions name has a cursor',
    {
      instructions: hidden.named,
      answer: hiddenAnswer((result) => ({ ...result, nextCursor: '2' })),
    },
  ),
  'later-page-no-caching': found(
    'skillgate/cache-attributes',
    'the second page of skills/list has no cacheScope',
    {
      answer: changed('skills/list', (result, { cursor }) =>
        cursor === undefined ? result : without(result, 'cacheScope'),
      ),
    },
  ),
  'resources-cursor-repeats': found(
    'skillgate/resources-listing',
    'every page of resources/list leads to the same one',
    { answer: changed('resources/list', (result) => ({ ...result, nextCursor: '2' })) },
  ),
  'resources-page-refused': found(
    'skillgate/resources-listing',
    'the second page of resources/list is refused',
    {
      answer: (method, params) =>
        method === 'resources/list' && params['cursor'] !== undefined
          ? failing(invalidParams)
          : honest(method, params),
    },
  ),
  'folder-endless': found(
    'skillgate/directory-agrees',
    'the pages of the first folder have no end',
    {
      answer: inFolder('skill://acme/refunds', (resources) => ({ resources, nextCursor: '0' })),
    },
  ),
  'not-utf8': found(
    'skillgate/frontmatter-identical',
    'the SKILL.md of the second skill is Latin-1',
    { answer: content(notes, latin1) },
  ),
  'file-hidden': found('skillgate/directory-agrees', 'a folder has a file that no entry lists', {
    answer: changed('resources/directory/read', (result, { uri, cursor }) =>
      uri === 'skill://acme/refunds' && cursor === undefined
        ? {
            ...result,
            resources: [
              ...(result['resources'] as Json[]),
              { uri: 'skill://acme/refunds/run.sh', name: 'run.sh', mimeType: 'text/plain' },
            ],
          }
        : result,
    ),
  }),
  'file-hidden-deeper': found(
    'skillgate/directory-agrees',
    'a folder in a folder has a file that no entry lists',
    {
      answer: inFolder(references, (resources) => ({
        resources: [...resources, { uri: `${references}/x.sh`, name: 'x.sh' }],
      })),
    },
  ),
  'other-folder-cursor': found(
    'skillgate/directory-agrees',
    'the second page of a folder is refused, and the first folder has one page only',
    {
      answer: (method, params) =>
        method === 'resources/directory/read' && params['cursor'] === 'notes'
          ? failing(invalidParams)
          : inFolder('skill://notes', ([first]) => ({ resources: [first], nextCursor: 'notes' }))(
              method,
              params,
            ),
    },
  ),
  'other-folder-refused': found(
    'skillgate/directory-agrees',
    'the folder of the second skill is no folder',
    {
      answer: (method, params) =>
        method === 'resources/directory/read' && params['uri'] === 'skill://notes'
          ? failing(invalidParams)
          : honest(method, params),
    },
  ),
  'file-unread': found('skillgate/files-readable', 'a listed file cannot be read', {
    answer: (method, params) =>
      method === 'resources/read' && params['uri'] === script
        ? failing(invalidParams)
        : honest(method, params),
  }),
  'content-misnamed': found(
    'skillgate/files-readable',
    'a content carries the URI of another file',
    {
      answer: content(script, (one) => ({ ...one, uri: main })),
    },
  ),
  'size-in-characters': found('skillgate/file-size', 'sizes count characters, not bytes', {
    answer: firstFiles((files) =>
      files.map((file) =>
        file.uri.endsWith('policy.md') ? { ...file, size: file.size - 3 } : file,
      ),
    ),
  }),
  'line-ends-changed': found('skillgate/file-digest', 'line ends are changed after the digest', {
    answer: text(script, (all) => all.replaceAll('\n', '\r\n')),
  }),
  'dynamic-differs': found(
    'skillgate/frontmatter-identical',
    'the file of a dynamic skill has another description',
    { answer: text('skill://daily/SKILL.md', () => skillMd('daily', 'Report on tomorrow')) },
  ),
  'yaml-ambiguous': found(
    'skillgate/frontmatter-readers',
    'a value has a YAML tag, which readers take differently',
    {
      answer: text(notes, (all) =>
        all.replace('name: notes', 'name: notes\nlicense: !!binary TUlU'),
      ),
    },
  ),
  'many-unlisted': found(
    'skillgate/get-unlisted',
    'the last of many skills that the instructions name is unknown',
    {
      instructions: Array.from({ length: 40 }, (_, at) => `skill://many/s${at}/SKILL.md`).join(' '),
      answer: (method, params) => {
        const at = /^skill:\/\/many\/s(\d+)\/SKILL\.md$/.exec(String(params['uri']))?.[1];
        if (method !== 'skills/get' || at === undefined || at === '39')
          return honest(method, params);
        const frontmatter = { name: `s${at}`, description: 'One of many' };
        const skill = { uri: params['uri'], frontmatter, resources: [] };
        return { result: { resultType: 'complete', ttlMs: 0, cacheScope: 'private', skill } };
      },
    },
  ),
  'ttl-not-kept': found(
    'skillgate/ttl-kept',
    'a listing is fresh for a minute and changes at once',
    {
      answer: changed('skills/list', (result, { cursor }) => {
        if (cursor !== undefined) return { ...result, ttlMs: 60_000 };
        promises += 1;
        const fresh = { ...result, ttlMs: 60_000 };
        return promises % 2 === 1 ? without(fresh, 'nextCursor') : fresh;
      }),
    },
  ),
  'unknown-read': found(
    'skillgate/error-codes',
    'a read of what is not served gives an empty text',
    {
      answer: (method, params) => {
        const answer = honest(method, params);
        return method === 'resources/read' && 'error' in answer
          ? { result: { resultType: 'complete', contents: [{ ...params, text: '' }] } }
          : answer;
      },
    },
  ),
  'no-result-type': found('skillgate/result-type', 'results have no resultType', {
    answer: changed('skills/get', (result) => without(result, 'resultType')),
  }),
  'ttl-negative': found('skillgate/cache-values', 'ttlMs is negative', {
    answer: changed('skills/list', (result) => ({ ...result, ttlMs: -1 })),
  }),
  'cold-start': found('skillgate/steady-listing', 'every other listing lacks the second page', {
    answer: changed('skills/list', (result, { cursor }) => {
      if (cursor !== undefined) return result;
      listings += 1;
      return listings % 2 === 1 ? without(result, 'nextCursor') : result;
    }),
  }),
  'relisting-breaks-off': found(
    'skillgate/steady-listing',
    'the second page of every other listing is refused',
    {
      answer: changed('skills/list', (result, { cursor }) => {
        if (cursor === undefined) return result;
        secondPages += 1;
        return secondPages % 2 === 0 ? failing(invalidParams) : result;
      }),
    },
  ),
  'shared-buffer': found('skillgate/reads-at-once', 'reads that come together get mixed up', {
    answer: (method, params) => {
      const answer = honest(method, params);
      reads = method === 'resources/read' ? reads + 1 : 0;
      return reads >= 10 ? honest(method, { uri: notes }) : answer;
    },
  }),
  'logs-on-stdout': found('skillgate/stdout-noise', 'a log line is written to standard output', {
    noise: 'server: listening',
  }),
  'other-mimetype': found(
    'skillgate/skillmd-mimetype',
    'the SKILL.md of the second skill is text/plain',
    { answer: content(notes, (one) => ({ ...one, mimeType: 'text/plain' })) },
  ),
  'other-resource-name': found(
    'skillgate/skillmd-metadata-name',
    'the resource of the second skill is named after its file',
    { answer: resource(notes, (item) => ({ ...item, name: 'SKILL.md' })) },
  ),
  'other-resource-description': found(
    'skillgate/skillmd-metadata-description',
    'the resource of the second skill has another description',
    { answer: resource(notes, (item) => ({ ...item, description: 'Another one' })) },
  ),
  'other-name-in-other-file': found(
    'skillgate/final-segment-equals-name',
    'the file of the second skill says another name than its folder',
    { answer: text(notes, (all) => all.replace('name: notes', 'name: jottings')) },
  ),
  'other-bare-meta': found(
    'skillgate/meta-prefix',
    'the content of the second skill has a bare key in _meta',
    { answer: content(notes, (one) => ({ ...one, _meta: { version: 1 } })) },
  ),
  'entries-in-any-order': defect([], 'skills/get lists files in another order, which it may', {
    answer: (method, params) =>
      (method === 'skills/get'
        ? firstFiles((files) => files.toReversed())
        : entries((entry) => entry))(method, params),
  }),
};
