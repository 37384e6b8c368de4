import { describe, expect, it } from 'vitest';
import { sha256 } from '../digest.ts';
import { limits } from '../limits.ts';
import { gzip, skillFile, tar, tarGz } from './testing/tar-writer.ts';
import { contentsOf, refusalOf, ruleOf } from './testing/reading.ts';
import { skillEntry, skillZip, zip } from './testing/zip-writer.ts';
import { text } from './testing/bytes.ts';

const guide = { name: 'docs/guide.md', body: 'Ask first.\n' };

it('does not open an archive larger than a response may be', async () => {
  const bytes = new Uint8Array(limits.responseBytes + 1);
  bytes.set([0x1f, 0x8b]);
  expect(await refusalOf(bytes)).toEqual({
    rule: 'too-many-bytes',
    message: 'The archive itself is too large.',
    expected: 'at most 24 MiB',
    actual: expect.stringMatching(/^24.*MiB \(25,165,825 bytes\)$/),
  });
});

describe('an honest archive', () => {
  it.each([
    ['tar.gz', tarGz({ name: 'docs/', type: '5', mode: 0o755 }, guide)],
    ['zip', skillZip({ name: 'docs/', mode: 0o40755, method: 0 }, guide)],
  ] as const)('of kind %s returns its entries, files and digests', async (kind, bytes) => {
    const read = await contentsOf(bytes);
    expect(read.kind).toBe(kind);
    expect(read.entries.map(({ path, kind: is, mode, notes }) => [path, is, mode, notes])).toEqual([
      ['SKILL.md', 'file', 0o644, []],
      ['docs', 'folder', 0o755, []],
      ['docs/guide.md', 'file', 0o644, []],
    ]);
    expect(read.files.map(({ path, digest }) => [path, digest])).toEqual([
      ['SKILL.md', sha256(text(skillFile.body ?? ''))],
      ['docs/guide.md', sha256(guide.body)],
    ]);
    expect(read.files[1]?.bytes).toEqual(text(guide.body));
    expect(read.unpackedBytes).toBe(text(skillFile.body ?? '').length + guide.body.length);
    expect(read.notes).toEqual([]);
  });

  it('may start every path with ./ and contain the root itself', async () => {
    const bytes = gzip(
      tar([
        { name: './', type: '5' },
        { ...skillFile, name: './SKILL.md' },
        { name: './docs/', type: '5' },
        { name: './docs/guide.md', body: 'x' },
      ]),
    );
    expect((await contentsOf(bytes)).entries.map(({ path }) => path)).toEqual([
      'SKILL.md',
      'docs',
      'docs/guide.md',
    ]);
  });

  it.each([
    ['tar.gz', tarGz({ name: 'run.sh', mode: 0o7755 })],
    ['zip', skillZip({ name: 'run.sh', mode: 0o107755 })],
  ] as const)('of kind %s drops setuid, setgid and sticky bits with a note', async (_, bytes) => {
    const entry = (await contentsOf(bytes)).entries[1];
    expect(entry?.mode).toBe(0o755);
    expect(entry?.notes).toEqual(
      ['setuid', 'setgid', 'sticky'].map(
        (name) => `The archive sets the ${name} bit, which is dropped.`,
      ),
    );
  });

  it('is recognized by its first bytes, with a note if its name disagrees', async () => {
    expect(
      (
        await contentsOf(skillZip(), {
          url: 'skill://refunds.tar.gz',
          mimeType: 'application/gzip',
        })
      ).notes,
    ).toEqual([
      'Its address says tar.gz, but it is zip.',
      'Its media type says tar.gz, but it is zip.',
    ]);
    expect((await contentsOf(tarGz(), { url: 'skill://refunds.zip' })).notes).toEqual([
      'Its address says zip, but it is tar.gz.',
    ]);
    expect(
      (await contentsOf(tarGz(), { url: 'skill://refunds.tar.gz', mimeType: 'application/gzip' }))
        .notes,
    ).toEqual([]);
  });
});

