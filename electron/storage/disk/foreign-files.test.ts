import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parsePaste } from '../../core/import/paste.ts';
import { importSources, knownSources } from '../import-sources.ts';
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
    for (const { source, text } of found) {
      expect([
        source,
        parsePaste(text).servers.map(({ label, config }) => [label, config]),
      ]).toEqual([source, [['a', { type: 'stdio', command: 'x', args: [], env: {} }]]]);
    }
  });

  it('are looked for in the folders of the platform', () => {
    const mac = knownSources({ platform: 'darwin', home: '/Users/ada', env: {} }, '/w').map(
      ({ path }) => path,
    );
    expect(mac).toContain(
      '/Users/ada/Library/Application Support/Claude/claude_desktop_config.json',
    );
    const windows = knownSources(
      { platform: 'win32', home: 'C:\\Users\\ada', env: { APPDATA: 'C:\\R' } },
      'C:\\w',
    ).map(({ path }) => path);
    expect(windows).toContain('C:\\R\\Code\\User\\mcp.json');
    expect(windows).toContain('C:\\R\\Block\\goose\\config\\config.yaml');
  });

  it('of a folder stand behind those of the person, by the name of their program', () => {
    const place = { platform: 'linux', home: '/home/ada', env: {} } as const;
    const inFolder = knownSources(place, '/w').filter(({ path }) => path.startsWith('/w/'));
    expect(inFolder).toEqual([
      { source: 'Claude Code (this folder)', path: '/w/.mcp.json' },
      { source: 'VS Code (this folder)', path: '/w/.vscode/mcp.json' },
      { source: 'Cursor (this folder)', path: '/w/.cursor/mcp.json' },
    ]);
    const names = knownSources(place, '/w').map(({ source }) => source);
    for (const { source } of inFolder)
      expect(names[names.indexOf(source) - 1]).toBe(source.replace(' (this folder)', ''));
  });

  it('are left out when they are too large or are no files', async () => {
    const home = await temporaryFolder();
    await writeFile(join(home, '.claude.json'), ' '.repeat(1024 * 1024 + 1));
    await mkdir(join(home, '.cursor', 'mcp.json'), { recursive: true });
    expect(await importSources({ platform: 'linux', home, env: {} }, home).find()).toEqual([]);
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
    expect(await localSkills(home).list()).toEqual([
      { name: 'refunds', folder: skills },
      { name: 'daily', folder: join(home, '.agents', 'skills') },
    ]);
  });
});
