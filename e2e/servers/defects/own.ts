import { skillMd } from '../support/served-skill.ts';
import { agentSkillsDefects } from './agent-skills.ts';
import { authorDefects } from './authors.ts';
import {
  content,
  found,
  hidden,
  hiddenAnswer,
  hiddenSkill,
  latin1,
  main,
  notes,
  resource,
  script,
  text,
  undigested,
} from './changes.ts';
import { changed, defect, entries, firstFiles, without, type Defect } from './defect.ts';
import { greetingDefects } from './greeting.ts';
import { contentDefects } from './content.ts';
import { wireContentDefects } from './wire-content.ts';
import { folderDefects } from './folders.ts';
import { capabilities, failing, honest, invalidParams, type Json } from './honest.ts';

let listings = 0;
let promises = 0;
let secondPages = 0;
let reads = 0;

/** What the official suite does not look at: a defect for each check of ours. */
export const ownDefects: Readonly<Record<string, Defect>> = {
  ...agentSkillsDefects,
  ...authorDefects,
  ...contentDefects,
  ...greetingDefects,
  ...wireContentDefects,
  ...folderDefects,
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
  'not-utf8': found(
    'skillgate/frontmatter-identical',
    'the SKILL.md of the second skill is Latin-1',
    { answer: content(notes, latin1) },
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
