import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { composeCore, type ComposeOptions, type ComposedCore } from '../../compose-core.ts';
import { hostFilePaths } from '../../storage/hosts/host-paths.ts';
import { findImports, createPendingImports } from '../../engine/servers/import.ts';
import type { HostId } from '../../../shared/model/plain.ts';
import type { OutputLine, CommandOutput } from '../call/command.ts';
import type { TerminalUser } from '../call/terminal-user.ts';
import { printable } from '../call/terminal.ts';
import { answer } from '../run.ts';
import { hereAt } from '../testing/here.ts';
import { demandPublished } from '../testing/published.ts';

let home: string;
let core: ComposedCore | null;
let asked: string[];
let program: string;
/** Where Skillgate runs. */
let folder: string;
let env: Readonly<Record<string, string>>;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'skillgate-protect-'));
  folder = home;
  env = {};
  mkdirSync(join(home, 'bin'));
  writeFileSync(join(home, 'bin', 'skillgate'), '#!/bin/sh\n');
  program = join(home, 'bin', 'skillgate');
  chmodSync(program, 0o755);
  asked = [];
  core = null;
});
afterEach(async () => {
  await core?.app.shutDown();
  rmSync(home, { recursive: true, force: true });
});

const place = () => ({ platform: 'linux' as const, home, env });
const path = (id: HostId): string =>
  hostFilePaths(place()).find((one) => one.id === id)?.path ?? '';
const launcherPath = (): string => join(home, '.config', 'skillgate', 'bin', 'skillgate');
const text = (id: HostId): string => readFileSync(path(id), 'utf8');

function configure(id: HostId, content: string): void {
  mkdirSync(dirname(path(id)), { recursive: true });
  writeFileSync(path(id), content);
}

/** Runs one command line, as a process of its own would. */
async function run(
  words: string,
  says: string | null = null,
): Promise<CommandOutput & { readonly text: string }> {
  const person: TerminalUser | null =
    says === null
      ? null
      : {
          say: (lines) => void asked.push(...lines.map(printable)),
          ask: async (question) => {
            asked.push(question);
            return says;
          },
        };
  const options: ComposeOptions = {
    place: place(),
    cwd: folder,
    version: '0',
    userName: 'tester',
    sample: { command: 'none', args: [] },
    command: { command: program, args: [] },
    sessionConfig: null,
    autoRetry: false,
  };
  await core?.app.shutDown();
  const made = await composeCore(options);
  if (!made.ok) throw new Error(made.error);
  core = made.value;
  const { app } = core;
  const here = hereAt({ place: place(), cwd: folder, person, core: async () => app });
  const isNew = words.startsWith('protect ') && !/--(?:undo|repair)/.test(words);
  const argv = [...words.split(' '), ...(isNew ? ['--untested'] : [])];
  const output = await answer(argv, '0', here);
  demandPublished(['--json', ...argv], JSON.stringify(output.json));
  return { ...output, text: output.human.map((line: OutputLine) => printable(line)).join('\n') };
}

const acme =
  '{\n  // mine\n  "mcpServers": {\n    "acme": {"command": "npx", "args": ["acme"], "env": {"TOKEN": "sekret-1"}}\n  }\n}\n';

