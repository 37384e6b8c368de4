import { describe, expect, it } from 'vitest';
import { skillMd, type ServedSkill } from '../../../e2e/servers/support/served-skill.ts';
import { tarGz } from '../../../e2e/servers/support/tar.ts';
import { sha256 } from '../../core/digest.ts';
import { limits } from '../../core/limits.ts';
import { ok } from '../../../shared/result.ts';
import { stage } from '../testing/stage.ts';
import { fails, refuses, ServedHere } from '../testing/served.ts';
import { readAll } from './read-all.ts';
import { readFile } from './read-file.ts';
import { verifySkills } from './verify.ts';

const text = skillMd('a', 'About a', '# a\n\nRead [the guide](guide.md) and [more](more.md).\n');
const served = (
  files: ServedSkill['files'] = {},
  more: Partial<ServedSkill> = {},
): ServedSkill => ({
  path: 'a',
  files: { 'SKILL.md': text, 'guide.md': '# Guide\n', ...files },
  ...more,
});
type Speaks = NonNullable<ConstructorParameters<typeof ServedHere>[1]>;

async function one(skill = served(), speaks: Speaks = 'index-2026-06') {
  const server = new ServedHere([skill], speaks);
  const scene = await stage({ servers: { acme: server } });
  await scene.up();
  const [uri = ''] = scene.server('acme').skills.keys();
  const at = () => scene.skill('acme', uri);
  const reports: number[][] = [];
  return {
    ...scene,
    served: server,
    uri,
    at,
    reports,
    readAll: (signal?: AbortSignal) =>
      readAll(scene.app, at(), signal === undefined ? {} : { signal }, {
        report: (done, total, failed) => void reports.push([done, total ?? -1, failed]),
      }),
    read: (file: string) => readFile(scene.app, at(), file, { keep: true }),
    /** What `resources/read` answers for one URI instead. */
    answers(file: string, answer: ReturnType<ServedHere['instead']>): void {
      server.instead = ({ method, params }) =>
        method === 'resources/read' && params['uri'] === file ? answer : undefined;
    },
  };
}

describe('a digest that an index publishes', () => {
  it('verifies the file that it is of, and no other, before and after all were read', async () => {
    const scene = await one();
    const main = scene.uri;
    const guide = main.replace('SKILL.md', 'guide.md');
    expect((await scene.read(main)).verdict).toEqual({ status: 'verified' });
    await scene.readAll();
    const { verdicts } = scene.at().held;
    expect(verdicts.get(main)).toEqual({ status: 'verified' });
    expect(verdicts.get(guide)).toMatchObject({ reason: 'self-computed' });
    expect((await scene.read(main)).verdict).toEqual({ status: 'verified' });
    expect((await scene.read(guide)).verdict).toMatchObject({ reason: 'self-computed' });
  });
});

describe('a skill whose supporting files come together', () => {
  it('is read with one question for all of them, where each by itself is refused', async () => {
    const scene = await one(served({ 'more.md': 'More' }), 'skill-root');
    scene.served.instead = ({ method, params }) =>
      method === 'resources/read' && /^skill:\/\/a\/./.test(String(params['uri']))
        ? refuses(-32602, 'no such resource')
        : undefined;
    expect(await scene.readAll()).toMatchObject({ complete: true });
    const { files } = scene.at().entry;
    expect(files.kind === 'listed' && files.files.map(({ path }) => path).sort()).toEqual([
      'SKILL.md',
      'guide.md',
      'more.md',
    ]);
    expect(
      scene.served.askedFor('resources/read').filter((uri) => uri === 'skill://a/'),
    ).toHaveLength(1);
    expect((await scene.read('skill://a/guide.md')).verdict).toMatchObject({
      status: 'unverifiable',
      reason: 'self-computed',
    });
  });
});

