import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { composeCore } from '../../compose-core.ts';
import { commands } from '../commands.ts';
import { answer } from '../run.ts';
import { hereAt } from '../testing/here.ts';
import { demandPublished } from '../testing/published.ts';
import { CommandError, type OutputLine } from './command.ts';
import type { TerminalUser } from './terminal-user.ts';
import { printable } from './terminal.ts';

let root: string;
/** The command of the attacker's list writes this file. */
let marker: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'skillgate-permission-'));
  marker = join(root, 'started');
  mkdirSync(join(root, 'data'), { mode: 0o700 });
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const code = 'require("fs").appendFileSync(process.argv[1], process.cwd() + "\\n")';
const entry = (more: readonly string[] = []): object => ({
  command: process.execPath,
  args: ['-e', code, marker, ...more],
});

/** A repository's own list of servers. */
function listOf(servers: Readonly<Record<string, object>>, folder = 'repository'): string {
  mkdirSync(join(root, folder), { recursive: true });
  const path = join(root, folder, '.mcp.json');
  writeFileSync(path, JSON.stringify({ mcpServers: servers }));
  return path;
}

const started = (): string[] =>
  existsSync(marker) ? readFileSync(marker, 'utf8').trim().split('\n') : [];

interface Terminal extends TerminalUser {
  readonly asked: string[];
  readonly said: string[];
}

function terminal(...answers: readonly string[]): Terminal {
  const asked: string[] = [];
  const said: string[] = [];
  return {
    asked,
    said,
    say: (lines) => void said.push(...lines.map((line: OutputLine) => printable(line))),
    // As of a terminal that has closed where no answer is left.
    ask: async (question) => answers[asked.push(question) - 1] ?? '',
  };
}

interface Ran {
  readonly exit: number;
  readonly message: string;
  readonly text: string;
  readonly error: { readonly code?: string; readonly starts?: readonly object[] };
}

async function run(
  line: readonly string[],
  person: TerminalUser | null = null,
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const place = {
    platform: process.platform,
    home: root,
    env: { SKILLGATE_HOME: join(root, 'data'), ...env },
  };
  let shutDown = async (): Promise<void> => {};
  const core = async (config?: string, _?: unknown, allowStart = false) => {
    const made = await composeCore({
      ...{ place, cwd: root, version: '0', userName: 'tester', autoRetry: false, allowStart },
      sample: { command: 'none', args: [] },
      sessionConfig: config ?? env['SKILLGATE_CONFIG'] ?? null,
    });
    if (!made.ok) throw new Error(made.error);
    shutDown = () => made.value.app.shutDown();
    return made.value.app;
  };
  try {
    const { exit, human } = await answer(line, '0', hereAt({ place, cwd: root, person, core }));
    return { exit, message: '', text: human.map(printable).join('\n'), error: {} };
  } catch (failure) {
    if (!(failure instanceof CommandError)) throw failure;
    const { exit, message, lines, details } = failure;
    const error = { code: failure.code, message, ...details };
    demandPublished([...line, '--json'], JSON.stringify({ error }));
    return { exit, message, text: lines.map(printable).join('\n'), error };
  } finally {
    await shutDown();
  }
}

/** Every command that takes a list and may start what is in it, with what it cannot do without. */
const starting = Object.entries(commands)
  .filter(([name, { flags }]) => 'allow-start' in flags && name !== 'serve' && name !== 'gateway')
  .map(([name, { flags, words }]) => [
    ...name.split(' '),
    ...('server' in flags ? ['--server', 'acme'] : []),
    ...('uri' in flags && flags.uri?.required === true ? ['--uri', 'skill://a/SKILL.md'] : []),
    ...words.filter(({ optional }) => optional !== true).map(() => 'acme'),
  ]);

