import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hosts, type HostPath, type KnownHost } from './host.ts';

const document = readFileSync(new URL('../../../docs/hosts.md', import.meta.url), 'utf8');

/** A path as a person reads it. */
function describePath(path: HostPath): string {
  if (typeof path !== 'string') {
    const [usual, windows] = [describePath(path.linux), describePath(path.win32)];
    return usual === windows ? usual : `${usual}; on Windows ${windows}`;
  }
  const [, base = '', more = ''] = /^(~|<[^>]+>)\/?(.*)$/.exec(path) ?? [];
  const [name, otherwise] = base.replace(/^<|>$/g, '').split('|');
  if (base === '~') return `\`~/${more}\``;
  if (name === 'config') return `\`~/.config/${more}\``;
  if (name === 'settings') return `\`${more}\` in the settings folder`;
  if (name === 'here') return `\`${more}\` in the folder where Skillgate runs`;
  if (otherwise !== undefined) return `\`${otherwise}/${more}\` (or in \`${name}\`)`;
  return more === '' ? `\`${name}\`` : `\`${more}\` in \`${name}\``;
}

const describeBasis = ({ basis }: KnownHost): string =>
  'tried' in basis
    ? `tried with version ${basis.tried}`
    : `from [its documentation](${basis.documentation}), ${basis.at}`;

const ways = {
  skills: 'the extension',
  index: '`skill://index.json`',
  resources: 'the list of resources',
  tools: 'tools',
} as const;

const settingText = {
  skillOverrides: 'skillOverrides',
  'skills.config': '[[skills.config]]',
  'permission.skill': 'permission.skill',
} as const;

const tables: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'that are supported': hosts.map((host) => [
    host.name,
    `\`skillgate protect ${host.id}\``,
    host.finds === null ? 'unknown' : host.finds.map((way) => ways[way]).join(', '),
    host.binds,
    host.restart,
    describeBasis(host),
  ]),
  'and their files': hosts.map(
    ({ name, files, olderFiles = [], projectFiles = [], ignored = '' }) => [
      name,
      files.map(describePath).join('<br>'),
      olderFiles.map(describePath).join('<br>'),
      projectFiles.map((file) => `\`${file}\``).join('<br>'),
      ignored,
    ],
  ),
  'that turn local skills off by name': hosts.flatMap((host) =>
    host.byName === undefined
      ? []
      : [
          [
            host.name,
            `\`${settingText[host.byName.setting]}\` in ${host.byName.files.map(describePath).join(', ')}`,
            describeBasis(host),
            host.byName.folders.map((folder) => `\`${folder}\``).join(', '),
          ],
        ],
  ),
};

describe('the documented table of apps', () => {
  it.each(Object.entries(tables))('%s has the rows of the program', (_, rows) => {
    const text = rows.map((cells) => `| ${cells.join(' | ')} |\n`.replaceAll('  |', ' |')).join('');
    expect(document).toContain(text);
  });

  it('has at least sixteen apps, and says how many', () => {
    expect(hosts.length).toBeGreaterThanOrEqual(16);
    expect(document).toContain(`Skillgate knows ${hosts.length} apps.`);
  });

  it.each(hosts)('has a link and a date, or a version, for $name', ({ basis }) => {
    if ('tried' in basis) expect(basis.tried).toMatch(/^\d+\.\d+/);
    else expect([basis.documentation, basis.at].join(' ')).toMatch(/^https:\/\/\S+ 20\d\d-\d\d$/);
  });
});
