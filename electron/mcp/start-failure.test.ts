import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adviceOn } from '../../shared/connection-advice.ts';
import { whyNotStarted } from './start-failure.ts';

const isPosix = process.platform !== 'win32';

let folder: string;
const at = (name: string): string => join(folder, name);
function file(name: string, text: string, mode: number): void {
  writeFileSync(at(name), text);
  chmodSync(at(name), mode);
}
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'skillgate-start-')));
  file('plain.sh', '#!/bin/sh\n', 0o644);
  file('my server.sh', '#!/bin/sh\n', 0o644);
  file("it's; $HOME", '#!/bin/sh\n', 0o644);
  file('gone.sh', '#!/no/such/interpreter -e\n', 0o755);
  file('dos.sh', '#!/bin/sh\r\necho x\r\n', 0o755);
  file('folded.sh', `#!${folder}\n`, 0o755);
  file('closed.sh', `#!${at('plain.sh')}\n`, 0o755);
  file('words', 'no program\n', 0o755);
  mkdirSync(at('locked'));
  chmodSync(at('locked'), 0o600);
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Given {
  readonly command: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** What the system says of it, and what is made of that, with the next step. */
function started({ command, cwd, env = {} }: Given) {
  const { error } = spawnSync(command, [], { ...(cwd === undefined ? {} : { cwd }), env });
  const { code = 'none' } = (error ?? {}) as NodeJS.ErrnoException;
  const { text, spawn } = whyNotStarted(
    { command, env, ...(cwd === undefined ? {} : { cwd }) },
    code,
    process.platform,
  );
  const cause = { reason: 'spawn', ...(spawn === undefined ? {} : { spawn }) } as const;
  return { code, text, why: spawn?.why, next: adviceOn(cause).next };
}

describe.skipIf(!isPosix)('a command that does not start', () => {
  it('is a file without the right to be executed, which one word gives it', () => {
    expect(started({ command: at('plain.sh') })).toEqual({
      code: 'EACCES',
      text: 'the file isn’t executable',
      why: 'not-executable',
      next: `Make it executable: \`chmod +x ${at('plain.sh')}\`.`,
    });
    expect(started({ command: './plain.sh', cwd: folder }).next).toContain(
      `\`chmod +x ${at('plain.sh')}\``,
    );
    expect(started({ command: 'plain.sh', env: { PATH: `/usr/bin:${folder}` } })).toMatchObject({
      why: 'not-executable',
      next: expect.stringContaining(`\`chmod +x ${at('plain.sh')}\``) as string,
    });
  });

  it('is named so that a shell takes it for one word, or not at all', () => {
    expect(started({ command: at('my server.sh') }).next).toContain(
      `\`chmod +x "${at('my server.sh')}"\``,
    );
    expect(started({ command: at("it's; $HOME") }).next).toContain('`chmod +x PATH`');
  });

  it.each<readonly [Given, string, RegExp, RegExp]>([
    [{ command: 'skillgate-nothing' }, 'no-command', /no such command/, /spelled as in a terminal/],
    [{ command: '/no/such/file' }, 'no-file', /no such file/, /^Check the path/],
    [{ command: '/bin/sh/x' }, 'no-file', /no such file/, /^Check the path/],
    [{ command: './', cwd: '/tmp' }, 'is-folder', /it is a folder/, /program in that folder/],
    [
      { command: '/bin/sh', cwd: '/no/such' },
      'no-folder',
      /start folder \/no\/such/,
      /^Create that/,
    ],
    [{ command: '/bin/sh', cwd: '/bin/sh' }, 'no-folder', /isn’t a folder/, /^Create that folder/],
  ])('%j says which part is missing, and the next step', (given, why, text, next) => {
    expect(started(given)).toMatchObject({
      why,
      text: expect.stringMatching(text) as string,
      next: expect.stringMatching(next) as string,
    });
  });

  it.each([
    [
      'gone.sh',
      'no-interpreter',
      /^\/no\/such\/interpreter, the program in its first line, is/,
      /^Install the program/,
    ],
    ['folded.sh', 'no-interpreter', /is no file$/, /another program/],
    [
      'closed.sh',
      'not-executable',
      /plain\.sh, the program in its first line, isn’t executable$/,
      /chmod \+x .*plain/,
    ],
    ['dos.sh', 'line-ends', /Windows line ending/, /Unix line endings/],
  ])('%s says what its first line lacks', (name, why, text, next) => {
    expect(started({ command: at(name) })).toMatchObject({
      why,
      text: expect.stringMatching(text) as string,
      next: expect.stringMatching(next) as string,
    });
  });

  it.skipIf(process.getuid?.() === 0)('says that it may not enter its start folder', () => {
    expect(started({ command: '/bin/sh', cwd: at('locked') })).toMatchObject({
      code: 'EACCES',
      why: 'closed-folder',
    });
  });

  it('is no program, where the system takes it for none', () => {
    const why = whyNotStarted({ command: at('words'), env: {} }, 'ENOEXEC', process.platform);
    expect(why.spawn).toEqual({ why: 'no-program', path: at('words') });
    expect(adviceOn({ reason: 'spawn', ...why }).next).toContain('node, python3, sh');
  });

  it('has more words than the system takes', () => {
    const why = whyNotStarted({ command: '/bin/sh', env: {} }, 'E2BIG', process.platform);
    expect(why.spawn).toEqual({ why: 'too-long' });
  });
});

it('on Windows is told nothing of rights that Windows does not have', () => {
  for (const code of ['EACCES', 'EPERM', 'ENOENT'])
    for (const command of [at('plain.sh'), 'plain.sh', 'C:\\x\\plain.exe']) {
      const { text, spawn } = whyNotStarted({ command, env: { PATH: folder } }, code, 'win32');
      const { next } = adviceOn({ reason: 'spawn', ...(spawn === undefined ? {} : { spawn }) });
      expect(`${text} ${next}`).not.toMatch(/chmod|executable|first line/);
    }
});
