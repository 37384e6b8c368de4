import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { limits } from '../../core/limits.ts';
import type { ServerSession } from '../../engine/ports/session.ts';
import { temporaryFolder } from '../testing/forge.ts';
import { connectFolders } from './folder-session.ts';
import { openFolderSource, type FolderSource } from './folder-source.ts';

const main = '---\nname: notes\ndescription: Keeps notes.\n---\n';

async function opened(files: Readonly<Record<string, string | Uint8Array>>): Promise<{
  readonly root: string;
  readonly source: FolderSource;
  readonly session: ServerSession;
}> {
  const root = await temporaryFolder();
  await mkdir(join(root, 'skills/notes/inner'), { recursive: true });
  for (const [path, content] of Object.entries(files))
    await writeFile(join(root, 'skills/notes', path), content);
  const source = await openFolderSource({ cwd: root, home: root }, './skills/');
  if (!source.ok) throw new Error(source.error);
  const session = await connectFolders([source.value]).connect(
    source.value.label,
    { type: 'stdio', command: '', args: [], env: {} },
    new AbortController().signal,
  );
  if (!session.ok) throw new Error(session.error.message);
  return { root, source: source.value, session: session.value };
}
const read = (session: ServerSession, uri: string): ReturnType<ServerSession['call']> =>
  session.call('resources/read', { uri });

describe('a folder as a server', () => {
  it('lists skills with the digests and sizes of their files', async () => {
    const { source, session } = await opened({ 'SKILL.md': main, 'inner/a b.md': 'x' });
    expect(source.label).toBe('./skills');
    expect(await session.call('skills/list', {})).toMatchObject({
      value: {
        skills: [
          {
            uri: 'skill://notes/SKILL.md',
            frontmatter: { name: 'notes' },
            resources: [
              { uri: 'skill://notes/SKILL.md', size: main.length },
              { uri: 'skill://notes/inner/a%20b.md', size: 1 },
            ],
          },
        ],
      },
    });
  });

  it('gives text as text, and bytes that no text gives back as a blob', async () => {
    const { session } = await opened({ 'SKILL.md': main, 'inner/b.bin': Buffer.from([0xff, 0]) });
    expect(await read(session, 'skill://notes/SKILL.md')).toMatchObject({
      value: { contents: [{ text: main }] },
    });
    expect(await read(session, 'skill://notes/inner/b.bin')).toMatchObject({
      value: { contents: [{ blob: '/wA=' }] },
    });
  });

  it('reads no address that it did not list', async () => {
    const { root, session } = await opened({ 'SKILL.md': main });
    await writeFile(join(root, 'secret'), 's');
    for (const uri of ['skill://notes/../../secret', `file://${root}/secret`, ''])
      expect(await read(session, uri)).toMatchObject({ ok: false });
    expect(await session.call('tools/call', {})).toMatchObject({ error: { code: -32_601 } });
  });

  it('reads a file that grew meanwhile up to a limit', async () => {
    const { root, session } = await opened({ 'SKILL.md': main, 'inner/log.txt': 'a' });
    await writeFile(join(root, 'skills/notes/inner/log.txt'), Buffer.alloc(limits.skillBytes + 1));
    expect(await read(session, 'skill://notes/inner/log.txt')).toMatchObject({ ok: false });
  });

  it('reads nothing elsewhere when a file or a folder is swapped for a link', async () => {
    const { root, session } = await opened({ 'SKILL.md': main, 'inner/a.md': 'a' });
    await mkdir(join(root, 'outside'));
    await writeFile(join(root, 'outside/a.md'), 'secret');
    const inner = join(root, 'skills/notes/inner');
    await rename(inner, join(root, 'moved'));
    await symlink(join(root, 'outside'), inner);
    expect(await read(session, 'skill://notes/inner/a.md')).toMatchObject({
      error: { message: expect.stringContaining('its folder moved') },
    });
    await rename(join(root, 'skills/notes/SKILL.md'), join(root, 'SKILL.md'));
    await symlink(join(root, 'outside/a.md'), join(root, 'skills/notes/SKILL.md'));
    expect(await read(session, 'skill://notes/SKILL.md')).toMatchObject({ ok: false });
  });

  it('names a bounded number of what it left out, whole skills first', async () => {
    const root = await temporaryFolder();
    await mkdir(join(root, 'a'));
    await mkdir(join(root, 'z'));
    await writeFile(join(root, 'a/SKILL.md'), main);
    await writeFile(join(root, 'z/SKILL.md'), 'no frontmatter');
    for (let n = 0; n < 600; n += 1) await symlink('/', join(root, `a/link-${n}`));
    const source = await openFolderSource({ cwd: root, home: root }, root);
    const left = source.ok ? source.value.left : [];
    expect(left).toHaveLength(501);
    expect(left[0]).toMatchObject({ path: join(root, 'z'), isSkill: true });
    expect(left.at(-1)?.why).toContain('101 more files or folders');
  });

  it('finds its own end in folders that are nested without one', async () => {
    const root = await temporaryFolder();
    await writeFile(join(root, 'SKILL.md'), main);
    await mkdir(join(root, ...Array.from({ length: 200 }, () => 'd')), { recursive: true });
    const source = await openFolderSource({ cwd: root, home: root }, '.');
    expect(source).toMatchObject({
      ok: true,
      value: { skills: [{ uri: 'skill://notes/SKILL.md' }] },
    });
  });
});
