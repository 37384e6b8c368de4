import { mkdir, realpath, symlink, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { err, ok } from '../../../shared/result.ts';
import { readFrom } from '../../core/import/paste.ts';
import { knownSources } from '../hosts/host-paths.ts';
import { importSources } from '../import-sources.ts';
import { localSkills } from '../local-skills.ts';
import { temporaryFolder } from '../testing/forge.ts';

describe('configurations of other programs', () => {
  it('are found where each program keeps them, and are understood', async () => {
    const home = await temporaryFolder();
    const json = '{"mcpServers": {"a": {"command": "x"}}}';
    const files = {
      '.config/Claude/claude_desktop_config.json': json,
      '.claude.json': json,
      'project/.mcp.json': json,
      '.config/Code/User/mcp.json': '{"servers": {"a": {"command": "x"}}}',
      '.cursor/mcp.json': json,
      '.codeium/windsurf/mcp_config.json': json,
      '.codex/config.toml': 'model = "m"\n[mcp_servers.a]\ncommand = "x"\n',
      '.gemini/settings.json': json,
      '.config/opencode/opencode.jsonc': '{"mcp": {"a": {"type": "local", "command": ["x"]}}}',
      '.config/zed/settings.json': '{"context_servers": {"a": {"command": "x"}}}',
      'project/.codex/config.toml': '[mcp_servers.a]\ncommand = "x"\n',
      '.config/goose/config.yaml': 'extensions:\n  a:\n    type: stdio\n    cmd: x\n',
    };
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(home, name)), { recursive: true });
      await writeFile(join(home, name), text);
    }
    const found = await importSources(
      { platform: 'linux', home, env: {} },
      join(home, 'project'),
    ).find();
    expect(found.map(({ path }) => path.slice(home.length + 1)).sort()).toEqual(
      Object.keys(files).sort(),
    );
    for (const { source, text, origin } of found) {
      expect([
        source,
        readFrom(text.ok ? text.value : '', origin).servers.map(({ label, config }) => [
          label,
          config,
        ]),
      ]).toEqual([source, [['a', { type: 'stdio', command: 'x', args: [], env: {} }]]]);
    }
  });

  it('are read as UTF-8 or as UTF-16, with its mark or without, and as nothing else', async () => {
    const home = await temporaryFolder();
    const json = '{"mcpServers": {"é": {"command": "x"}}}';
    const little = Buffer.from(`\ufeff${json}`, 'utf16le');
    const { open } = importSources({ platform: 'linux', home, env: {} }, home);
    const read = async (bytes: Buffer): Promise<unknown> => {
      await writeFile(join(home, 'some.json'), bytes);
      const { text, origin } = await open('some.json');
      return text.ok ? readFrom(text.value, origin).servers.map(({ label }) => label) : text.error;
    };
    expect(await read(Buffer.from(json))).toEqual(['é']);
    expect(await read(Buffer.from(`\ufeff${json}`))).toEqual(['é']);
    expect(await read(little)).toEqual(['é']);
    expect(await read(Buffer.from(little).swap16())).toEqual(['é']);
    const bare = Buffer.from(json, 'utf16le');
    expect(await read(bare)).toEqual(['é']);
    expect(await read(Buffer.from(bare).swap16())).toEqual(['é']);
    const where = join(home, 'some.json');
    expect(await read(Buffer.from(json, 'latin1'))).toBe(`${where} isn’t text in UTF-8.`);
    expect(await read(Buffer.concat([little, Buffer.from('x')]))).toBe(
      `${where} isn’t text in UTF-16LE.`,
    );
    const units = Uint32Array.from([...`\ufeff${json}`], (sign) => sign.codePointAt(0) ?? 0);
    const utf32 = Buffer.from(units.buffer);
    expect(await read(utf32)).toBe(
      `${where} isn’t text in UTF-8 or UTF-16: it has a UTF-32 byte order mark.`,
    );
    expect(await read(Buffer.from(utf32).swap32())).toBe(
      `${where} isn’t text in UTF-8 or UTF-16: it has a UTF-32 byte order mark.`,
    );
  });

  it.each([
    ['.claude.json', (project: string, off: object) => ({ projects: { [project]: off } })],
    ['.claude/settings.json', (_: string, off: object) => off],
    ['project/.claude/settings.json', (_: string, off: object) => off],
    ['project/.claude/settings.local.json', (_: string, off: object) => off],
  ])("leave off what Claude Code's %s has switched off in a project", async (name, said) => {
    const home = await temporaryFolder();
    const project = join(home, 'project');
    const entry = (command: string) => ({ command });
    const files = {
      'project/.mcp.json': { mcpServers: { seldom: entry('x'), often: entry('y') } },
      [name]: said(project, { disabledMcpjsonServers: ['seldom', 3], disabledMcpServers: null }),
    };
    for (const [path, value] of Object.entries(files)) {
      await mkdir(dirname(join(home, path)), { recursive: true });
      await writeFile(join(home, path), JSON.stringify(value));
    }
    const { find, open } = importSources({ platform: 'linux', home, env: {} }, project);
    const found = [...(await find()), await open('.mcp.json')];
    const theirs = found.filter(({ path }) => path.endsWith('.mcp.json'));
    expect(theirs).toHaveLength(2);
    for (const { text, origin } of theirs)
      expect(
        readFrom(text.ok ? text.value : '', origin).servers.map((one) => [one.label, one.enabled]),
      ).toEqual([
        ['seldom', false],
        ['often', true],
      ]);
  });

  it('are found in each profile of VS Code, by its name or else its folder', async () => {
    const home = await temporaryFolder();
    const put = async (name: string, text: string): Promise<void> => {
      await mkdir(dirname(join(home, name)), { recursive: true });
      await writeFile(join(home, name), text);
    };
    const server = (label: string) => `{"servers": {"${label}": {"command": "x"}}}`;
    const user = '.config/Code/User';
    await put(`${user}/profiles/-6c0b/mcp.json`, server('work'));
    await put(`${user}/profiles/77ab/mcp.json`, server('other'));
    await put(`${user}/profiles/empty/settings.json`, '{}');
    const insiders = '.config/Code - Insiders/User';
    await put(`${insiders}/profiles/1/mcp.json`, server('odd'));
    await put(`${insiders}/globalStorage/storage.json`, '{"userDataProfiles": 7}');
    const names = { userDataProfiles: [{ location: '-6c0b', name: 'Work\u202e', icon: 'x' }] };
    await put(`${user}/globalStorage/storage.json`, JSON.stringify(names));
    const sources = importSources({ platform: 'linux', home, env: {} }, join(home, 'project'));
    const found = await sources.find();
    expect(found.map(({ source, origin }) => [source, origin.program])).toEqual([
      ['VS Code (profile Work\\u{202E})', 'vscode'],
      ['VS Code (profile 77ab)', 'vscode'],
      ['VS Code Insiders (profile 1)', 'vscode-insiders'],
    ]);
    const named = await sources.open(join(home, user, 'profiles/77ab/mcp.json'));
    expect([named.source, named.origin.program]).toEqual(['VS Code', 'vscode']);
  });

  it('keep the names of their profiles beside one that has none of a name', async () => {
    const home = await temporaryFolder();
    const user = join(home, '.config/Code/User');
    for (const id of ['1', '2']) {
      await mkdir(join(user, 'profiles', id), { recursive: true });
      await writeFile(join(user, 'profiles', id, 'mcp.json'), '{}');
    }
    await mkdir(join(user, 'globalStorage'));
    const names = {
      userDataProfiles: [
        { location: '1', name: 7 },
        { location: '2', name: 'Work' },
      ],
    };
    await writeFile(join(user, 'globalStorage/storage.json'), JSON.stringify(names));
    const found = await importSources({ platform: 'linux', home, env: {} }, '/nowhere').find();
    expect(found.map(({ source }) => source)).toEqual([
      'VS Code (profile 1)',
      'VS Code (profile Work)',
    ]);
  });

  it('of more profiles than are looked at are said to be left, and so is a folder that is none', async () => {
    const home = await temporaryFolder();
    const folder = join(home, '.config/Code/User/profiles');
    for (let id = 100; id < 203; id += 1) await mkdir(join(folder, `${id}`), { recursive: true });
    for (const id of [199, 202]) await writeFile(join(folder, `${id}`, 'mcp.json'), '{}');
    const loop = join(home, '.config/Code - Insiders/User/profiles');
    await mkdir(dirname(loop), { recursive: true });
    await symlink(loop, loop);
    const found = await importSources({ platform: 'linux', home, env: {} }, '/nowhere').find();
    expect(found.map(({ source, path, text }) => [source, path, text])).toEqual([
      ['VS Code (profile 199)', join(folder, '199', 'mcp.json'), ok('{}')],
      [
        'VS Code (profiles)',
        folder,
        err(`${folder} has 103 profiles; the last 3 by folder were skipped.`),
      ],
      [
        'VS Code Insiders (profiles)',
        loop,
        err(expect.stringContaining(`${loop} can’t be read: `) as string),
      ],
    ]);
  });

  const paths = (platform: NodeJS.Platform, home: string, env: Record<string, string> = {}) =>
    knownSources({ platform, home, env }, platform === 'win32' ? 'C:\\w' : '/w')
      .filter(({ folder }) => folder === null)
      .map(({ path }) => path);

  it('are looked for in the folders of each system, one program after the other', () => {
    expect(paths('linux', '/home/ada')).toEqual([
      '/home/ada/.config/Claude/claude_desktop_config.json',
      '/home/ada/.claude.json',
      '/home/ada/.config/Code/User/mcp.json',
      '/home/ada/.config/Code/User/settings.json',
      '/home/ada/.config/Code - Insiders/User/mcp.json',
      '/home/ada/.config/Code - Insiders/User/settings.json',
      '/home/ada/.cursor/mcp.json',
      '/home/ada/.codeium/windsurf/mcp_config.json',
      '/home/ada/.codeium/mcp_config.json',
      '/home/ada/.codex/config.toml',
      '/home/ada/.gemini/settings.json',
      '/home/ada/.config/goose/config.yaml',
      '/home/ada/.config/opencode/config.json',
      '/home/ada/.config/opencode/opencode.json',
      '/home/ada/.config/opencode/opencode.jsonc',
      '/home/ada/.config/zed/settings.json',
      '/home/ada/.copilot/mcp-config.json',
      '/home/ada/.qwen/settings.json',
      '/home/ada/.continue/config.yaml',
      '/home/ada/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
      '/home/ada/.cline/data/settings/cline_mcp_settings.json',
      '/home/ada/.lmstudio/mcp.json',
      '/home/ada/.kiro/settings/mcp.json',
      '/home/ada/.aws/amazonq/mcp.json',
      '/home/ada/.aws/amazonq/default.json',
      '/home/ada/.aws/amazonq/agents/default.json',
      '/home/ada/.junie/mcp/mcp.json',
    ]);
    const mac = paths('darwin', '/Users/ada');
    expect(mac).toContain(
      '/Users/ada/Library/Application Support/Claude/claude_desktop_config.json',
    );
    expect(mac).toContain('/Users/ada/Library/Application Support/Code/User/settings.json');
    expect(mac).toContain('/Users/ada/.config/zed/settings.json');
    expect(mac).toContain('/Users/ada/.config/opencode/opencode.json');
    const windows = paths('win32', 'C:\\Users\\ada', { APPDATA: 'C:\\R' });
    expect(windows).toContain('C:\\R\\Claude\\claude_desktop_config.json');
    expect(windows).toContain('C:\\R\\Code\\User\\mcp.json');
    expect(windows).toContain('C:\\R\\Block\\goose\\config\\config.yaml');
    expect(windows).toContain('C:\\R\\Zed\\settings.json');
    expect(windows).toContain('C:\\Users\\ada\\.config\\opencode\\opencode.json');
    expect(windows).toContain('C:\\Users\\ada\\.cursor\\mcp.json');
  });

  it('are looked for where the environment says', () => {
    const given = paths('linux', '/home/ada', {
      XDG_CONFIG_HOME: '/x',
      CLAUDE_CONFIG_DIR: '/claude',
      CODEX_HOME: '/codex',
      OPENCODE_CONFIG: '/o/own.json',
      OPENCODE_CONFIG_DIR: '/od',
    });
    expect(given).toEqual(
      expect.arrayContaining([
        '/x/Claude/claude_desktop_config.json',
        '/x/Code/User/mcp.json',
        '/x/goose/config.yaml',
        '/x/opencode/opencode.json',
        '/x/zed/settings.json',
        '/claude/.claude.json',
        '/codex/config.toml',
        '/o/own.json',
        '/od/opencode.jsonc',
      ]),
    );
    expect(paths('linux', '/home/ada', { XDG_CONFIG_HOME: 'relative' })).toContain(
      '/home/ada/.config/zed/settings.json',
    );
    // On a Mac Zed looks at no variable.
    expect(paths('darwin', '/Users/ada', { XDG_CONFIG_HOME: '/x' })).toContain(
      '/Users/ada/.config/zed/settings.json',
    );
  });

  it('of a folder stand behind those of the person, by the name of their program', () => {
    const place = { platform: 'linux', home: '/home/ada', env: {} } as const;
    const known = knownSources(place, '/w');
    const inFolder = known.filter(({ folder }) => folder === '/w');
    expect(inFolder.map(({ source, path }) => [source, path])).toEqual([
      ['Claude Code (this folder)', '/w/.mcp.json'],
      ['VS Code (this folder)', '/w/.vscode/mcp.json'],
      ['VS Code (this folder)', '/w/.vscode/settings.json'],
      ['Cursor (this folder)', '/w/.cursor/mcp.json'],
      ['Codex (this folder)', '/w/.codex/config.toml'],
      ['Gemini CLI (this folder)', '/w/.gemini/settings.json'],
      ['opencode (this folder)', '/w/opencode.json'],
      ['opencode (this folder)', '/w/opencode.jsonc'],
      ['opencode (this folder)', '/w/.opencode/opencode.json'],
      ['opencode (this folder)', '/w/.opencode/opencode.jsonc'],
      ['Zed (this folder)', '/w/.zed/settings.json'],
      ['GitHub Copilot CLI (this folder)', '/w/.github/mcp.json'],
      ['Qwen Code (this folder)', '/w/.qwen/settings.json'],
      ['fast-agent (this folder)', '/w/fastagent.config.yaml'],
      ['Kiro (this folder)', '/w/.kiro/settings/mcp.json'],
      ['Amazon Q Developer (this folder)', '/w/.amazonq/mcp.json'],
      ['Amazon Q Developer (this folder)', '/w/.amazonq/default.json'],
      ['Amazon Q Developer (this folder)', '/w/.amazonq/agents/default.json'],
      ['JetBrains Junie (this folder)', '/w/.junie/mcp/mcp.json'],
    ]);
    // Where it is the home itself, a file is the person's own, and there once.
    const atHome = knownSources(place, '/home/ada').map(({ path }) => path);
    expect(new Set(atHome).size).toBe(atHome.length);
  });

  it('that are too large or no files are not read, and said', async () => {
    const home = await temporaryFolder();
    await writeFile(join(home, '.claude.json'), '');
    await truncate(join(home, '.claude.json'), 32 * 1024 * 1024 + 1);
    await mkdir(join(home, '.cursor', 'mcp.json'), { recursive: true });
    const found = await importSources({ platform: 'linux', home, env: {} }, '/nowhere').find();
    expect(found.map(({ path, text }) => [path.slice(home.length), text])).toEqual([
      ['/.claude.json', err(`${home}/.claude.json is larger than 32 MiB.`)],
      ['/.cursor/mcp.json', err(`${home}/.cursor/mcp.json isn’t a file.`)],
    ]);
  });

  it('of a cloned repository lead nowhere else by a link, which a person’s own may', async () => {
    const home = await temporaryFolder();
    const json = '{"mcpServers": {"a": {"command": "x"}}}';
    const clone = join(home, 'clone');
    await mkdir(join(clone, 'inside'), { recursive: true });
    await mkdir(join(home, 'dotfiles', '.vscode'), { recursive: true });
    for (const name of ['dotfiles/mcp.json', 'dotfiles/.vscode/mcp.json', 'clone/inside/mcp.json'])
      await writeFile(join(home, name), json);
    await mkdir(join(home, '.cursor'));
    await symlink(join(home, 'dotfiles', 'mcp.json'), join(home, '.cursor', 'mcp.json'));
    await symlink(join(home, 'dotfiles', 'mcp.json'), join(clone, '.mcp.json'));
    await symlink(join(home, 'dotfiles', '.vscode'), join(clone, '.vscode'));
    await symlink(join(clone, 'inside'), join(clone, '.cursor'));
    const found = await importSources({ platform: 'linux', home, env: {} }, clone).find();
    const link = (path: string) =>
      err(`${path} is a link that leads out of its folder, so it isn’t read.`);
    expect(found.map(({ source, path, text }) => [source, path.slice(home.length), text])).toEqual([
      ['Claude Code (this folder)', '/clone/.mcp.json', link(join(clone, '.mcp.json'))],
      [
        'VS Code (this folder)',
        '/clone/.vscode/mcp.json',
        link(join(clone, '.vscode', 'mcp.json')),
      ],
      ['Cursor', '/.cursor/mcp.json', ok(json)],
      ['Cursor (this folder)', '/clone/.cursor/mcp.json', ok(json)],
    ]);
    // Named by the person it is read, as the project's file that it is.
    const named = await importSources({ platform: 'linux', home, env: {} }, clone).open(
      '.mcp.json',
    );
    expect(named).toMatchObject({
      origin: { program: 'claude-code', folder: clone },
      text: ok(json),
    });
  });

  it.each([
    ['.cursor/mcp.json', 'cursor', ''],
    ['.vscode/settings.json', 'vscode', ''],
    ['sub/.gemini/settings.json', 'gemini', '/sub'],
    ['opencode.jsonc', 'opencode', ''],
    ['.dots/.mcp.json', 'claude-code', '/.dots'],
  ])('named by its path is its program’s: %s', async (name, program, folder) => {
    const cwd = await temporaryFolder();
    await mkdir(dirname(join(cwd, name)), { recursive: true });
    await writeFile(join(cwd, name), '{}');
    const sources = importSources({ platform: 'linux', home: '/nowhere', env: {} }, cwd);
    expect((await sources.open(name)).origin).toMatchObject({ program, folder: cwd + folder });
  });

  it('named by another name is read as pasted text is, and one that is not there is said', async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'list.json'), '{}');
    const sources = importSources({ platform: 'linux', home: '/nowhere', env: {} }, cwd);
    expect((await sources.open('list.json')).origin).toMatchObject({ program: null, folder: null });
    expect((await sources.open('gone.json')).text).toEqual(err(`${cwd}/gone.json doesn’t exist.`));
  });
});

