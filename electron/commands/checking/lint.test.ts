import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConformanceReport } from '../../../shared/model/report.ts';
import { answer } from '../run.ts';
import { hereAt } from '../testing/here.ts';
import { demandPublished } from '../testing/published.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skillgate-lint-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Files = Readonly<Record<string, string | Uint8Array>>;
function written(files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** `skillgate lint`, as it is typed in this folder. */
async function lint(
  ...words: readonly string[]
): Promise<{ exit: number; report: ConformanceReport }> {
  const place = { platform: process.platform, home: folder, env: {} };
  const output = await answer(['lint', ...words], '0', hereAt({ place, cwd: folder }));
  demandPublished(['lint', '--json'], JSON.stringify(output.json));
  return { exit: output.exit, report: output.json as ConformanceReport };
}

const main = (name: string, more = '', body = '# Title\n'): string =>
  `---\nname: ${name}\ndescription: What it does\n${more}---\n\n${body}`;
const sound: Files = {
  'skills/refunds/SKILL.md': main('refunds', '', 'See [the guide](docs/guide.md).\n'),
  'skills/refunds/docs/guide.md': '# Guide\n\n[Back](../SKILL.md), [all](docs/guide.md).\n',
};

/** Each rule, with files that break it and nothing else. */
const table: Readonly<Record<string, readonly [expected: string, files: Files]>> = {
  'bytes that are no text': [
    'fail skillgate/skill-md refunds/SKILL.md:1:1',
    { 'refunds/SKILL.md': new Uint8Array([0x2d, 0xff, 0xfe]) },
  ],
  'no frontmatter': [
    'fail skillgate/frontmatter refunds/SKILL.md:1:1',
    { 'refunds/SKILL.md': '# Refunds\n' },
  ],
  'a byte order mark': [
    'warn skillgate/byte-order-mark refunds/SKILL.md:1:1',
    { 'refunds/SKILL.md': `\u{FEFF}${main('refunds')}` },
  ],
  'a tag in the frontmatter': [
    'fail skillgate/frontmatter refunds/SKILL.md:4:10',
    { 'refunds/SKILL.md': main('refunds', 'license: !!str MIT\n') },
  ],
  'a name that only the reference checker takes': [
    'fail skillgate/name größe/SKILL.md:2:1',
    { 'größe/SKILL.md': main('größe') },
  ],
  'a name of another folder': [
    'fail skillgate/name-folder refunds/SKILL.md:2:1',
    { 'refunds/SKILL.md': main('returns') },
  ],
  'no description': [
    'fail skillgate/description refunds/SKILL.md:1:1',
    { 'refunds/SKILL.md': '---\nname: refunds\n---\n' },
  ],
  'a long description': [
    'fail skillgate/description refunds/SKILL.md:3:1',
    { 'refunds/SKILL.md': main('refunds').replace('What it does', 'x'.repeat(1025)) },
  ],
  'a field of its own': [
    'warn skillgate/fields refunds/SKILL.md:4:1',
    { 'refunds/SKILL.md': main('refunds', 'version: "1"\n') },
  ],
  'a reserved key': [
    'warn skillgate/reserved-metadata refunds/SKILL.md:4:1',
    { 'refunds/SKILL.md': main('refunds', 'metadata:\n  io.modelcontextprotocol/x: "1"\n') },
  ],
  'a link that leads nowhere': [
    'warn skillgate/links refunds/SKILL.md:7:7',
    { 'refunds/SKILL.md': main('refunds', '', 'One.\nSee it[here](docs/none.md).\n') },
  ],
  'a link in reference form': [
    'warn skillgate/links refunds/SKILL.md:7:7',
    { 'refunds/SKILL.md': main('refunds', '', '# T\n> See [it][ref].\n\n[ref]: none.md "x"\n') },
  ],
  'a link in a table': [
    'warn skillgate/links refunds/SKILL.md:8:7',
    { 'refunds/SKILL.md': main('refunds', '', '| a | b |\n|---|---|\n| x | [c](none.md) |\n') },
  ],
  'a picture that is not there': [
    'warn skillgate/links refunds/SKILL.md:6:5',
    { 'refunds/SKILL.md': main('refunds', '', 'See ![it](a%20b.png).\n') },
  ],
  'a link to a folder that is not there': [
    'warn skillgate/links refunds/SKILL.md:6:1',
    { 'refunds/SKILL.md': main('refunds', '', '[docs](docs/)\n') },
  ],
  'a number of tools': [
    'fail skillgate/field-types refunds/SKILL.md:4:1',
    { 'refunds/SKILL.md': main('refunds', 'allowed-tools: 5\n') },
  ],
  'a list of licenses': [
    'fail skillgate/field-types refunds/SKILL.md:4:1',
    { 'refunds/SKILL.md': main('refunds', 'license: [MIT]\n') },
  ],
  'metadata as a text': [
    'fail skillgate/field-types refunds/SKILL.md:4:1',
    { 'refunds/SKILL.md': main('refunds', 'metadata: text\n') },
  ],
  'metadata with a list': [
    'fail skillgate/field-types refunds/SKILL.md:4:1',
    { 'refunds/SKILL.md': main('refunds', 'metadata:\n  tags: [a]\n') },
  ],
  'a compatibility that says nothing': [
    'fail skillgate/field-types refunds/SKILL.md:4:1',
    { 'refunds/SKILL.md': main('refunds', 'compatibility: ""\n') },
  ],
  'a main file in small letters': [
    'fail skillgate/skill-md refunds/skill.md:1:1',
    { 'refunds/skill.md': main('refunds') },
  ],
  'a direction mark in the name of a file': [
    'warn skillgate/hidden-characters refunds/a\\u{202E}txt.sh:1:1',
    { 'refunds/SKILL.md': main('refunds'), 'refunds/a\u202Etxt.sh': 'x' },
  ],
  'a control character in the name of a folder': [
    'warn skillgate/hidden-characters refunds/a\\u{0009}b/c.txt:1:1',
    { 'refunds/SKILL.md': main('refunds'), 'refunds/a\tb/c.txt': 'x' },
  ],
  'a link out of the folder': [
    'warn skillgate/links refunds/SKILL.md:6:1',
    { 'refunds/SKILL.md': main('refunds', '', '[x](../other.md)\n'), 'other.md': '' },
  ],
  'too many files': [
    'warn skillgate/limits refunds/SKILL.md:1:1',
    {
      'refunds/SKILL.md': main('refunds'),
      ...Object.fromEntries(Array.from({ length: 512 }, (_, at) => [`refunds/${at}.txt`, 'x'])),
    },
  ],
  'files that a disk takes for one': [
    'warn skillgate/file-twins refunds/a.txt:1:1',
    { 'refunds/SKILL.md': main('refunds'), 'refunds/A.txt': 'x', 'refunds/a.txt': 'y' },
  ],
  'text that nobody sees': [
    'warn skillgate/hidden-characters refunds/notes.txt:2:3',
    { 'refunds/SKILL.md': main('refunds'), 'refunds/notes.txt': 'one\ntw\u{E0041}o\n' },
  ],
};

const told = ({ checks }: ConformanceReport): string[] =>
  checks.flatMap(({ id, verdict, faults }) =>
    faults.map(({ place }) => `${verdict} ${id} ${place?.file}:${place?.line}:${place?.column}`),
  );

describe('lint', () => {
  it.each(Object.entries(table))(
    'names the rule and the place for %s',
    async (_, [expected, files]) => {
      written(files);
      const { exit, report } = await lint('.');
      expect(told(report)).toEqual([expected]);
      expect(exit).toBe(expected.startsWith('fail') ? 1 : 3);
    },
  );

  it('recognizes only links that a Markdown reader recognizes', async () => {
    const body = [
      '```md\n[a](none.md)\n```',
      '`[a](none.md)` and ``[b][ref]``',
      '    [a](none.md)',
      '<!--\n[a](none.md)\n-->',
      '\\[a](none.md) [a]\\(none.md) [no][definition] a note[^1]',
      '[^1]: none.md',
      '[b](https://x.example) [c](#top) [d](./) [e](docs/ "x") [f](<docs/a b.md>) [g][ref]',
      '[ref]: docs/a%20b.md#part',
    ].join('\n\n');
    written({
      'refunds/SKILL.md': main('refunds', '', body),
      'refunds/docs/a b.md': '[x](a b.md)',
    });
    const { exit, report } = await lint('refunds');
    expect(told(report)).toEqual([]);
    expect(exit).toBe(0);
  });

  it("reports an app's field with a type that the app doesn't read", async () => {
    written({ 'refunds/SKILL.md': main('refunds', 'hooks: true\nmodel: 5\n') });
    const { report } = await lint('refunds/SKILL.md');
    const types = report.checks.find(({ id }) => id === 'skillgate/field-types');
    expect(types?.faults.map(({ said }) => said)).toEqual([
      'hooks is the boolean true, not an object',
      'model is the number 5, not a string',
    ]);
  });

  it('skips checks that need unreadable frontmatter, and passes none of them', async () => {
    written({ 'refunds/SKILL.md': '# Refunds\n' });
    const { exit, report } = await lint('refunds');
    expect(exit).toBe(1);
    const about = report.checks.filter(({ why }) => why === "Couldn't read any frontmatter.");
    expect(about.map(({ id, verdict }) => `${verdict} ${id.slice('skillgate/'.length)}`)).toEqual(
      [
        'name',
        'name-reference',
        'name-folder',
        'description',
        'description-comment',
        'fields',
        'field-types',
        'reserved-metadata',
      ].map((id) => `skipped ${id}`),
    );
    // One skill with frontmatter is enough for a rule to have been looked at.
    written(sound);
    const both = await lint('.');
    expect(both.report.checks.filter(({ verdict }) => verdict === 'skipped')).toEqual([]);
  });

  it('reports the wrong case of skill.md, next to other skills and by name', async () => {
    written({ ...sound, 'skills/notes/Skill.md': main('notes') });
    for (const word of ['.', 'skills/notes', 'skills/notes/Skill.md']) {
      const { exit, report } = await lint(word);
      expect(report.checks[0]?.faults.map(({ subject, said }) => [subject, said])).toEqual([
        ['skills/notes/Skill.md', "it isn't spelled SKILL.md, so no app finds it"],
      ]);
      expect(exit).toBe(1);
    }
  });

  it('reports both readings of a name', async () => {
    written({ 'Refunds/SKILL.md': main('Refunds') });
    const { report } = await lint('.');
    expect(told(report).map((line) => line.split(' ')[1])).toEqual([
      'skillgate/name',
      'skillgate/name-reference',
    ]);
  });

  it('finds nothing in good skills, by folder, by parent and by file', async () => {
    written({ ...sound, 'skills/notes/SKILL.md': main('notes') });
    for (const words of [['.'], ['skills/refunds'], ['skills/refunds/SKILL.md', 'skills/notes']]) {
      const { exit, report } = await lint(...words);
      expect(told(report)).toEqual([]);
      expect(exit).toBe(0);
    }
  });

  it('reports a new problem, however many known ones come before it', async () => {
    const names = Array.from({ length: 201 }, (_, at) => `a${at + 100}`);
    written(Object.fromEntries(names.map((name) => [`${name}/SKILL.md`, main('wrong')])));
    const known = names.map((name) => `skillgate/name-folder ${name}/SKILL.md`).join('\n');
    written({ 'known.txt': known });
    expect((await lint('--baseline', 'known.txt', '.')).exit).toBe(0);
    written({ 'z/SKILL.md': main('spoof') });
    const { exit, report } = await lint('--baseline', 'known.txt', '.');
    expect(exit).toBe(1);
    expect(told(report)[0]).toBe('fail skillgate/name-folder z/SKILL.md:2:1');
    expect(report.stale).toEqual([]);
  });

  it('follows no link, says so, and never says "Nothing to fix" then', async () => {
    written({ ...sound, secret: 'not a skill' });
    symlinkSync(join(folder, 'secret'), join(folder, 'skills/refunds/secret.md'));
    const { exit, report } = await lint('skills');
    expect(report.unfinished).toEqual([
      "skills/refunds/secret.md is a link, so it wasn't followed.",
    ]);
    expect(exit).toBe(3);
  });

  const hidden = '\u202Eevil';
  it.each<readonly [string, string, Files]>([
    [
      'a text that is too long',
      'refunds/x.md was not read: it exceeds the size limit.',
      { 'refunds/x.md': hidden + 'a'.repeat(4 * 1_048_576) },
    ],
    [
      'a SKILL.md that is too long',
      'refunds/SKILL.md was not read: it exceeds the size limit.',
      { 'refunds/SKILL.md': main('refunds', '', 'a'.repeat(4 * 1_048_576)) },
    ],
    [
      'a text with one byte that is none of UTF-8',
      "refunds/x.md isn't UTF-8 text, so it wasn't checked.",
      { 'refunds/x.md': new Uint8Array([...new TextEncoder().encode(hidden), 0xff, 0]) },
    ],
    [
      'such a text of any other name',
      "refunds/x isn't UTF-8 text, so it wasn't checked.",
      { 'refunds/x': new Uint8Array([...new TextEncoder().encode(hidden), 0xff]) },
    ],
  ])("says that it didn't check %s, and passes nothing", async (_, said, files) => {
    written({ 'refunds/SKILL.md': main('refunds'), ...files });
    const { exit, report } = await lint('refunds');
    expect(told(report)).toEqual([]);
    expect(report.unfinished).toEqual([said]);
    expect(exit).toBe(3);
  });

  it("reports nothing about pictures and Git's own files", async () => {
    const picture = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0xff]);
    written({ ...sound, 'skills/refunds/a.png': picture, 'skills/refunds/.git/HEAD': hidden });
    expect(await lint('skills')).toMatchObject({ exit: 0, report: { unfinished: [] } });
  });

  it("checks node_modules in a skill's folder, where a server finds it, too", async () => {
    written({ ...sound, 'skills/refunds/node_modules/a/x.md': hidden });
    const { report } = await lint('skills');
    expect(told(report)).toEqual([
      'warn skillgate/hidden-characters skills/refunds/node_modules/a/x.md:1:1',
    ]);
  });

  it("names non-files, and the folders it didn't follow", async () => {
    written({ ...sound, 'other/SKILL.md': main('other') });
    execFileSync('mkfifo', [join(folder, 'skills/refunds/pipe')]);
    symlinkSync(join(folder, 'other'), join(folder, 'skills/other'));
    symlinkSync(join(folder, 'other/SKILL.md'), join(folder, 'skills/notes.md'));
    const { exit, report } = await lint('skills');
    expect(report.unfinished).toEqual([
      `${join(folder, 'skills/other')} is a link, so it wasn't searched for skills.`,
      'skills/refunds/pipe is neither a file nor a folder.',
    ]);
    expect(exit).toBe(3);
  });

  it("names a skill's unreadable folder, also given its SKILL.md", async () => {
    written({ 'refunds/SKILL.md': main('refunds') });
    const name = 'd'.repeat(200);
    const cwd = process.cwd();
    try {
      process.chdir(join(folder, 'refunds'));
      for (let depth = 0; depth < 25; depth += 1) {
        mkdirSync(name);
        process.chdir(name);
      }
    } finally {
      process.chdir(cwd);
    }
    const { exit, report } = await lint('refunds/SKILL.md');
    // Node cannot remove what has so long a path, either.
    execFileSync('rm', ['-rf', join(folder, 'refunds')]);
    expect(report.unfinished).toEqual([expect.stringMatching(/ cannot be read\.$/)]);
    expect(exit).toBe(3);
  });

  it.each([['nowhere'], ['empty'], ['skills/refunds/docs/guide.md'], []])(
    "stops at a path that isn't a skill: %s",
    async (...words) => {
      written({ ...sound, 'empty/x.txt': '' });
      await expect(lint(...words)).rejects.toThrow();
    },
  );
});