describe('links', () => {
  const links = [
    ['a symbolic link next to it', 'docs/link', 'guide.md', 'symlink'],
    ['a symbolic link up and down again', 'docs/link', '../SKILL.md', 'symlink'],
    ['a symbolic link to the root', 'docs/link', '..', 'symlink'],
  ] as const;
  it.each(links)(
    'inside the root are shown and not followed: %s',
    async (_, name, target, kind) => {
      for (const bytes of [
        tarGz(guide, { name, type: '2', linkName: target }),
        skillZip(guide, { name, body: target, mode: 0o120777 }),
      ]) {
        const read = await contentsOf(bytes);
        expect(read.entries[2]).toEqual({
          path: name,
          kind,
          mode: expect.any(Number),
          linkTarget: target,
          notes: [],
        });
        expect(read.files.map(({ path }) => path)).toEqual(['SKILL.md', 'docs/guide.md']);
      }
    },
  );

  it('that are hard are relative to the root', async () => {
    const read = await contentsOf(
      tarGz(guide, { name: 'docs/copy.md', type: '1', linkName: 'docs/guide.md' }),
    );
    expect(read.entries[2]).toMatchObject({
      path: 'docs/copy.md',
      kind: 'hardlink',
      linkTarget: 'docs/guide.md',
    });
    expect(await ruleOf(tarGz({ name: 'a/b', type: '1', linkName: '../SKILL.md' }))).toBe(
      'link-outside',
    );
  });

  it.each([
    '../outside',
    '..',
    '/etc/passwd',
    'C:/Windows',
    'C:x',
    '..\\outside',
    '\\\\host\\share',
    'a/../../outside',
    './../outside',
    '',
    'a\u0001b',
    'x'.repeat(2_000),
    './'.repeat(80),
  ])('that leave the root are refused: %j', async (target) => {
    const long = target.length > 100;
    if (!long)
      expect(await ruleOf(tarGz({ name: 'link', type: '2', linkName: target }))).toBe(
        'link-outside',
      );
    if (!long)
      expect(await ruleOf(tarGz({ name: 'link', type: '1', linkName: target }))).toBe(
        'link-outside',
      );
    expect(await ruleOf(skillZip({ name: 'link', body: target, mode: 0o120777, method: 0 }))).toBe(
      'link-outside',
    );
  });

  it('through another link are refused, because they mean something else on disk', async () => {
    expect(
      await ruleOf(
        tarGz(
          { name: 's/up', type: '2', linkName: '..' },
          { name: 'out', type: '2', linkName: 's/up/../etc' },
        ),
      ),
    ).toBe('link-outside');
    expect(
      await ruleOf(
        tarGz(
          { name: 's/up', type: '2', linkName: '..' },
          { name: 'out', type: '2', linkName: 'S/UP/./../etc' },
        ),
      ),
    ).toBe('link-outside');
    expect(
      await ruleOf(
        tarGz(
          { name: 'up', type: '2', linkName: 'docs' },
          { name: 'out', type: '1', linkName: 'up' },
        ),
      ),
    ).toBe('link-outside');
  });

  it('cannot have entries below them', async () => {
    for (const linkName of ['docs', '.']) {
      expect(
        await ruleOf(tarGz({ name: 'link', type: '2', linkName }, { name: 'link/x', body: 'x' })),
      ).toBe('file-and-folder');
      expect(
        await ruleOf(tarGz({ name: 'link/x', body: 'x' }, { name: 'link', type: '2', linkName })),
      ).toBe('file-and-folder');
    }
  });

  it('cannot be SKILL.md', async () => {
    expect(
      await ruleOf(
        gzip(
          tar([
            { name: 'real.md', body: 'x' },
            { name: 'SKILL.md', type: '2', linkName: 'real.md' },
          ]),
        ),
      ),
    ).toBe('no-skill-md');
  });
});

