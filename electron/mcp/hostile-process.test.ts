import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { failureLine } from '../../shared/connection-advice.ts';
import type { ConnectionFailure } from '../../shared/model/server.ts';
import type { ServerConfig } from '../engine/ports/servers.ts';
import type { ServerSession } from '../engine/ports/session.ts';
import type { ConnectionBounds } from './pipe-budget.ts';
import { isRunning } from './testing/processes.ts';
import { connected, stdioConfig, testConnector } from './testing/servers.ts';

const folder = mkdtempSync(join(tmpdir(), 'skillgate-mcp-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function failing(
  config: ServerConfig,
  bounds: Partial<ConnectionBounds> = {},
): Promise<ConnectionFailure> {
  const answer = await testConnector(bounds).connector.connect(
    'server',
    config,
    new AbortController().signal,
  );
  if (answer.ok) throw new Error('it connected');
  return answer.error;
}

const closedReason = (session: ServerSession): Promise<ConnectionFailure> =>
  new Promise((resolve) => session.onClosed(resolve));

describe('a process that misbehaves', () => {
  it('that does not exist is named, and nothing is tried twice', async () => {
    expect(
      await failing({ type: 'stdio', command: 'skillgate-no-such-command', args: [], env: {} }),
    ).toMatchObject({
      reason: 'spawn',
      message: expect.stringContaining('skillgate-no-such-command') as string,
      spawn: { why: 'no-command' },
    });
  });

  it.skipIf(process.platform === 'win32')(
    'that is not executable is named with its place, but not where that is masked',
    async () => {
      const command = join(folder, 'server.sh');
      writeFileSync(command, '#!/bin/sh\n', { mode: 0o644 });
      const config = { type: 'stdio', command, args: [], env: {} } as const;
      const plain = await failing(config);
      expect(plain).toMatchObject({
        message: `Couldn’t start ${command}: the file isn’t executable.`,
        spawn: { why: 'not-executable', path: command },
      });
      expect(failureLine('s', plain)).toContain(`\`chmod +x ${command}\``);
      const masked = await failing({ ...config, env: { A_TOKEN: 'server.sh' } });
      expect(masked.spawn).toEqual({ why: 'not-executable' });
      expect(failureLine('s', masked)).toContain('`chmod +x PATH`');
    },
  );

  it('that ends at once shows its exit code and its last words', async () => {
    expect(await failing(stdioConfig('hostile', ['exits']))).toMatchObject({
      reason: 'exited',
      exitCode: 3,
      stderr: expect.arrayContaining(['Error: DATABASE_URL is not set']) as unknown,
    });
  });

  it('that prints text and answers nothing is given up after the connect time, its text shown', async () => {
    const failure = await failing(stdioConfig('hostile', ['garbage']), {
      connectMs: 2_500,
      probeMs: 500,
    });
    expect(failure.reason).toBe('garbage');
    expect(failure.message).toMatch(
      /^The server didn’t answer within 2\.5 s\. It printed \d+ lines that aren’t messages: Starting up, please wait\.\.\.$/,
    );
  });

  it('that prints one line is said to have printed one', async () => {
    const script = "console.log('Hello'); setInterval(() => {}, 1_000)";
    const config = { ...stdioConfig('hostile', []), args: ['-e', script] };
    const failure = await failing(config, { connectMs: 1_500, probeMs: 500 });
    expect(failure.message).toMatch(/ It printed one line that isn’t a message: Hello$/);
  });

  it.each(['legacy', 'modern'])(
    'that needs longer than the patience for one question is not given up (%s)',
    async (era) => {
      const { connector } = testConnector({ probeMs: 300 });
      const config = stdioConfig('hostile', ['slow', '--after', '1200', '--era', era]);
      const session = await connected(connector, config);
      expect(session.protocolVersion).toBe(era === 'modern' ? '2026-07-28' : '2025-11-25');
      expect(await session.call('skills/list', {})).toMatchObject({ ok: true });
      expect(connector.stderr('server')).toContain('fetching packages');
      await session.close();
    },
  );

  it('that does not answer the newer question is asked the older one beside it, on the same process', async () => {
    const { connector, log } = testConnector({ probeMs: 300 });
    const session = await connected(connector, stdioConfig('hostile', ['ignores-discover']));
    expect(session.protocolVersion).toBe('2025-11-25');
    const notes = log.rows(null).filter(({ kind }) => kind === 'note');
    expect(notes).toEqual([]);
    await session.close();
  });

  it('that speaks another version is refused with both sides named', async () => {
    for (const mode of ['other-version', 'other-version-discovered'])
      expect(await failing(stdioConfig('hostile', [mode])), mode).toMatchObject({
        reason: 'version',
        message:
          'The server supports MCP 2031-01-01; Skillgate supports 2026-07-28 and 2024-10-07 to 2025-11-25.',
      });
  });

  it('that prints beside every answer works: what it prints is counted, and the first of it kept', async () => {
    const { connector, log } = testConnector({ strayLinesKept: 3 });
    const session = await connected(connector, stdioConfig('hostile', ['chatty']));
    for (let round = 0; round < 3; round += 1)
      expect(await session.call('skills/list', {})).toMatchObject({ ok: true });
    expect(connector.stray?.('server')).toEqual({ lines: 200, first: 'log line 0' });
    const kept = log.rows(null).filter(({ target }) => target.startsWith('log line'));
    expect(kept).toHaveLength(3);
    await session.close();
  });

  it('that prints a banner first is tolerated', async () => {
    const { connector, log } = testConnector();
    const session = await connected(connector, stdioConfig('hostile', ['some-garbage']));
    expect(await session.call('skills/list', {})).toMatchObject({ ok: true });
    expect(
      log
        .rows(null)
        .some((row) => row.kind === 'stray' && row.target === '*** Welcome to the server ***'),
    ).toBe(true);
    await session.close();
  });

  it.each(['ends', 'stays'])(
    'that writes half a line and %s has it quoted, without secrets',
    async (how) => {
      const code = `process.stdout.write('Loading key sk-very-secret-12345 \\u001b[31m of {"jsonrpc":');
      if ('${how}' === 'ends') setTimeout(() => process.exit(4), 300); else setInterval(() => {}, 1000);`;
      const failure = await failing(
        {
          type: 'stdio',
          command: process.execPath,
          args: ['-e', code],
          env: { KEY: 'sk-very-secret-12345' },
        },
        { connectMs: 4_000, probeMs: 200 },
      );
      expect(failure.reason).toBe(how === 'ends' ? 'exited' : 'garbage');
      expect(failure.message).toMatch(
        /(?:code 4|within 4 s)\. It wrote an unfinished line to standard output: “Loading key •••• .*jsonrpc.*”\.$/,
      );
      expect(failure.message).not.toContain('\u001b');
      expect(JSON.stringify(failure)).not.toContain('very-secret');
    },
  );

  it('that never answers is given up after the connect time, and its children end', async () => {
    expect(
      await failing(stdioConfig('hostile', ['silent']), {
        connectMs: 900,
        probeMs: 200,
      }),
    ).toMatchObject({ reason: 'timeout' });
  });

  it('has the time to start that is set for it, not more and not less', async () => {
    const silent = { ...stdioConfig('hostile', ['silent']), startTimeout: 1 };
    const began = Date.now();
    expect(await failing(silent, { probeMs: 200 })).toMatchObject({
      reason: 'timeout',
      message: 'The server didn’t answer within 1 s.',
    });
    // A second start is within it, too; ending a process takes a moment more.
    expect(Date.now() - began).toBeLessThan(20_000);
    const { connector } = testConnector({ connectMs: 300, probeMs: 200 });
    const slow = { ...stdioConfig('hostile', ['slow', '--after', '1500']), startTimeout: 60 };
    const session = await connected(connector, slow);
    expect(await session.call('skills/list', {})).toMatchObject({ ok: true });
    await session.close();
  });

  it('that is silent for most of its time is not ended for that: it answers beside a second one (waits for both)', async () => {
    const { connector, log } = testConnector({ connectMs: 10_000, probeMs: 300 });
    const config = stdioConfig('hostile', ['slow', '--after', '8200']);
    const session = await connected(connector, config);
    expect(await session.call('skills/list', {})).toMatchObject({ ok: true });
    expect(log.rows(null).some(({ target }) => target.includes('with the older handshake'))).toBe(
      true,
    );
    expect(connector.stderr('server')).toContain('fetching packages');
    await session.close();
  });

  it.each(['dies-on-discover', 'hangs-on-discover'])(
    'that %s is started again with the older handshake (waits for the newer one)',
    async (mode) => {
      const { connector } = testConnector({ connectMs: 8_000, probeMs: 300 });
      const session = await connected(connector, stdioConfig('hostile', [mode]));
      expect(session.protocolVersion).toBe('2025-11-25');
      expect(await session.call('skills/list', {})).toMatchObject({ ok: true });
      await session.close();
    },
  );

  it('that ignores its closed stdin and SIGTERM is killed with its children, which hold its pipes', async () => {
    const pids = join(folder, 'pids.json');
    const { connector } = testConnector({ closeMs: 150 });
    const session = await connected(
      connector,
      stdioConfig('hostile', ['ignores-stdin', '--pids', pids]),
    );
    const ids = JSON.parse(readFileSync(pids, 'utf8')) as number[];
    expect(ids.map(isRunning)).toEqual([true, true]);
    await session.close();
    expect(ids.map(isRunning)).toEqual([false, false]);
  });

  it('that writes much to stderr costs no more than the kept tail', async () => {
    const { connector } = testConnector({ stderrBytes: 64 * 1024 });
    const session = await connected(connector, stdioConfig('hostile', ['stderr-flood']));
    expect(await session.call('skills/list', {})).toMatchObject({ ok: true });
    expect(connector.stderr('server').join('').length).toBeLessThanOrEqual(200 * 1024);
    await session.close();
  });

  it('that dies in the middle of an answer fails that call and says how it ended', async () => {
    const { connector } = testConnector();
    const session = await connected(connector, stdioConfig('hostile', ['dies-mid-read']));
    const closed = closedReason(session);
    expect(
      await session.call('resources/read', { uri: 'skill://skill-0/notes.txt' }),
    ).toMatchObject({ ok: false, error: { reason: 'closed' } });
    expect(await closed).toMatchObject({
      reason: 'exited',
      exitCode: 139,
      stderr: ['segmentation fault, nearly'],
    });
    await session.close();
  });

  it('is given up when the person cancels', async () => {
    const abort = new AbortController();
    const answer = testConnector().connector.connect(
      'server',
      stdioConfig('hostile', ['silent']),
      abort.signal,
    );
    abort.abort();
    expect(await answer).toMatchObject({
      ok: false,
      error: { reason: 'closed', message: 'Canceled.' },
    });
  });

  it('never shows what is left of a secret where the kept tail of stderr begins', async () => {
    const secret = 'sk-very-secret-1234567890';
    for (const after of [40, 46, 52]) {
      const code = `process.stderr.write('Failed with \\u001b[2Jkey ' + process.env.KEY + ' '.padEnd(${after}, 'x'), () => process.exit(2));`;
      const config = { type: 'stdio', command: process.execPath, args: ['-e', code] } as const;
      const { connector } = testConnector({ stderrBytes: 60 });
      const signal = new AbortController().signal;
      const answer = await connector.connect('server', { ...config, env: { KEY: secret } }, signal);
      const said = JSON.stringify([answer, connector.stderr('server')]);
      expect(said).toContain('xxxxx');
      for (let at = 0; at + 8 <= secret.length; at += 1)
        expect(said).not.toContain(secret.slice(at, at + 8));
      expect(said).not.toContain(String.raw`\u001b`);
    }
  });

  it('never shows a configured secret in an error, on stderr or in the log', async () => {
    const { connector, log } = testConnector();
    const secret = 'sk-very-secret-1234567890';
    const session = await connected(
      connector,
      stdioConfig('hostile', ['secret-in-error'], { SECRET_TOKEN: secret }),
    );
    const read = await session.call('resources/read', { uri: 'skill://plain/SKILL.md' });
    expect(read).toMatchObject({
      ok: false,
      error: { reason: 'error-response', message: 'Upstream refused token ••••' },
    });
    await session.close();
    const shown = JSON.stringify([
      read,
      connector.stderr('server'),
      log.rows(null),
      log.rows(null).map(({ id }) => log.store.texts(id)),
    ]);
    expect(shown).toContain('token is ••••');
    expect(shown).not.toContain(secret);
  });
});