describe('protect', () => {
  it('tells the app which data folder Skillgate was told to use', async () => {
    const data = join(home, 'data');
    env = { SKILLGATE_HOME: data };
    configure('cursor', acme);
    expect(await run('protect cursor --yes')).toMatchObject({ exit: 0 });
    const started = readFileSync(join(data, 'bin', 'skillgate'), 'utf8');
    expect(started).toContain('SKILLGATE_HOME');
    expect(started).toContain(data);
  });

  it('prints the difference with --dry-run, without secrets, and writes nothing', async () => {
    configure('cursor', acme);
    const output = await run('protect cursor --dry-run');
    expect(output.text).toContain('- ');
    expect(output.text).toContain('"gateway"');
    expect(output.text).toContain('command      npx');
    expect(output.text).not.toContain('sekret');
    expect(JSON.stringify(output.json)).not.toContain('sekret');
    expect(output.exit).toBe(0);
    expect(text('cursor')).toBe(acme);
    expect(existsSync(join(home, '.config', 'skillgate', 'hosts.json'))).toBe(false);
  });

  it('writes nothing without a yes, with or without a terminal', async () => {
    configure('cursor', acme);
    expect(await run('protect cursor')).toMatchObject({ exit: 3, json: { written: false } });
    expect(await run('protect cursor', 'y')).toMatchObject({ exit: 3 });
    expect(text('cursor')).toBe(acme);
  });

  it('shows everything before it asks, and undoes it byte for byte', async () => {
    configure('cursor', acme);
    const output = await run('protect cursor', 'yes');
    expect(output).toMatchObject({ exit: 0, json: { written: true } });
    expect(asked.join('\n')).toMatch(/"gateway"[^]*command +npx[^]*Write this\? Type yes: $/);
    expect(text('cursor')).toContain('// mine');
    expect(text('cursor')).not.toContain('sekret');
    const doctor = await run('doctor');
    expect(doctor.text).toContain('acme  through Skillgate as acme');
    expect(doctor.exit).toBe(0);
    // Every file in which a secret of the host's lies now, by its path.
    const named = [...doctor.text.matchAll(/backup of an app's file, in (.+)/g)].map(
      ([, file = '']) => file,
    );
    expect(named.map((file) => readFileSync(file, 'utf8').includes('sekret'))).toEqual([
      true,
      true,
      true,
    ]);
    expect(named.slice(0, 2)).toEqual([
      expect.stringContaining('hosts.json'),
      `${path('cursor')}.skillgate-undo`,
    ]);
    expect(doctor.text).not.toContain('sekret');
    expect((await run('protect cursor --yes')).exit).toBe(1);
    expect((await run('protect --undo cursor --yes')).exit).toBe(0);
    expect(text('cursor')).toBe(acme);
    expect(existsSync(`${path('cursor')}.skillgate-undo`)).toBe(false);
    expect((await run('protect --undo cursor --yes')).text).toBe('Nothing to do.');
  });

  it('names the target of a link as the file to write', async () => {
    configure('cursor', acme);
    const elsewhere = join(home, 'elsewhere.json');
    renameSync(path('cursor'), elsewhere);
    symlinkSync(elsewhere, path('cursor'));
    const { text: shown } = await run('protect cursor --dry-run');
    expect(shown).toContain(`${path('cursor')}, which leads to ${realpathSync(elsewhere)}`);
  });

  it('changes only the named servers, and reports an unknown one', async () => {
    configure(
      'codex',
      '[mcp_servers.a]\ncommand = "a"\n[mcp_servers.b]\ncommand = "b"\n[mcp_servers.c]\ncommand = "c"\n',
    );
    expect((await run('protect codex --server a --server c --yes')).exit).toBe(0);
    expect((await run('doctor')).text).toMatch(/a {2}through[^]*b {2}direct[^]*c {2}through/);
    await expect(run('protect codex --server d --yes')).rejects.toThrow(/no server "d"/);
  });

  it('undoes every host with --all', async () => {
    const goose = 'extensions:\n  a:\n    type: stdio\n    cmd: a # it\n';
    configure('goose', goose);
    configure('cursor', acme);
    await run('protect goose --yes');
    await run('protect cursor --yes');
    // One that cannot be read does not keep the others.
    configure('codex', '[mcp_servers.a]\ncommand = "a"\n');
    await run('protect codex --yes');
    rmSync(path('codex'));
    mkdirSync(path('codex'));
    const output = await run('protect --undo --all --yes');
    expect(output.exit).toBe(1);
    expect(output.text).toMatch(/left unchanged: .*config\.toml isn’t a file/);
    expect([text('goose'), text('cursor')]).toEqual([goose, acme]);
  });

  it('says which argument is missing', async () => {
    await expect(run('protect --yes')).rejects.toThrow(/name a HOST: claude-desktop/);
    await expect(run('protect emacs')).rejects.toThrow(
      /"emacs" is not one of claude-desktop, .*, junie$/,
    );
    await expect(run('protect curser')).rejects.toThrow(/did you mean cursor\?/);
    await expect(run('protect claude')).rejects.toThrow(/did you mean claude-desktop\?/);
    await expect(run('protect cursor --all')).rejects.toThrow(/--all needs --undo/);
    await expect(run('protect cursor')).rejects.toThrow(/isn’t configured here/);
  });

  it('takes an app’s name however it’s capitalized or joined', async () => {
    configure('claude-code', acme);
    expect((await run('protect Claude_Code --dry-run')).text).toContain('Claude Code');
  });

  it('leaves a file alone that is read-only, and says so', async () => {
    configure('cursor', acme);
    chmodSync(path('cursor'), 0o444);
    await expect(run('protect cursor --yes')).rejects.toThrow(/is read-only, so Skillgate left it/);
    expect(text('cursor')).toBe(acme);
  });

  it('shows the tabs of a file as tabs', async () => {
    configure('cursor', acme.replaceAll('  ', '\t'));
    expect((await run('protect cursor --dry-run')).text).toMatch(/^ {2}- \t+"/m);
  });

  it('says which file has the command: the app’s for a new server, else Skillgate’s', async () => {
    configure('cursor', acme);
    expect((await run('protect cursor --dry-run')).text).toContain(
      `written in   ${path('cursor')}`,
    );
    await run('protect cursor --yes');
    await run('protect cursor --undo --yes');
    const { text: shown } = await run('protect cursor --dry-run');
    expect(shown).toContain('Skillgate already has the server acme');
    expect(shown).toMatch(/written in {3}.*servers\.json$/m);
  });

  it('lets no entry of an app imitate our lines', async () => {
    configure(
      'cursor',
      JSON.stringify({ mcpServers: { 'a\nwritten: x': { command: 'a\u001b[2J' } } }),
    );
    const { text: shown } = await run('protect cursor --dry-run');
    expect(shown).not.toContain('\u001b');
    expect(shown).not.toMatch(/^written/m);
  });
});

describe('doctor', () => {
  it('names the folders that the login shell adds, and counts none as wrong', async () => {
    const { text, exit } = await run('doctor');
    expect(text).toMatch(/^login shell( \/\S+)?: /m);
    expect(exit).toBe(0);
  });

  it('reports a moved Skillgate and a removed server', async () => {
    configure('cursor', acme);
    await run('protect cursor --yes');
    await run('servers remove acme');
    expect(await run('doctor')).toMatchObject({
      exit: 1,
      text: expect.stringContaining('no longer has a server labeled acme'),
    });
    rmSync(launcherPath());
    expect((await run('doctor')).text).toMatch(
      /wrong: The program .*bin\/skillgate no longer exists. Run skillgate protect --repair cursor/,
    );
    expect((await run('protect --undo --all --yes')).exit).toBe(0);
    expect((await run('doctor')).exit).toBe(0);
  });
});

describe('a Skillgate that moved', () => {
  const moveTo = (name: string): void => {
    renameSync(join(home, 'bin'), join(home, name));
    program = join(home, name, 'skillgate');
  };

  it('is found by the program that apps’ entries name, and keeps the way back', async () => {
    configure('cursor', acme);
    await run('protect cursor --yes');
    expect(text('cursor')).toContain(JSON.stringify(launcherPath()));
    const before = text('cursor');
    moveTo('elsewhere');
    expect(await run('doctor')).toMatchObject({ exit: 0 });
    expect(readFileSync(launcherPath(), 'utf8')).toContain(`exec '${program}' "$@"`);
    expect((await run('protect --repair --all --yes')).text).toBe('Nothing to do.');
    expect(text('cursor')).toBe(before);
  });

  it('points entries of an earlier version at itself, only where it has a record of them', async () => {
    configure('cursor', acme);
    await run('protect cursor --yes');
    const old = (of: string) => of.replaceAll(launcherPath(), join(home, 'bin', 'skillgate'));
    const through = text('cursor');
    writeFileSync(path('cursor'), old(through).replace('"gateway"', '"gateway", "--expose=tools"'));
    moveTo('elsewhere');
    expect((await run('doctor')).text).toMatch(/no longer exists. Run skillgate protect --repair/);
    const shown = await run('protect --repair cursor --dry-run');
    expect(shown.text).toContain(`+       "command": "${launcherPath()}"`);
    expect((await run('protect --repair cursor --yes')).exit).toBe(0);
    expect(text('cursor')).toContain('"--expose"');
    expect(await run('doctor')).toMatchObject({ exit: 0 });
    expect((await run('protect --undo cursor --yes')).exit).toBe(0);
    expect(text('cursor')).toBe(acme);

    writeFileSync(path('cursor'), old(through));
    const left = await run('protect --repair cursor --yes');
    expect(left).toMatchObject({ exit: 1, text: expect.stringContaining('has no record of it') });
    expect(text('cursor')).toBe(old(through));
  });

  it('undoes with the data folder gone', async () => {
    configure('cursor', acme);
    await run('protect cursor --yes');
    rmSync(join(home, '.config', 'skillgate'), { recursive: true });
    expect((await run('doctor')).text).toContain('no longer exists');
    expect(await run('protect --repair --all --yes')).toMatchObject({
      exit: 1,
      text: expect.stringContaining('Undo it, then protect it again'),
    });
    expect((await run('protect --undo --all --yes')).exit).toBe(0);
    expect(text('cursor')).toBe(acme);
    expect(existsSync(`${path('cursor')}.skillgate-undo`)).toBe(false);
  });

  it('says that the copy beside an app’s file is damaged, if there is no other', async () => {
    configure('cursor', acme);
    await run('protect cursor --yes');
    rmSync(join(home, '.config', 'skillgate'), { recursive: true });
    writeFileSync(`${path('cursor')}.skillgate-undo`, '{', { mode: 0o600 });
    expect(await run('protect --undo cursor --yes')).toMatchObject({
      exit: 1,
      text: expect.stringContaining('.skillgate-undo is damaged'),
    });
  });

  it('takes --all only where it puts something back or right', async () => {
    await expect(run('protect --all --yes')).rejects.toThrow('--all needs --undo or --repair');
  });
});

describe('an import', () => {
  it('shows the server behind an entry that starts Skillgate, and adds nothing', async () => {
    configure('cursor', acme);
    await run('protect cursor --yes');
    await run('doctor');
    if (core === null) throw new Error('no core');
    const [found] = await findImports(core.app, createPendingImports());
    expect(found).toMatchObject({
      source: 'Cursor',
      candidates: [
        {
          label: 'acme',
          target: { type: 'stdio', command: 'npx' },
          duplicateOf: 'acme',
          throughSkillgate: true,
        },
      ],
      problems: [],
    });
    await run('servers remove acme');
    const [after] = await findImports(core.app, createPendingImports());
    expect(after).toMatchObject({
      candidates: [],
      problems: [{ where: 'acme', message: expect.stringContaining('isn’t one of its servers') }],
    });
  });
});

describe('an app whose file is not simply its own', () => {
  const file = (name: string): string => join(home, name);
  const put = (name: string, content: string): void => {
    mkdirSync(dirname(file(name)), { recursive: true });
    writeFileSync(file(name), content);
  };
  const read = (name: string): string => readFileSync(file(name), 'utf8');

  it('is protected and undone in each of its files', async () => {
    const entry = '{"type": "local", "command": ["npx", "acme"]}';
    const [first, second] = ['opencode.json', 'opencode.jsonc'].map((n) => `.config/opencode/${n}`);
    if (first === undefined || second === undefined) throw new Error('no files');
    put(first, `{"mcp": {"acme": ${entry}}}`);
    put(second, `{\n  // two\n  "mcp": {"acme": ${entry}, "other": ${entry},},\n}\n`);
    const before = [read(first), read(second)];
    const output = await run('protect opencode --server acme', 'yes');
    expect(output.text).toContain('Next, in opencode: Restart it.');
    expect([read(first), read(second)].map((text) => text.includes('"gateway"'))).toEqual([
      ...[true, true],
    ]);
    await expect(run('protect opencode --server nowhere')).rejects.toThrow(
      /opencode\.json and .*opencode\.jsonc have no server "nowhere"/,
    );
    expect((await run('doctor')).text.match(/acme {2}through Skillgate/g)).toHaveLength(2);
    expect(await run('protect --undo opencode', 'yes')).toMatchObject({ exit: 0 });
    expect([read(first), read(second)]).toEqual(before);
  });

  it('is named by the other app where two share a file through a link', async () => {
    configure('cursor', acme);
    mkdirSync(dirname(path('lm-studio')), { recursive: true });
    symlinkSync(path('cursor'), path('lm-studio'));
    await run('protect cursor', 'yes');
    expect((await run('protect lm-studio --dry-run')).text).toContain(
      'it already starts Skillgate',
    );
    const undo = await run('protect --undo lm-studio', 'yes');
    expect(undo.text).toBe(
      'left unchanged: acme: it was protected as Cursor. Run skillgate protect --undo cursor',
    );
    await run('protect --undo cursor', 'yes');
    expect(text('lm-studio')).toBe(acme);
  });

  it('is left unchanged where it may only be read', async () => {
    configure('kiro', acme);
    chmodSync(path('kiro'), 0o444);
    await expect(run('protect kiro', 'yes')).rejects.toThrow(/mcp\.json is read-only/);
  });

  it('is in the folder where Skillgate runs, and undone from any, with nothing kept beside it', async () => {
    put('fastagent.config.yaml', 'mcp:\n  servers:\n    acme: {command: npx, args: [acme]}\n');
    const before = read('fastagent.config.yaml');
    expect(await run('protect fast-agent', 'yes')).toMatchObject({ json: { written: true } });
    expect(read('fastagent.config.yaml')).toContain('"gateway"');
    expect(existsSync(file('fastagent.config.yaml.skillgate-undo'))).toBe(false);
    folder = join(home, 'bin');
    await run('protect --undo fast-agent', 'yes');
    expect(read('fastagent.config.yaml')).toBe(before);
  });

  it('that a cloned folder has a way back for is not changed by it', async () => {
    const config = 'mcp:\n  servers:\n    acme: {command: /evil, args: [acme]}\n';
    put('fastagent.config.yaml', config);
    const entry = {
      host: 'fast-agent',
      file: file('fastagent.config.yaml'),
      server: 'acme',
      at: '',
    };
    const lines = [{ ...entry, path: ['mcp', 'servers', 'acme'], before: 'evil', after: '{}' }];
    const undo = JSON.stringify({ format: 'skillgate/hosts@1', entries: lines });
    put('fastagent.config.yaml.skillgate-undo', undo);
    expect((await run('protect --undo --all', 'yes')).text).toBe('Nothing to do.');
    expect(read('fastagent.config.yaml')).toBe(config);
  });
});

describe('how an app is shown skills', () => {
  it('follows its row, or what a person chose, also later, and is undone with the entry', async () => {
    configure('codex', '[mcp_servers.acme]\ncommand = "npx"\nargs = ["acme"]\n');
    const before = text('codex');
    await run('protect codex', 'yes');
    expect(text('codex')).toContain('"--expose", "tools"]');
    await run('protect codex --expose index --expose resources', 'yes');
    expect(text('codex')).toContain('"--expose", "index", "--expose", "resources"]');
    await run('protect codex --expose skills', 'yes');
    expect(text('codex')).not.toContain('--expose');
    expect((await run('protect codex --expose skills', 'yes')).text).toContain('already starts');
    await run('protect --undo codex', 'yes');
    expect(text('codex')).toBe(before);
    await expect(run('protect codex --expose everything')).rejects.toThrow(
      '--expose takes skills, index, resources, tools, not "everything"',
    );
  });

  it('is not changed in an entry that Skillgate has no record of', async () => {
    configure('cursor', acme);
    await run('protect cursor', 'yes');
    rmSync(join(home, '.config', 'skillgate', 'hosts.json'));
    rmSync(`${path('cursor')}.skillgate-undo`);
    const output = await run('protect cursor --expose tools', 'yes');
    expect(output.text).toContain('left unchanged: acme: it already starts Skillgate');
    expect(text('cursor')).not.toContain('--expose');
  });
});
