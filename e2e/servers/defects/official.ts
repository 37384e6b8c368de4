import {
  changed,
  defect,
  entries,
  firstEntry,
  firstFiles,
  firstItem,
  instead,
  without,
  type Defect,
} from './defect.ts';
import { capabilities, failing, honest, invalidParams, type Json } from './honest.ts';

const extension = 'io.modelcontextprotocol/skills';
const declared = (settings: unknown): Json => ({
  ...capabilities,
  extensions: { [extension]: settings },
});
const main = 'skill://acme/refunds/SKILL.md';
const unknownMethod = () => failing(-32_601, 'Method not found');

/** The text of the first SKILL.md changed, and everything else as it is. */
const mainText = (change: (text: string) => string): NonNullable<Defect['answer']> =>
  changed('resources/read', (result, { uri }) => {
    const [content] = result['contents'] as [Json];
    return uri === main
      ? { ...result, contents: [{ ...content, text: change(String(content['text'])) }] }
      : result;
  });
const frontmatter = (entry: Json): Json => entry['frontmatter'] as Json;

/** A defect for each check of the official suite that can fail. */
export const officialDefects: Readonly<Record<string, Defect>> = {
  'declared-true': defect('sep-2640-capability-empty-object', 'the extension is declared as true', {
    capabilities: declared(true),
  }),
  'declared-in-envelope': defect(
    'sep-2640-capability-declaration-inline',
    'the settings stand under config',
    { capabilities: declared({ config: { directoryRead: true } }) },
  ),
  'no-resources-capability': defect(
    'sep-2640-capability-requires-resources',
    'the resources capability is not declared',
    { capabilities: without(capabilities, 'resources') },
  ),
  'no-get': defect(
    ['sep-2640-capability-commits-to-methods', 'sep-2640-skills-get-implemented'],
    'skills/get is not implemented',
    { answer: instead('skills/get', unknownMethod) },
  ),
  'no-list': defect(
    ['sep-2640-capability-commits-to-methods', 'sep-2640-skills-list-implemented'],
    'skills/list is not implemented',
    { answer: instead('skills/list', unknownMethod) },
  ),
  'cursor-repeats': defect(
    'sep-2640-skills-list-pagination',
    'the last page names its own cursor as the next one',
    {
      answer: changed('skills/list', (result, { cursor }) =>
        cursor === undefined ? result : { ...result, nextCursor: cursor },
      ),
    },
  ),
  'entry-split': defect(
    ['sep-2640-skills-list-entry-atomic', 'sep-2640-names-should-be-unique'],
    'the first skill stands on both pages, with half its files on each',
    {
      answer: changed('skills/list', (result, { cursor }) => {
        const { result: first } = honest('skills/list', {}) as { result: Json };
        const [entry] = first['skills'] as [Json];
        const files = entry['resources'] as Json[];
        const listed = result['skills'] as Json[];
        return cursor === undefined
          ? { ...result, skills: [{ ...entry, resources: files.slice(0, 2) }, ...listed.slice(1)] }
          : {
              ...result,
              skills: [...listed, { ...entry, resources: [files[0], ...files.slice(2)] }],
            };
      }),
    },
  ),
  'list-without-caching': defect(
    'sep-2640-skills-list-cache-attributes',
    'the result of skills/list has no ttlMs',
    { answer: changed('skills/list', (result) => without(result, 'ttlMs')) },
  ),
  'entry-without-uri': defect('sep-2640-entry-uri-required', 'an entry has no URI', {
    answer: changed('skills/list', (result, { cursor }) =>
      cursor === undefined
        ? result
        : { ...result, skills: (result['skills'] as Json[]).map((entry) => without(entry, 'uri')) },
    ),
  }),
  'no-description': defect(
    ['sep-2640-entry-frontmatter-required', 'sep-2640-entry-frontmatter-identical'],
    'the frontmatter of an entry has no description',
    {
      answer: firstEntry((entry) => ({
        ...entry,
        frontmatter: without(frontmatter(entry), 'description'),
      })),
    },
  ),
  'other-name': defect(
    ['sep-2640-entry-uri-matches-frontmatter-name', 'sep-2640-entry-frontmatter-identical'],
    "the entry's name is not that of its folder",
    {
      answer: firstEntry((entry) => ({
        ...entry,
        frontmatter: { ...frontmatter(entry), name: 'returns' },
      })),
    },
  ),
  'other-scheme': defect('sep-2640-skill-uri-scheme', 'a skill is served under notes://', {
    answer: (method, params) => {
      const there = (text: string): string => text.replaceAll('skill://notes', 'notes://all/notes');
      const here = JSON.parse(
        JSON.stringify(params).replaceAll('notes://all/notes', 'skill://notes'),
      ) as Json;
      return JSON.parse(there(JSON.stringify(honest(method, here)))) as ReturnType<typeof honest>;
    },
  }),
  'no-resources': defect(
    ['sep-2640-entry-resources-required', 'sep-2640-skills-get-entry-shape'],
    'an entry has no resources',
    { answer: firstEntry((entry) => without(entry, 'resources')) },
  ),
  'main-unlisted': defect('sep-2640-resources-complete', 'resources lack SKILL.md itself', {
    answer: firstFiles((files) => files.filter(({ uri }) => uri !== main)),
  }),
  'file-twice': defect('sep-2640-resources-complete', 'resources have a file twice', {
    answer: firstFiles((files) => [...files, ...files.slice(1, 2)]),
  }),
  'file-outside': defect(
    'sep-2640-resources-uri-within-skill',
    'resources have a file of another folder',
    {
      answer: firstFiles((files) => [
        ...files,
        { ...files[1], uri: 'skill://acme/refunds-evil/policy.md' },
      ]),
    },
  ),
  'digest-uppercase': defect('sep-2640-resources-digest-format', 'digests are in capitals', {
    answer: firstFiles((files) =>
      files.map((file) => ({ ...file, digest: file.digest.toUpperCase() })),
    ),
  }),
  'no-size': defect('sep-2640-resources-size-required', 'files have no size', {
    answer: firstFiles((files) => files.map((file) => without({ ...file }, 'size'))),
  }),
  'too-many-files': defect('sep-2640-limit-resources-per-skill', 'a skill lists 513 files', {
    answer: firstFiles((files) => [
      ...files,
      ...Array.from({ length: 513 - files.length }, (_, index) => ({
        ...files[1],
        uri: `skill://acme/refunds/more/${index}.md`,
      })),
    ]),
  }),
  'too-large': defect('sep-2640-limit-total-size', 'the files of a skill say 16 MiB and a byte', {
    answer: firstFiles((files) => [
      ...files,
      { ...files[1], uri: 'skill://acme/refunds/big.bin', size: 16 * 1024 * 1024 },
    ]),
  }),
  'reserved-metadata': defect(
    ['sep-2640-metadata-reserved-prefix', 'sep-2640-entry-frontmatter-identical'],
    'metadata has a key of the reserved prefix, which the file has not',
    {
      answer: firstEntry((entry) => ({
        ...entry,
        frontmatter: {
          ...frontmatter(entry),
          metadata: { team: 'billing', 'io.modelcontextprotocol/owner': 'x' },
        },
      })),
    },
  ),
  'bad-name': defect(['sep-2640-name-naming-rules'], 'the name of a skill has capitals', {
    answer: (method, params) => {
      const here = JSON.parse(JSON.stringify(params).replaceAll('Daily', 'daily')) as Json;
      const there = JSON.stringify(honest(method, here));
      return JSON.parse(
        there
          .replaceAll('skill://daily', 'skill://Daily')
          .replaceAll('"name":"daily"', '"name":"Daily"'),
      ) as ReturnType<typeof honest>;
    },
  }),
  'bad-authority': defect('sep-2640-authority-reg-name', 'the first segment is no reg-name', {
    answer: (method, params) => {
      const here = JSON.parse(JSON.stringify(params).replaceAll('acme|co', 'acme')) as Json;
      const there = JSON.stringify(honest(method, here));
      return JSON.parse(there.replaceAll('skill://acme', 'skill://acme|co')) as ReturnType<
        typeof honest
      >;
    },
  }),
  'names-collide': defect('sep-2640-names-should-be-unique', 'two skills have one name', {
    answer: changed('skills/list', (result, { cursor }) => {
      const listed = result['skills'] as Json[];
      const text = JSON.stringify(listed.at(-1));
      return cursor === undefined
        ? result
        : {
            ...result,
            skills: [
              ...listed,
              JSON.parse(text.replaceAll('skill://daily', 'skill://other/daily')) as Json,
            ],
          };
    }),
  }),
  'get-other-uri': defect('sep-2640-skills-get-entry-shape', 'skills/get gives another skill', {
    answer: changed('skills/get', (result) => ({
      ...result,
      skill: { ...(result['skill'] as Json), uri: 'skill://notes/SKILL.md' },
    })),
  }),
  'get-without-caching': defect(
    'sep-2640-skills-get-cache-attributes',
    'the result of skills/get has no cacheScope',
    { answer: changed('skills/get', (result) => without(result, 'cacheScope')) },
  ),
  'get-with-cursor': defect('sep-2640-skills-get-no-cursor', 'skills/get has a next page', {
    answer: changed('skills/get', (result) => ({ ...result, nextCursor: '2' })),
  }),
  'get-unknown-code': defect(
    'sep-2640-skills-get-unknown-uri-invalid-params',
    'skills/get of what is not served answers with -32002',
    {
      answer: (method, params) => {
        const answer = honest(method, params);
        return method === 'skills/get' && 'error' in answer ? failing(-32_002) : answer;
      },
    },
  ),
  'get-unknown-answered': defect(
    'sep-2640-skills-get-unknown-uri-invalid-params',
    'skills/get answers for every URI',
    {
      answer: (method, params) => {
        const answer = honest(method, params);
        if (method !== 'skills/get' || !('error' in answer)) return answer;
        const first = honest('skills/get', { uri: main }) as { result: Json };
        return {
          result: { ...first.result, skill: { ...(first.result['skill'] as Json), ...params } },
        };
      },
    },
  ),
  'main-unread': defect(
    ['sep-2640-skillmd-required', 'sep-2640-final-segment-equals-name'],
    'the first SKILL.md cannot be read',
    {
      answer: (method, params) =>
        method === 'resources/read' && params['uri'] === main
          ? failing(invalidParams)
          : honest(method, params),
    },
  ),
  'no-frontmatter': defect(
    ['sep-2640-skillmd-frontmatter', 'sep-2640-final-segment-equals-name'],
    'the first SKILL.md has no frontmatter',
    { answer: mainText((text) => text.slice(text.indexOf('# '))) },
  ),
  'frontmatter-differs': defect(
    'sep-2640-entry-frontmatter-identical',
    'the file says another license than the entry',
    { answer: mainText((text) => text.replace('license: MIT', 'license: GPL')) },
  ),
  'other-name-in-file': defect(
    [
      'sep-2640-final-segment-equals-name',
      'sep-2640-entry-frontmatter-identical',
      'sep-2640-skillmd-metadata-name',
    ],
    'the file says another name than its folder',
    { answer: mainText((text) => text.replace('name: refunds', 'name: returns')) },
  ),
  'plain-mimetype': defect('sep-2640-skillmd-mimetype', 'SKILL.md is text/plain', {
    answer: changed('resources/read', (result) => ({
      ...result,
      contents: (result['contents'] as Json[]).map((one) => ({ ...one, mimeType: 'text/plain' })),
    })),
  }),
  'resource-name': defect(
    'sep-2640-skillmd-metadata-name',
    'the resource is named after its file',
    {
      answer: firstItem('resources/list', 'resources', (item) => ({ ...item, name: 'SKILL.md' })),
    },
  ),
  'resource-description': defect(
    'sep-2640-skillmd-metadata-description',
    'the resource has no description',
    { answer: firstItem('resources/list', 'resources', (item) => without(item, 'description')) },
  ),
  'bare-meta': defect('sep-2640-meta-prefix', 'the resource has a bare key in _meta', {
    answer: firstItem('resources/list', 'resources', (item) => ({
      ...item,
      _meta: { version: 1 },
    })),
  }),
  'no-directory-read': defect(
    [
      'sep-2640-directory-read-method-registered',
      'sep-2640-directory-read-result-resources-shape',
      'sep-2640-directory-read-subdir-mimetype',
      'sep-2640-directory-read-invalid-params',
      'sep-2640-directory-read-pagination',
    ],
    'directoryRead is declared and not implemented',
    { answer: instead('resources/directory/read', unknownMethod) },
  ),
  'directory-shape': defect(
    'sep-2640-directory-read-result-resources-shape',
    'children of a folder have no uri',
    {
      answer: changed('resources/directory/read', (result) => ({
        ...result,
        resources: (result['resources'] as Json[]).map((one) => without(one, 'uri')),
      })),
    },
  ),
  'folders-untyped': defect(
    'sep-2640-directory-read-subdir-mimetype',
    'folders in a folder have no mimeType',
    {
      answer: changed('resources/directory/read', (result) => ({
        ...result,
        resources: (result['resources'] as Json[]).map((one) => without(one, 'mimeType')),
      })),
    },
  ),
  'file-as-directory': defect(
    'sep-2640-directory-read-invalid-params',
    'a directory read of a file gives an empty list',
    {
      answer: (method, params) => {
        const answer = honest(method, params);
        return method === 'resources/directory/read' && 'error' in answer
          ? { result: { resultType: 'complete', resources: [] } }
          : answer;
      },
    },
  ),
  'directory-cursor': defect(
    ['sep-2640-directory-read-pagination'],
    'the second page of a folder is refused',
    {
      answer: (method, params) =>
        method === 'resources/directory/read' && params['cursor'] !== undefined
          ? failing(invalidParams)
          : honest(method, params),
    },
  ),
};

/** Every entry is right and none of it is listed: a server may do that. */
export const soundServers: Readonly<Record<string, Defect>> = {
  sound: defect([], 'keeps every rule', {}),
  'lists-nothing': defect([], 'lists no skill, and answers for each', {
    answer: changed('skills/list', (result) => ({ ...without(result, 'nextCursor'), skills: [] })),
  }),
  'lists-no-resources': defect([], 'has no resources/list', {
    answer: changed('resources/list', (result) => ({
      ...without(result, 'nextCursor'),
      resources: [],
    })),
  }),
  'all-dynamic': defect([], 'generates all its skills', {
    answer: entries((entry) => ({ ...entry, resources: 'dynamic' })),
  }),
  'reads-no-directories': defect([], 'does not declare directoryRead', {
    capabilities: declared({}),
    answer: instead('resources/directory/read', unknownMethod),
  }),
};