describe('reading all files of a skill', () => {
  it('finds them by what its texts link to, and takes their digests', async () => {
    const scene = await one(
      served({ 'more.md': 'More [deeper](deep/er.md)', 'deep/er.md': 'Deep' }),
    );
    expect(await scene.readAll()).toEqual({
      complete: true,
      message: '4 files read; their digests are self-computed.',
    });
    const { entry, held } = scene.at();
    expect(entry.integrity).toBe('self-computed');
    expect(entry.files.kind === 'listed' && entry.files.files).toEqual(
      [
        ['SKILL.md', text],
        ['deep/er.md', 'Deep'],
        ['guide.md', '# Guide\n'],
        ['more.md', 'More [deeper](deep/er.md)'],
      ].map(([path, content]) => ({
        path,
        uri: `skill://a/${path}`,
        digest: sha256(content ?? ''),
        size: Buffer.byteLength(content ?? ''),
      })),
    );
    expect(held.verdicts.get('skill://a/guide.md')).toMatchObject({ reason: 'self-computed' });
    expect(held.notes).toEqual([]);
    expect(entry.frontmatter).toMatchObject({ name: 'a', description: 'About a' });
    expect(scene.reports.at(-1)).toEqual([4, 4, 0]);
    expect(scene.app.kept.get('acme', sha256('# Guide\n'))).not.toBeNull();
    expect(await scene.approve('acme', scene.uri)).toBe('done');
  });

  it('reads each once, and nothing outside of the skill', async () => {
    const links =
      '[a](guide.md) [b](guide.md) [c](../b/SKILL.md) [d](https://evil.example/x) [e](/etc)';
    const scene = await one(served({ 'SKILL.md': skillMd('a', 'About a', links) }));
    await scene.readAll();
    expect(
      scene.served.askedFor('resources/read').filter((uri) => uri !== 'skill://index.json'),
    ).toEqual(expect.arrayContaining(['skill://a/SKILL.md', 'skill://a/guide.md']));
    const outside = scene.served
      .askedFor('resources/read')
      .filter((uri) => !/^skill:\/\/(?:index\.json|a\/.*)$/.test(String(uri)));
    expect(outside).toEqual([]);
    expect(
      scene.served.askedFor('resources/read').filter((uri) => uri === 'skill://a/guide.md'),
    ).toHaveLength(1);
  });

  it('follows links of texts alone', async () => {
    const scene = await one(
      served({
        'SKILL.md': skillMd('a', 'About a', '[run](run.py) [up](UP.MARKDOWN)'),
        'run.py': '[x](hidden.md)',
        'UP.MARKDOWN': '[y](seen.md)',
        'hidden.md': 'hidden',
        'seen.md': 'seen',
      }),
    );
    await scene.readAll();
    expect(scene.at().held.reading?.files.map(({ path }) => path)).toEqual([
      'SKILL.md',
      'UP.MARKDOWN',
      'run.py',
      'seen.md',
    ]);
  });

  it('notes a link that leads to nothing, and goes on', async () => {
    const scene = await one();
    expect(await scene.readAll()).toMatchObject({ complete: true });
    expect(scene.at().held.notes).toMatchObject([
      {
        rule: 'link-not-served',
        message: 'A text of the skill links to more.md, which the server doesn’t serve.',
        field: 'skill://a/more.md',
        actual: expect.stringContaining('not found'),
      },
    ]);
  });

  it('takes a text that says that there is nothing for no file', async () => {
    const scene = await one();
    const nothing = (uri: string) => ok({ contents: [{ uri, text: `No ${uri} here.` }] });
    scene.served.instead = ({ method, params }) => {
      const uri = String(params['uri']);
      return method === 'resources/read' && /more|no-such-file/.test(uri)
        ? nothing(uri)
        : undefined;
    };
    expect(await scene.readAll()).toMatchObject({
      complete: true,
      message: '2 files read; their digests are self-computed.',
    });
    expect(scene.at().held.notes).toMatchObject([
      {
        rule: 'link-not-served',
        message:
          'A text of the skill links to more.md, for which the server answers only with a text that it doesn’t exist.',
      },
    ]);
    // One question tells it for every link.
    const asked = scene.served.askedFor('resources/read').map(String);
    expect(asked.filter((uri) => uri.includes('no-such-file'))).toEqual([
      expect.stringMatching(/^skill:\/\/a\/no-such-file-[0-9a-f]{16}\.md$/),
    ]);
  });

  it('leaves the skill as it was where a file that it has cannot be read', async () => {
    const scene = await one();
    scene.answers('skill://a/SKILL.md', refuses(-1, 'no'));
    expect(await scene.readAll()).toEqual({
      complete: false,
      message: 'SKILL.md couldn’t be read: no',
    });
    expect(scene.at().held.reading).toBeNull();
    expect(scene.at().held.verdicts.get('skill://a/SKILL.md')).toMatchObject({
      status: 'failed',
      check: 'read',
    });
  });

  it('stops at what does not match the index', async () => {
    const scene = await one();
    scene.answers(
      'skill://a/SKILL.md',
      ok({ contents: [{ uri: 'skill://a/SKILL.md', text: skillMd('a', 'Another') }] }),
    );
    const { complete, message } = await scene.readAll();
    expect(complete).toBe(false);
    expect(message).toMatch(/^SKILL\.md: /);
    expect(scene.at().held.verdicts.get('skill://a/SKILL.md')?.status).toBe('failed');
  });

  it('stops where it becomes too large, or the session’s budget is spent', async () => {
    const large = await one(served({ 'guide.md': 'x'.repeat(limits.skillBytes) }));
    expect(await large.readAll()).toEqual({
      complete: false,
      message: 'The skill is larger than 16 MiB.',
    });
    const spent = await one();
    spent.app.links.spend(spent.server('acme'), limits.serverBytes);
    expect((await spent.readAll()).message).toMatch(/^This server has sent 256 MiB/);
  });

  it('stops where there are more files than a skill may have', async () => {
    const many = Object.fromEntries(
      Array.from({ length: limits.skillFiles }, (_, index) => [`f${index}.txt`, String(index)]),
    );
    const links = Object.keys(many).map((path) => `[x](${path})`);
    const main = (count: number) => skillMd('a', 'About a', links.slice(0, count).join(' '));
    const most = await one(served({ ...many, 'SKILL.md': main(limits.skillFiles - 1) }));
    expect(await most.readAll()).toMatchObject({ complete: true });
    const over = await one(served({ ...many, 'SKILL.md': main(limits.skillFiles) }));
    expect(await over.readAll()).toEqual({
      complete: false,
      message: 'The skill has more than 512 files.',
    });
  });

  it('that is cancelled says nothing of the skill', async () => {
    const scene = await one();
    const abort = new AbortController();
    scene.served.instead = ({ method }) => {
      if (method === 'resources/read') abort.abort();
      return undefined;
    };
    expect(await scene.readAll(abort.signal)).toEqual({
      complete: false,
      message: 'Canceled before every file was read.',
    });
    expect(scene.at().held.verdicts.size).toBe(0);
    expect(scene.at().held.reading).toBeNull();
  });

  it('counts for nothing where it is listed differently meanwhile', async () => {
    const scene = await one();
    scene.served.instead = ({ method, params }) => {
      if (method === 'resources/read' && params['uri'] === 'skill://a/more.md') {
        scene.served.instead = () => undefined;
        scene.served.serve([served({ 'SKILL.md': skillMd('a', 'Another') })]);
        return scene.up().then(() => refuses(-1, 'no'));
      }
      return undefined;
    };
    expect(await scene.readAll()).toEqual({
      complete: false,
      message: 'The skill’s listing entry changed meanwhile. Read it again.',
    });
    expect(scene.at().held.reading).toBeNull();
  });

  it('reads nothing where the server publishes every digest', async () => {
    const scene = await one(served(), 'extension');
    expect(await scene.readAll()).toEqual({
      complete: true,
      message: 'The server publishes a digest for every file, so nothing had to be read.',
    });
    expect(scene.served.askedFor('resources/read')).toEqual([]);
  });

  it('sees what differs from what was approved', async () => {
    const scene = await one();
    await scene.readAll();
    await scene.approve('acme', scene.uri);
    scene.served.serve([served({ 'guide.md': '# Another\n' })]);
    await scene.readAll();
    expect(scene.at().standing.kind).toBe('changed');
    expect(scene.at().held.verdicts.get('skill://a/guide.md')).not.toMatchObject({
      reason: 'self-computed',
    });
  });
});

