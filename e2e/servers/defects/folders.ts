import { changed, without, type Defect } from './defect.ts';
import { capabilities, failing, honest, invalidParams, type Json } from './honest.ts';
import { found, hidden, hiddenAnswer, inFolder, references, script } from './changes.ts';

/** What resources/list and resources/directory/read give, beside what the official suite looks at. */
export const folderDefects: Readonly<Record<string, Defect>> = {
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
  'resources-list-no-caching': found('skillgate/cache-attributes', 'resources/list has no ttlMs', {
    answer: changed('resources/list', (result) => without(result, 'ttlMs')),
  }),
  'resources-read-no-caching': found(
    'skillgate/cache-attributes',
    'resources/read has no cacheScope',
    { answer: changed('resources/read', (result) => without(result, 'cacheScope')) },
  ),
  'resources-read-ttl-text': found('skillgate/cache-values', 'ttlMs of resources/read is a text', {
    answer: changed('resources/read', (result) => ({ ...result, ttlMs: '0' })),
  }),
  'file-only-in-resources': found(
    'skillgate/files-complete',
    'resources/list has a file of a skill that its entry lacks',
    {
      answer: changed('resources/list', (result, { cursor }) =>
        cursor === undefined
          ? {
              ...result,
              resources: [
                ...(result['resources'] as Json[]),
                { uri: 'skill://notes/extra.md', name: 'extra.md', mimeType: 'text/markdown' },
              ],
            }
          : result,
      ),
    },
  ),
  'directory-read-yes': found('skillgate/settings', 'directoryRead is declared as a text', {
    capabilities: {
      ...capabilities,
      extensions: { 'io.modelcontextprotocol/skills': { directoryRead: 'yes' } },
    },
  }),
  'folder-recursive': found(
    'skillgate/directory-agrees',
    'a folder is read with what lies in its folders',
    {
      answer: inFolder(references, (resources) => ({
        resources: [
          ...resources,
          { uri: `${references}/regional/eu.md`, name: 'eu.md', mimeType: 'text/markdown' },
        ],
      })),
    },
  ),
  'folder-slashed': found(
    'skillgate/directory-agrees',
    'the URI of a folder in a folder ends in a slash',
    {
      answer: inFolder(references, (resources) => ({
        resources: (resources as Json[]).map((one) =>
          one['mimeType'] === 'inode/directory' ? { ...one, uri: `${String(one['uri'])}/` } : one,
        ),
      })),
    },
  ),
  'folder-typed-text': found(
    'skillgate/directory-agrees',
    'a folder deeper down has the type of a text',
    {
      answer: inFolder(references, (resources) => ({
        resources: (resources as Json[]).map((one) => ({ ...one, mimeType: 'text/plain' })),
      })),
    },
  ),
  'file-typed-folder': found('skillgate/directory-agrees', 'a file has the type of a folder', {
    answer: inFolder('skill://notes', (resources) => ({
      resources: (resources as Json[]).map((one) => ({ ...one, mimeType: 'inode/directory' })),
    })),
  }),
  'child-elsewhere': found(
    'skillgate/directory-agrees',
    'a folder has a child that lies in another one',
    {
      answer: inFolder('skill://notes', (resources) => ({
        resources: [...resources, { uri: script, name: 'total.py', mimeType: 'text/x-python' }],
      })),
    },
  ),
  'dynamic-folder-refused': found(
    'skillgate/directory-agrees',
    'the folder of a dynamic skill is no folder',
    {
      answer: (method, params) =>
        method === 'resources/directory/read' && params['uri'] === 'skill://daily'
          ? failing(invalidParams)
          : honest(method, params),
    },
  ),
  'unlisted-folder-hides': found(
    'skillgate/directory-agrees',
    'the folder of a skill that only the instructions name has a file that its entry lacks',
    {
      instructions: hidden.named,
      answer: (method, params) =>
        method === 'resources/directory/read' && params['uri'] === 'skill://hidden/start'
          ? {
              result: {
                resultType: 'complete',
                resources: [
                  { uri: hidden.uri, name: 'SKILL.md', mimeType: 'text/markdown' },
                  { uri: 'skill://hidden/start/run.sh', name: 'run.sh', mimeType: 'text/plain' },
                ],
              },
            }
          : hiddenAnswer((result) => result)(method, params),
    },
  ),
};
