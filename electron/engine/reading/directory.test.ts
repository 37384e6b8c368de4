import { describe, expect, it } from 'vitest';
import { skillMd, type ServedSkill } from '../../../e2e/servers/support/served-skill.ts';
import { err, ok } from '../../../shared/result.ts';
import { stage } from '../testing/stage.ts';
import { refuses, ServedHere } from '../testing/served.ts';
import { readDirectory } from './directory.ts';

const main = 'skill://a/SKILL.md';
const served: ServedSkill = {
  path: 'a',
  files: {
    'SKILL.md': skillMd('a', 'About a'),
    'docs/guide.md': '# Guide\n',
    'docs/deep/er.md': 'Deeper',
  },
  extraFiles: { 'docs/unlisted.md': 'Unlisted' },
};

async function one(change: (server: ServedHere) => void = () => {}) {
  const server = new ServedHere([served]);
  change(server);
  const scene = await stage({ servers: { acme: server } });
  await scene.up();
  const folder = (path: string) => readDirectory(scene.app, scene.skill('acme', main), path);
  return { ...scene, served: server, folder };
}
const answering = (answer: ReturnType<ServedHere['instead']>) => (server: ServedHere) => {
  server.instead = ({ method }) => (method === 'resources/directory/read' ? answer : undefined);
};
const children = (...resources: object[]) => answering(ok({ resources }));

describe('the folder of a skill', () => {
  it('shows what the server has there beside what the entry lists', async () => {
    const { folder } = await one();
    expect(await folder('docs')).toEqual(
      ok({
        uri: 'skill://a/docs',
        children: [
          { uri: 'skill://a/docs/guide.md', name: 'guide.md', folder: false, listed: true },
          { uri: 'skill://a/docs/deep', name: 'deep', folder: true, listed: false },
          { uri: 'skill://a/docs/unlisted.md', name: 'unlisted.md', folder: false, listed: false },
        ],
        gone: [],
      }),
    );
    expect(await folder('docs/')).toEqual(await folder('docs'));
    expect(await folder('')).toMatchObject({ value: { uri: 'skill://a', gone: [] } });
  });

  it('names what the entry lists there and the server does not show', async () => {
    const { folder } = await one(
      children({ uri: 'skill://a/docs/other.md', name: 'other.md', mimeType: 'text/markdown' }),
    );
    expect(await folder('docs')).toMatchObject({ value: { gone: ['skill://a/docs/guide.md'] } });
  });

  it('marks what is none of its children, and says why', async () => {
    const { folder } = await one(
      children(
        { uri: 'skill://a/docs/deep/er.md', name: 'er.md', mimeType: 'text/markdown' },
        { uri: 'skill://b/SKILL.md', name: 'hid\u202Eden', mimeType: 'text/markdown' },
      ),
    );
    const view = await folder('docs');
    expect(view.ok && view.value.children).toMatchObject([
      { listed: false, problem: 'Not a direct child of this folder.' },
      { listed: false, problem: expect.any(String), name: expect.not.stringContaining('\u202E') },
    ]);
  });

  it.each(['../b', '/etc', 'docs/../../b'])('is not left: %s', async (path) => {
    const { folder, served: server } = await one();
    expect(await folder(path)).toMatchObject({ error: { code: 'refused' } });
    expect(server.askedFor('resources/directory/read')).toEqual([]);
  });

  it('is not asked for where the server does not offer it', async () => {
    const { folder, served: server } = await one((one_) => {
      one_.capabilities = { resources: {}, extensions: { 'io.modelcontextprotocol/skills': {} } };
    });
    expect(await folder('docs')).toEqual(
      err({
        code: 'refused',
        message: 'This server doesn’t support listing folders (`directoryRead`).',
      }),
    );
    expect(server.askedFor('resources/directory/read')).toEqual([]);
  });

  it('says what came instead of it', async () => {
    const refused = await one(answering(refuses(-1, 'no')));
    expect(await refused.folder('docs')).toMatchObject({ error: { code: 'server-error' } });
    const malformed = await one(answering(ok({ resources: 7 })));
    expect(await malformed.folder('docs')).toMatchObject({ error: { code: 'server-error' } });
  });

  it('that is not shown to its end says so, and that nothing is gone', async () => {
    const { folder, served: server } = await one();
    server.instead = ({ method, params }) =>
      method !== 'resources/directory/read'
        ? undefined
        : params['cursor'] === undefined
          ? ok({ resources: [{ uri: 'skill://a/docs/deep', name: 'deep' }], nextCursor: 'n' })
          : refuses(-1, 'no more');
    expect(await folder('docs')).toMatchObject({
      value: {
        children: [{ name: 'deep' }],
        gone: [],
        incomplete: expect.stringContaining('no more'),
      },
    });
  });
});