describe('a path', () => {
  it.each([
    ['../evil', 'path-traversal'],
    ['a/../../evil', 'path-traversal'],
    ['a/..', 'path-traversal'],
    ['./../evil', 'path-traversal'],
    ['/etc/passwd', 'path-absolute'],
    ['.//etc/passwd', 'path-absolute'],
    ['//host/share', 'path-unc'],
    ['\\\\host\\share', 'path-unc'],
    ['C:/Windows/evil', 'path-drive'],
    ['c:evil', 'path-drive'],
    ['a\\..\\evil', 'path-backslash'],
    ['a//b', 'path-segment'],
    ['a/./b', 'path-segment'],
    ['././a', 'path-segment'],
    ['.', 'path-segment'],
    ['a\u0001b', 'path-control'],
    ['a\nb', 'path-control'],
    ['a\u007fb', 'path-control'],
    ['a\u0085b', 'path-control'],
    [`${'a/'.repeat(32)}b`, 'path-depth'],
  ])('%j is refused by %s', async (name, rule) => {
    expect(await ruleOf(tarGz({ name, body: 'x' }))).toBe(rule);
    expect(await ruleOf(skillZip({ name, body: 'x' }))).toBe(rule);
  });

  it('may not be empty, contain a NUL, be too long or be anything but UTF-8', async () => {
    expect(await ruleOf(tarGz({ name: '', body: 'x' }))).toBe('path-empty');
    expect(await ruleOf(skillZip({ name: '', body: 'x' }))).toBe('path-empty');
    expect(await ruleOf(skillZip({ name: 'SKILL.md\u0000.png', body: 'x' }))).toBe('path-control');
    expect(await ruleOf(skillZip({ name: 'a'.repeat(1_025), body: 'x' }))).toBe('path-length');
    expect(await ruleOf(skillZip({ name: new Uint8Array([0x61, 0xff]), body: 'x' }))).toBe(
      'name-encoding',
    );
    expect(await ruleOf(tarGz({ name: new Uint8Array([0x61, 0xff]), body: 'x' }))).toBe(
      'name-encoding',
    );
  });

  it.each([`${'a/'.repeat(31)}b`, 'naïve/文.md', '...', '.hidden', 'a b', 'ab:c'])(
    '%j is accepted',
    async (name) => {
      expect((await contentsOf(tarGz({ name, body: 'x' }))).files[1]?.path).toBe(name);
      expect((await contentsOf(skillZip({ name, body: 'x' }))).files[1]?.path).toBe(name);
    },
  );

  it.each(['../evil/', '/etc/', '/', 'a//'])(
    'of a folder is checked like any other: %j',
    async (name) => {
      expect(await ruleOf(tarGz({ name, type: '5' }))).toMatch(/^path-/);
      expect(await ruleOf(skillZip({ name, mode: 0o40755, method: 0 }))).toMatch(/^path-/);
    },
  );
});

describe('paths together', () => {
  it.each([
    ['a', 'a', 'duplicate-path'],
    ['./a', 'a', 'duplicate-path'],
    ['skill.md', 'x', 'twin-path'],
    ['A', 'a', 'twin-path'],
    ['caf\u00e9', 'cafe\u0301', 'twin-path'],
    ['Straße', 'STRASSE', 'twin-path'],
    ['a', 'a\u200b', 'twin-path'],
    ['a', 'a.', 'twin-path'],
    ['a', 'a. .', 'twin-path'],
    ['a/x', 'a /y', 'twin-path'],
    ['a/x', 'A/y', 'twin-path'],
    ['a', 'a/b', 'file-and-folder'],
    ['a/b', 'a', 'file-and-folder'],
    ['a/b', 'A', 'twin-path'],
    ['A', 'a/b', 'file-and-folder'],
  ])('%j and %j are refused by %s', async (one, other, rule) => {
    expect(await ruleOf(tarGz({ name: one, body: '1' }, { name: other, body: '2' }))).toBe(rule);
    expect(await ruleOf(skillZip({ name: one, body: '1' }, { name: other, body: '2' }))).toBe(rule);
  });

  it.each([
    ['no entries', gzip(tar([]))],
    ['only a folder of that name', gzip(tar([{ name: 'SKILL.md/', type: '5' }]))],
    ['one in a folder', gzip(tar([{ ...skillFile, name: 'refunds/SKILL.md' }]))],
    ['another spelling', gzip(tar([{ ...skillFile, name: 'skill.md' }]))],
    ['nothing in a zip', zip([])],
  ])('must have SKILL.md at the root, not %s', async (_, bytes) => {
    expect(await ruleOf(bytes)).toBe('no-skill-md');
  });

  it('are named in the refusal', async () => {
    expect(await refusalOf(tarGz({ name: 'docs/A.md' }, { name: 'docs/a.md' }))).toMatchObject({
      rule: 'twin-path',
      entry: 'docs/a.md',
      expected: 'docs/A.md',
      actual: 'docs/a.md',
    });
  });
});