describe('an archive', () => {
  const archive = 'skill://a.tar.gz';
  const files = { 'SKILL.md': skillMd('a', 'About a'), 'guide.md': '# Guide\n' };
  const packed = (more: ServedSkill['files'] = files): Uint8Array => tarGz(more);
  const opened = (more: Partial<ServedSkill> = {}, speaks: Speaks = 'index-2026-06-archive') =>
    one({ path: 'a', files, ...more }, speaks);
  const reads = ({ served: server }: { served: ServedHere }) =>
    server.askedFor('resources/read').filter((uri) => uri === archive).length;
  const blob = (bytes: Uint8Array, mimeType = 'application/gzip') =>
    ok({ contents: [{ uri: archive, mimeType, blob: Buffer.from(bytes).toString('base64') }] });

  it('is fetched once, and every file read from what was checked', async () => {
    const scene = await opened();
    expect(await scene.readAll()).toEqual({ complete: true, message: '2 files unpacked.' });
    expect(reads(scene)).toBe(1);
    const { entry, held } = scene.at();
    expect(entry.integrity).toBe('archive');
    expect(entry.files.kind === 'listed' && entry.files.files).toMatchObject([
      { path: 'SKILL.md', uri: `${archive}#SKILL.md`, digest: sha256(files['SKILL.md']) },
      { path: 'guide.md', uri: `${archive}#guide.md`, digest: sha256('# Guide\n'), size: 8 },
    ]);
    expect(held.verdicts.get(`${archive}#guide.md`)).toEqual({ status: 'verified' });
    const { verdict, bytes, size, digest } = await scene.read(`${archive}#guide.md`);
    expect(verdict.status).toBe('verified');
    expect(Buffer.from(bytes ?? []).toString()).toBe('# Guide\n');
    expect({ size, digest }).toEqual({ size: 8, digest: sha256('# Guide\n') });
    expect(reads(scene)).toBe(1);
    expect(scene.app.kept.get('acme', sha256('# Guide\n'))).not.toBeNull();
    await scene.approve('acme', scene.uri);
    expect(scene.at().record).toMatchObject({
      integrity: 'archive',
      archive: { url: archive, digest: sha256(packed()) },
    });
  });

  it('is opened by reading one file of it', async () => {
    const scene = await opened();
    expect((await scene.read(scene.uri)).verdict.status).toBe('verified');
    expect(scene.at().held.reading?.files).toHaveLength(2);
    expect(await scene.read(`${archive}#none.md`)).toMatchObject({
      verdict: { status: 'failed', check: 'listed' },
    });
  });

  it('that is another than the index says is refused, with all of the skill', async () => {
    const scene = await opened();
    const other = packed({ ...files, 'guide.md': 'Another' });
    scene.answers(archive, blob(other));
    expect(await scene.readAll()).toEqual({
      complete: false,
      message: 'The archive doesn’t match the digest in the index.',
    });
    expect(scene.at().standing).toMatchObject({
      kind: 'refused',
      problem: {
        rule: 'archive-digest',
        field: archive,
        expected: sha256(packed()),
        actual: sha256(other),
      },
    });
    expect(await scene.read(scene.uri)).toMatchObject({
      verdict: {
        status: 'failed',
        check: 'read',
        message: 'The archive doesn’t match the digest in the index.',
        expected: sha256(packed()),
        actual: sha256(other),
      },
      check: null,
    });
    // Fetched again each time: what was unpacked before proves nothing of it.
    scene.served.instead = () => undefined;
    await scene.up();
    expect(await scene.readAll()).toMatchObject({ complete: true });
  });

  it('that is no archive is refused, and says by which rule', async () => {
    const junk = new TextEncoder().encode('no archive');
    const scene = await opened({
      entry: { archives: [{ url: archive, mimeType: 'application/gzip', digest: sha256(junk) }] },
    });
    scene.answers(archive, blob(junk));
    const { complete, message } = await scene.readAll();
    expect(complete).toBe(false);
    expect(message).toMatch(/^Skillgate refused the archive \([a-z-]+\): /);
    expect(scene.at().standing).toMatchObject({
      kind: 'refused',
      problem: { rule: 'archive-refused' },
    });
  });

  it('whose SKILL.md says something else than the index is refused', async () => {
    const scene = await opened({
      entry: { frontmatter: { name: 'a', description: 'Something else' } },
    });
    expect((await scene.readAll()).complete).toBe(false);
    expect(scene.at().standing).toMatchObject({
      kind: 'refused',
      problem: {
        rule: 'verification-failed',
        field: `${archive}#SKILL.md`,
        clause: 'Integrity and verification',
        expected: expect.stringContaining('Something else'),
        actual: expect.stringContaining('About a'),
      },
    });
  });

  it.each([
    [refuses(-1, 'no'), /^Couldn’t read the archive: The server answered: “no” \(-1\)/],
    [fails({ reason: 'cancelled', message: 'cancelled' }), /^cancelled$/],
    [fails({ reason: 'not-now', message: 'no more' }), /^no more$/],
    [ok({ contents: [] }), /./],
  ] as const)(
    'that does not come says why and nothing of the skill: %j',
    async (answer, message) => {
      const scene = await opened();
      scene.answers(archive, answer);
      const outcome = await scene.readAll();
      expect(outcome.complete).toBe(false);
      expect(outcome.message).toMatch(message);
      expect(scene.at().standing.kind).toBe('undecided');
      expect((await scene.read(scene.uri)).check).toBeNull();
    },
  );

  it.each([
    ['cancelled', 'cancelled'],
    ['unavailable', 'server-unavailable'],
  ] as const)('that is %s is no failure of the file', async (reason, why) => {
    const scene = await opened();
    if (reason === 'cancelled') scene.answers(archive, fails({ reason, message: 'x' }));
    else await scene.app.links.close(scene.server('acme'));
    expect((await scene.read(scene.uri)).verdict).toMatchObject({
      status: 'unverifiable',
      reason: why,
    });
  });

  it('of a server that asks to be left alone is asked for again, where files are verified', async () => {
    const scene = await opened();
    const refusal = { reason: 'not-now', message: 'no more' } as const;
    scene.served.instead = ({ method }) =>
      method === 'resources/read' && reads(scene) === 1 ? fails(refusal) : undefined;
    const options = { signal: new AbortController().signal, keep: false };
    const verified = verifySkills(scene.app, [scene.at()], options, { report: () => {} });
    for (let turns = 0; turns < 20 && scene.clock.due === 0; turns += 1)
      await new Promise((done) => setImmediate(done));
    expect(reads(scene)).toBe(1);
    scene.clock.move(1_000);
    await verified;
    expect(reads(scene)).toBe(2);
    expect(scene.at().held.verdicts.get(`${archive}#guide.md`)).toEqual({ status: 'verified' });
  });

  it('beyond the budget is not looked at, packed or unpacked', async () => {
    const size = packed().byteLength;
    for (const left of [size - 1, size + 1]) {
      const scene = await opened();
      scene.app.links.spend(scene.server('acme'), limits.serverBytes - left);
      expect((await scene.read(scene.uri)).verdict).toMatchObject({
        status: 'unverifiable',
        reason: 'budget',
      });
      expect(scene.at().held.reading).toBeNull();
    }
  });

  it('without a digest is fetched again when all is read, and its digests are self-computed', async () => {
    const scene = await opened({}, 'index-2026-04-archive');
    expect(await scene.readAll()).toMatchObject({ complete: true });
    expect(scene.at().entry.integrity).toBe('self-computed');
    await scene.approve('acme', scene.uri);
    expect(scene.at().record).toMatchObject({ integrity: 'self-computed', archive: null });
    await scene.read(scene.uri);
    expect(reads(scene)).toBe(1);
    scene.served.serve([{ path: 'a', files: { ...files, 'guide.md': 'Another' } }]);
    await scene.readAll();
    expect(reads(scene)).toBe(2);
    expect(scene.at().standing.kind).toBe('changed');
  });

  it('beside files that say the same agrees with them', async () => {
    const scene = await opened({}, 'index-2026-06-both');
    expect(await scene.readAll()).toMatchObject({ complete: true });
    expect(scene.served.askedFor('resources/read')).toEqual(
      expect.arrayContaining(['skill://a/SKILL.md', 'skill://a/guide.md']),
    );
  });

  it.each([
    [
      'another',
      ok({ contents: [{ uri: 'skill://a/guide.md', text: 'Another' }] }),
      'guide.md differs',
    ],
    ['none', refuses(-32_002, 'not found'), 'guide.md is only in the archive'],
  ])('beside files of which one is %s is refused', async (_, answer, words) => {
    const scene = await opened({}, 'index-2026-06-both');
    scene.answers('skill://a/guide.md', answer);
    expect((await scene.readAll()).message).toBe(
      `The archive and the other form of this skill differ: ${words}.`,
    );
    expect(scene.at().standing).toMatchObject({
      kind: 'refused',
      problem: { rule: 'archive-differs', actual: '1 difference' },
    });
  });

  it('beside more files than it has is refused', async () => {
    const scene = await opened({}, 'index-2026-06-both');
    scene.served.instead = ({ method }) =>
      method === 'resources/list'
        ? ok({ resources: [{ uri: 'skill://a/ex%20tra.md' }, { uri: 'skill://a/%zz' }] })
        : undefined;
    await scene.up();
    expect((await scene.readAll()).message).toBe(
      'The archive and the other form of this skill differ: ex tra.md isn’t in the archive; %zz isn’t in the archive.',
    );
  });

  it('of two has to be the same as the other', async () => {
    const second = 'skill://a.other.tar.gz';
    const other = packed({ ...files, 'guide.md': 'Another', 'more.md': 'More' });
    const scene = await opened({
      entry: {
        archives: [
          { url: archive, mimeType: 'application/gzip', digest: sha256(packed()) },
          { url: second, mimeType: 'application/gzip', digest: sha256(other) },
        ],
      },
    });
    scene.answers(
      second,
      ok({
        contents: [
          {
            uri: second,
            mimeType: 'application/gzip',
            blob: Buffer.from(other).toString('base64'),
          },
        ],
      }),
    );
    expect((await scene.readAll()).message).toBe(
      'The archive and the other form of this skill differ: guide.md differs; more.md isn’t in the archive.',
    );
    scene.answers(second, refuses(-1, 'no'));
    expect((await scene.readAll()).message).toMatch(/^Couldn’t read the archive/);
  });
});