describe('local skills', () => {
  it('are the folders with a SKILL.md; links and plain files are none', async () => {
    const home = await temporaryFolder();
    const skills = join(home, '.claude', 'skills');
    await mkdir(join(skills, 'refunds'), { recursive: true });
    await writeFile(join(skills, 'refunds', 'SKILL.md'), '');
    await mkdir(join(skills, 'notes'));
    await writeFile(join(skills, 'SKILL.md'), '');
    await symlink(join(skills, 'refunds'), join(skills, 'linked'));
    await mkdir(join(home, '.agents', 'skills', 'daily'), { recursive: true });
    await writeFile(join(home, '.agents', 'skills', 'daily', 'SKILL.md'), '');
    expect(await localSkills({ home, cwd: home }).list()).toEqual([
      { name: 'refunds', folder: skills },
      { name: 'daily', folder: join(home, '.agents', 'skills') },
    ]);
  });

  it('are also those of the project, without the folders that are looked at as servers', async () => {
    const home = await temporaryFolder();
    const cwd = await temporaryFolder();
    for (const skill of [
      join(home, '.claude/skills/one'),
      join(cwd, '.agents/skills/two'),
      join(cwd, '.claude/skills/three'),
    ]) {
      await mkdir(skill, { recursive: true });
      await writeFile(join(skill, 'SKILL.md'), '');
    }
    const names = async (except: readonly string[]): Promise<string[]> =>
      (await localSkills({ home, cwd, except: () => except }).list()).map(({ name }) => name);
    expect(await names([])).toEqual(['one', 'three', 'two']);
    expect(await names([await realpath(join(cwd, '.claude'))])).toEqual(['one', 'two']);
  });
});