describe('a --config list without a terminal', () => {
  it.each(starting.map((line) => [line.join(' '), line] as const))(
    'is started by no command: %s',
    async (_, line) => {
      const config = listOf({ acme: entry() });
      const { exit, message, error, text } = await run([...line, '--config', config]);
      expect([exit, started()]).toEqual([10, []]);
      expect(message).toContain('nothing was started');
      expect(message).toContain('--allow-start');
      expect(error).toMatchObject({
        code: 'needs-consent',
        starts: [{ server: 'acme', start: { command: process.execPath } }],
      });
      expect(text).toContain(`folder       ${join(root, 'repository')}`);
    },
  );

  it('covers the commands that exist', () => {
    expect(starting.map(([name]) => name)).toEqual(
      expect.arrayContaining(['list', 'verify', 'findings', 'conformance', 'check', 'show']),
    );
  });

  it('starts with --allow-start in its own folder, and records nothing', async () => {
    const config = listOf({ acme: entry() });
    await run(['list', '--allow-start', '--config', config]);
    expect(new Set(started())).toEqual(new Set([join(root, 'repository')]));
    expect(existsSync(join(root, 'data', 'consents.json'))).toBe(false);
    expect((await run(['list', '--config', config])).exit).toBe(10);
  });

  it('can be reviewed with `servers list` and allowed with `servers allow`, which start nothing', async () => {
    const config = listOf({ acme: entry() });
    expect((await run(['servers', 'list', '--config', config])).exit).toBe(0);
    expect((await run(['servers', 'allow', 'acme', '--config', config])).exit).toBe(0);
    expect(started()).toEqual([]);
    await run(['list', '--config', config]);
    expect(started()).not.toEqual([]);
  });

  it('allows the command that was shown, not a later one', async () => {
    const config = listOf({ acme: entry() });
    const { message } = await run(['list', '--config', config]);
    const [, fingerprint = ''] = /--fingerprint (sha256:[0-9a-f]{64})/.exec(message) ?? [];
    const allow = ['servers', 'allow', 'acme', '--fingerprint', fingerprint, '--config', config];
    listOf({ acme: entry(['swapped']) });
    expect(await run(allow)).toMatchObject({ exit: 2, error: { code: 'stale' } });
    expect((await run(['list', '--config', config])).exit).toBe(10);
    listOf({ acme: entry() });
    expect((await run(allow)).exit).toBe(0);
    await run(['list', '--config', config]);
    expect(started()).not.toEqual([]);
  });

  it('is shown and confirmed by `servers allow` at a terminal', async () => {
    const config = listOf({ acme: entry() });
    const no = terminal('n');
    expect((await run(['servers', 'allow', 'acme', '--config', config], no)).exit).toBe(2);
    expect(no.said.join('\n')).toContain(process.execPath);
    expect((await run(['list', '--config', config])).exit).toBe(10);
    const yes = terminal('y');
    expect((await run(['servers', 'allow', 'acme', '--config', config], yes)).exit).toBe(0);
  });

  it('lists 200 complete commands and starts none', async () => {
    const config = listOf(
      Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`s${at}`, entry([`n${at}`])])),
    );
    const { exit, text, error } = await run(['list', '--config', config]);
    expect([exit, started(), error.starts?.length]).toEqual([10, [], 200]);
    expect(text).toContain('argument     n199');
  });

  it("doesn't ask if the only commands are off or belong to another server", async () => {
    const config = listOf({ off: { ...entry(), disabled: true }, acme: entry() });
    const { exit } = await run(['list', '--server', 'off', '--config', config]);
    expect([exit, started()]).toEqual([0, []]);
  });

  it('says the same for an entry with a secret, without showing it', async () => {
    const env = {
      ACME_TOKEN: 'sk-proj-8f3kD91mQz7LpX2vB6nT4wRy0aEjHs5c',
      NODE_OPTIONS: '--require ./evil.cjs',
    };
    const config = listOf({ acme: { ...entry(), env } });
    const { exit, text, error } = await run(['list', '--config', config]);
    expect([exit, started(), error.starts?.length]).toEqual([10, [], 1]);
    expect(text).toContain('--require ./evil.cjs');
    expect(text + JSON.stringify(error)).not.toContain('sk-proj-8f3kD91mQz7LpX2vB6nT4wRy0aEjHs5c');
  });

  it('says the same for a list from SKILLGATE_CONFIG', async () => {
    const env = { SKILLGATE_CONFIG: listOf({ acme: entry() }) };
    expect([(await run(['list'], null, env)).exit, started()]).toEqual([10, []]);
    await run(['list', '--allow-start'], null, env);
    expect(started()).not.toEqual([]);
  });
});