describe('limits', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ name: `f${at}`, body: '' }));
  // Random data, which doesn't compress, so that the ratio isn't what refuses it.
  const noise = (size: number): Uint8Array => {
    const bytes = new Uint8Array(size);
    let state = 1;
    for (let at = 0; at < size; at += 1) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      bytes[at] = state >>> 24;
    }
    return bytes;
  };

  it('allow 512 files', async () => {
    for (const [count, rule] of [
      [511, 'accepted'],
      [512, 'too-many-files'],
    ] as const) {
      expect(await ruleOf(tarGz(...many(count)))).toBe(rule);
      expect(await ruleOf(skillZip(...many(count)))).toBe(rule);
    }
  });

  it('allow a number of entries, and count links as files', async () => {
    const folders = Array.from({ length: limits.archiveEntries }, (_, at) => ({
      name: `d${at}/`,
      mode: 0o755,
    }));
    expect(await ruleOf(tarGz(...folders.map((folder) => ({ ...folder, type: '5' }))))).toBe(
      'too-many-entries',
    );
    expect(
      await ruleOf(skillZip(...folders.map((folder) => ({ ...folder, mode: 0o40755, method: 0 })))),
    ).toBe('too-many-entries');
    expect(
      await ruleOf(
        tarGz(...many(512).map(({ name }) => ({ name, type: '2', linkName: 'SKILL.md' }))),
      ),
    ).toBe('too-many-files');
  });

  it('allow 16 MiB of unpacked bytes', async () => {
    const main = text(skillFile.body ?? '').length;
    const body = noise(limits.skillBytes - main);
    const over = noise(limits.skillBytes - main + 1);
    expect((await contentsOf(tarGz({ name: 'big', body }))).unpackedBytes).toBe(limits.skillBytes);
    expect((await contentsOf(skillZip({ name: 'big', body, method: 0 }))).unpackedBytes).toBe(
      limits.skillBytes,
    );
    expect(await ruleOf(tarGz({ name: 'big', body: over }))).toBe('too-many-bytes');
    expect(await ruleOf(skillZip({ name: 'big', body: over, method: 0 }))).toBe('too-many-bytes');
  });

  it('stop decompression at 200 times the packed bytes', async () => {
    const bomb = new Uint8Array(8 * 1024 * 1024);
    expect(await ruleOf(tarGz({ name: 'bomb', body: bomb }))).toBe('ratio');
    expect(await refusalOf(skillZip({ name: 'bomb', body: bomb }))).toMatchObject({
      rule: 'ratio',
      entry: 'bomb',
    });
    expect(await ruleOf(gzip(new Uint8Array(200 * 1024 * 1024)))).toBe('too-many-bytes');
  });

  it('apply to one entry even if the whole archive is within the ratio', async () => {
    expect(
      await refusalOf(
        skillZip(
          { name: 'pad', body: noise(60_000), method: 0 },
          { name: 'bomb', body: new Uint8Array(1_000_000) },
        ),
      ),
    ).toMatchObject({ rule: 'ratio', entry: 'bomb' });
  });

  it('stop a session when the server has sent its budget', async () => {
    expect(await ruleOf(tarGz({ name: 'x', body: noise(20_000) }), { bytes: 10_000 })).toBe(
      'server-budget',
    );
    expect(await ruleOf(skillZip({ name: 'x', body: noise(20_000) }), { bytes: 10_000 })).toBe(
      'server-budget',
    );
    expect(await ruleOf(tarGz(), { bytes: 0 })).toBe('server-budget');
    expect(await ruleOf(skillZip(), { bytes: -1 })).toBe('server-budget');
  });
});

describe('bytes that are not an archive', () => {
  it.each([
    ['nothing', ''],
    ['one byte', '\u001f'],
    ['a plain tar', tar([skillFile])],
    ['HTML', '<!doctype html>'],
    ['a zip after other bytes', new Uint8Array([0x4d, 0x5a, ...skillZip()])],
    ['bzip2', 'BZh91AY&SY'],
  ])('are refused: %s', async (_, bytes) => {
    expect(await ruleOf(text(bytes))).toBe('unknown-type');
  });

  it('in a view into a larger buffer are read from the start of the view', async () => {
    for (const bytes of [tarGz(), skillZip(), skillZip(skillEntry).slice(0, -1)]) {
      const large = new Uint8Array(bytes.length + 20);
      large.set(bytes, 7);
      expect(await ruleOf(large.subarray(7, 7 + bytes.length))).toBe(await ruleOf(bytes));
    }
  });
});
