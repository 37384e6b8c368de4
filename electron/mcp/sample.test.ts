import { describe, expect, it } from 'vitest';
import { createConnector } from './connector.ts';
import { createProtocolLog } from './log.ts';
import { bundled, connected } from './testing/servers.ts';

describe('the sample server', () => {
  const connector = createConnector({
    log: createProtocolLog({ now: Date.now }),
    now: Date.now,
    clientInfo: { name: 'skillgate-test', version: '0' },
    sample: { command: process.execPath, args: [bundled('sample')] },
  });

  it('is started by its alias and speaks the extension with directories', async () => {
    const session = await connected(connector, {
      type: 'stdio',
      command: 'skillgate',
      args: ['sample-server'],
      env: {},
    });
    expect(session).toMatchObject({
      protocolVersion: '2026-07-28',
      serverName: 'skillgate-sample',
    });
    expect(session.instructions).toContain('skill://extras/unlisted/SKILL.md');
    expect(session.capabilities).toMatchObject({
      extensions: { 'io.modelcontextprotocol/skills': { directoryRead: true } },
    });
    expect(await session.call('skills/list', {})).toMatchObject({
      ok: true,
      value: { skills: { length: 7 } },
    });
    expect(
      await session.call('skills/get', { uri: 'skill://extras/unlisted/SKILL.md' }),
    ).toMatchObject({ ok: true });
    expect(
      await session.call('resources/read', { uri: 'skill://handbook/onboarding/SKILL.md' }),
    ).toMatchObject({ ok: true });
    expect(
      await session.call('resources/directory/read', { uri: 'skill://handbook' }),
    ).toMatchObject({ ok: true });
    await session.close();
  });

  it('is not meant by the same command with other arguments', async () => {
    const answer = await connector.connect(
      'server',
      { type: 'stdio', command: 'skillgate-absent', args: ['sample-server'], env: {} },
      new AbortController().signal,
    );
    expect(answer).toMatchObject({ ok: false, error: { reason: 'spawn' } });
  });
});