describe('a --config list at a terminal', () => {
  it('is shown, asks once and starts after a yes', async () => {
    const config = listOf({
      acme: { ...entry(), env: { NODE_OPTIONS: '--no-warnings', KEY: 'x' } },
    });
    const person = terminal('y');
    await run(['list', '--config', config], person);
    expect(person.asked).toEqual(['Start acme? [y/n] ']);
    expect(person.said.join('\n')).toContain('NODE_OPTIONS = --no-warnings  (can load code)');
    expect(person.said.join('\n')).toContain(`folder       ${join(root, 'repository')}`);
    expect(started()).not.toEqual([]);
    const again = terminal();
    await run(['list', '--config', config], again);
    expect(again.asked).toEqual([]);
  });

  it.each([
    ['a no', 'n'],
    ['an empty line, as of a terminal that closed', ''],
    ['anything else', 'yes please'],
  ])('starts nothing after %s', async (_, typed) => {
    const config = listOf({ acme: entry(), other: entry() });
    const { exit, message } = await run(['list', '--config', config], terminal('y', typed));
    expect([exit, message, started()]).toEqual([
      10,
      "You didn't allow other, so nothing was started.",
      [],
    ]);
  });

  it('asks again for another command, another folder and another list', async () => {
    await run(['list', '--config', listOf({ acme: entry() })], terminal('y'));
    const changed = terminal('n');
    await run(['list', '--config', listOf({ acme: entry(['more']) })], changed);
    const elsewhere = terminal('n');
    await run(['list', '--config', listOf({ acme: entry() }, 'clone')], elsewhere);
    expect([changed.asked.length, elsewhere.asked.length]).toEqual([1, 1]);
  });

  it("doesn't share permissions with a stored server of the same label", async () => {
    await run(['servers', 'add', 'acme', '--', process.execPath, '-v']);
    const before = readFileSync(join(root, 'data', 'consents.json'), 'utf8');
    await run(['list', '--config', listOf({ acme: entry() })], terminal('y'));
    const { consents } = JSON.parse(readFileSync(join(root, 'data', 'consents.json'), 'utf8')) as {
      consents: object;
    };
    expect(consents).toMatchObject((JSON.parse(before) as { consents: object }).consents);
    expect(Object.keys(consents)).toHaveLength(2);
  });

  it("doesn't ask 200 times and names the alternatives", async () => {
    const config = listOf(
      Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`s${at}`, entry()])),
    );
    const person = terminal('y');
    const { exit, message } = await run(['list', '--config', config], person);
    expect([exit, person.asked, started()]).toEqual([10, [], []]);
    expect(message).toContain('--server');
  });

  it('shows a 100 KB argument to its end, without control characters', async () => {
    const config = listOf({ acme: entry([`${'x'.repeat(100_000)}\u001b[2K\u202e;end-of-it`]) });
    const person = terminal('n');
    await run(['list', '--config', config], person);
    const shown = person.said.join('\n');
    expect(shown).toContain(`${'x'.repeat(100_000)}\\u{001B}[2K\\u{202E};end-of-it`);
    expect(shown).not.toMatch(/[\u001b\u202e]/);
  });

  it("starts nothing if the permission can't be recorded, and says what to do", async () => {
    mkdirSync(join(root, 'data', 'consents.json'));
    const config = listOf({ acme: entry() });
    const { exit, message } = await run(['list', '--config', config], terminal('y'));
    expect([exit, started()]).toEqual([2, []]);
    expect(message).toContain('Make the data folder writable');
  });
});

describe('a server that is added or edited', () => {
  it('is rejected with the fix if it needs a folder and has none', async () => {
    writeFileSync(join(root, 'server.js'), '');
    for (const line of [['./server.js'], ['node', 'server.js'], ['node', '../x.js']]) {
      const { exit, message } = await run(['servers', 'add', 'acme', '--', ...line]);
      expect([exit, message]).toEqual([2, expect.stringContaining('add --start-in DIR')]);
    }
    expect(existsSync(join(root, 'data', 'servers.json'))).toBe(false);
  });

  it('is added, with a warning, if its program isn’t on the search path', async () => {
    const missing = await run(['servers', 'add', 'acme', '--', 'no-such-program']);
    expect([missing.exit, missing.text]).toEqual([
      0,
      'added acme\n“no-such-program” wasn’t found on this machine, so acme can’t start until it’s installed',
    ]);
    const { text } = await run(['servers', 'add', 'there', '--', process.execPath]);
    expect(text).toBe('added there');
  });

  it('keeps the absolute folder in its entry, and stays allowed when it changes', async () => {
    const add = ['servers', 'add', 'acme', '--start-in', '.', '--', process.execPath];
    expect((await run([...add, '-e', code, marker])).exit).toBe(0);
    const stored = (): object =>
      (
        JSON.parse(readFileSync(join(root, 'data', 'servers.json'), 'utf8')) as {
          mcpServers: { acme: object };
        }
      ).mcpServers.acme;
    expect(stored()).toMatchObject({ startIn: root });
    const edited = await run(['servers', 'edit', 'acme', '--start-in', 'data']);
    expect([edited.exit, edited.text]).toEqual([0, expect.stringContaining(join(root, 'data'))]);
    await run(['list']);
    expect(new Set(started())).toEqual(new Set([join(root, 'data')]));
    const gone = await run(['servers', 'edit', 'acme', '--start-in', 'gone']);
    expect([gone.exit, gone.message]).toEqual([2, "--start-in gone: this folder doesn't exist"]);
    await run(['servers', 'edit', 'acme', '--off']);
    expect(stored()).not.toHaveProperty('startIn');
  });
});

describe('an address in a list', () => {
  it('is contacted without asking if a person named the list', async () => {
    const config = listOf({ web: { url: 'http://127.0.0.1:9/' } });
    expect((await run(['list', '--config', config])).exit).toBe(1);
  });
});
