import { describe, expect, it } from 'vitest';
import { remoteServer, stdioConfig, testConnector, connected } from './testing/servers.ts';

const page = (value: unknown): { skills: { uri: string; resources: { uri: string }[] }[] } =>
  value as never;

describe('a session with an honest server', () => {
  const cases = [
    { era: 'modern', transport: 'stdio', version: '2026-07-28' },
    { era: 'legacy', transport: 'stdio', version: '2025-11-25' },
    { era: 'modern', transport: 'http', version: '2026-07-28' },
    { era: 'legacy', transport: 'http', version: '2025-11-25' },
    { era: 'legacy', transport: 'sse', version: '2025-11-25' },
  ] as const;

  it.each(cases)(
    'lists and reads over $transport in the $era era',
    async ({ era, transport, version }) => {
      const { connector, log } = testConnector();
      const args = ['--era', era, '--transport', transport, '--skills', '3'];
      const remote = transport === 'stdio' ? null : await remoteServer('honest', args, transport);
      const session = await connected(connector, remote?.config ?? stdioConfig('honest', args));
      expect(session.protocolVersion).toBe(version);
      expect(session.capabilities).toMatchObject({
        extensions: { 'io.modelcontextprotocol/skills': { directoryRead: true } },
      });

      const list = await session.call('skills/list', {});
      if (!list.ok) throw new Error(list.error.message);
      expect(page(list.value).skills.map((skill) => skill.uri)).toEqual([
        'skill://skill-0/SKILL.md',
        'skill://skill-1/SKILL.md',
        'skill://skill-2/SKILL.md',
      ]);
      const read = await session.call('resources/read', { uri: 'skill://skill-1/notes.txt' });
      expect(read).toMatchObject({
        ok: true,
        value: {
          contents: [
            { uri: 'skill://skill-1/notes.txt', text: expect.stringContaining('note') as string },
          ],
        },
      });
      const folder = await session.call('resources/directory/read', { uri: 'skill://skill-1' });
      expect(folder).toMatchObject({
        ok: true,
        value: {
          resources: expect.arrayContaining([
            expect.objectContaining({
              uri: 'skill://skill-1/references',
              mimeType: 'inode/directory',
            }),
          ]) as unknown,
        },
      });
      const missing = await session.call('skills/get', { uri: 'skill://nothing/SKILL.md' });
      expect(missing).toMatchObject({
        ok: false,
        error: {
          reason: 'error-response',
          code: -32602,
          message: expect.stringContaining('skill://nothing/SKILL.md') as string,
        },
      });

      const answered = log.rows('server').find((row) => row.method === 'resources/read');
      expect(answered).toMatchObject({
        kind: 'exchange',
        direction: 'sent',
        status: 'ok',
        target: 'skill://skill-1/notes.txt',
      });
      expect(answered?.durationMs).toBeGreaterThanOrEqual(0);
      expect(answered?.answerBytes).toBeGreaterThan(400);
      expect(log.store.texts(answered?.id ?? 0).response).toContain('"contents": [');
      await session.close();
      expect(await session.call('skills/list', {})).toMatchObject({
        ok: false,
        error: { reason: 'closed' },
      });
      await remote?.stop();
    },
  );

  it('carries text and binary of any kind unchanged', async () => {
    const { connector } = testConnector();
    const session = await connected(connector, stdioConfig('honest', ['--skills', '60']));
    const reads = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        session.call('resources/read', { uri: `skill://skill-${index}/scripts/run.py` }),
      ),
    );
    for (const [index, read] of reads.entries()) {
      expect(read).toMatchObject({
        ok: true,
        value: { contents: [{ text: expect.stringContaining(`print(${index})`) as string }] },
      });
    }
    await session.close();
  });
});
