import { chmod, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../core/digest.ts';
import { noFacts } from '../core/findings/fact-lists.ts';
import type { InspectedFile } from '../core/skill-state/file-inspection.ts';
import type { ListedFileRef } from '../engine/ports/findings.ts';
import { mostReviewBytes, openReviewMemory } from './review-memory.ts';
import { acme, temporaryFolder } from './testing/forge.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  path = join(folder, 'reviews.jsonl');
});

const place = { start: 0, end: 4, line: 1, column: 1, endLine: 1, endColumn: 5 };
const inspection = (name: string, more: Partial<InspectedFile> = {}): InspectedFile => ({
  digest: sha256(name),
  path: 'run.sh',
  ruleset: '3',
  at: 1_000,
  findings: [
    {
      ...{ rule: 'P01', ruleset: '3', title: 'Runs', why: '', confusedWith: '', uri: name },
      ...{ digest: sha256(name), severity: 'high', confidence: 'high', role: 'code' },
      ...{ place, related: [], count: 1, excerpt: 'curl', decoded: null },
    },
  ],
  notInspected: [],
  marks: new Map([['P01', sha256('mark')]]),
  facts: { ...noFacts, commands: ['curl'] },
  traces: [{ kind: 'link', text: 'a.md', place, excerpt: 'a.md', role: 'instruction' }],
  ...more,
});
const file = (name: string, more: Partial<ListedFileRef> = {}): ListedFileRef => ({
  ...{ identity: acme, uri: 'skill://a/SKILL.md', file: `skill://a/${name}`, digest: sha256(name) },
  ...{ size: 4, frontmatter: '' },
  ...more,
});
const other = { kind: 'http', url: 'https://other.example/mcp' } as const;

async function open() {
  const memory = openReviewMemory(folder);
  await memory.load();
  return memory;
}
const known = (memory: Awaited<ReturnType<typeof open>>, name: string) =>
  memory.inspection(sha256(name), 'run.sh');
const forge = (text: string): Promise<void> => writeFile(path, text, { mode: 0o600 });
const header = '{"format":"skillgate/reviews@1"}';

describe('what is kept of reviews', () => {
  it('is there for the next process, in a file that only the person can read', async () => {
    const first = await open();
    first.keepInspection(inspection('a'));
    first.keepCheck(file('a'), { at: 5, advice: 'Send text.' });
    first.keepReading(file('a'), 'all of it');
    await first.close();
    const second = await open();
    expect(known(second, 'a')).toEqual(inspection('a'));
    expect(second.check(file('a'))).toEqual({ at: 5, advice: 'Send text.' });
    expect(second.reading(file('a'))).toBe('all of it');
    if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it.each(['link', 'run', 'skill', 'tool', 'field', 'secret', 'send', 'bytecode'] as const)(
    'has the findings of a file with a trace of the kind %s',
    async (kind) => {
      const traces = [{ kind, text: 'a', place, excerpt: 'a', role: 'code' }] as const;
      const first = await open();
      first.keepInspection(inspection('a', { traces }));
      await first.close();
      expect(known(await open(), 'a')).toEqual(inspection('a', { traces }));
    },
  );

  it('is about exactly these bytes under this path, and this listing of one server', async () => {
    const memory = await open();
    memory.keepInspection(inspection('a'));
    memory.keepCheck(file('a'), { at: 5 });
    await memory.close();
    const next = await open();
    expect(next.inspection(sha256('a'), 'other.sh')).toBeNull();
    expect(next.inspection(sha256('b'), 'run.sh')).toBeNull();
    for (const different of [
      { identity: other },
      { uri: 'skill://b/SKILL.md' },
      { file: 'skill://a/b' },
      { digest: sha256('b') },
      { size: 5 },
      { size: null },
      { frontmatter: '{}' },
    ])
      expect(next.check(file('a', different))).toBeNull();
  });

  it('writes nothing, and no file, where nothing was learned', async () => {
    await (await open()).close();
    await expect(stat(path)).rejects.toThrow();
  });

  const damaged: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['empty', () => forge('')],
    ['of another format', () => forge('{"format":"skillgate/reviews@2"}\n')],
    ['binary', () => writeFile(path, Buffer.alloc(1_000, 0xff))],
    ['larger than is kept', () => writeFile(path, Buffer.alloc(mostReviewBytes + 1, 0x20))],
    ['a link', () => symlink('/etc/hostname', path)],
  ];
  it.each(damaged)('is ignored and made again where the file is %s', async (_what, make) => {
    await make();
    const memory = await open();
    expect(known(memory, 'a')).toBeNull();
    memory.keepInspection(inspection('a'));
    await memory.close();
    expect(known(await open(), 'a')).toEqual(inspection('a'));
  });

  it.skipIf(process.platform === 'win32')(
    'is ignored where another user could have written it',
    async () => {
      const memory = await open();
      memory.keepInspection(inspection('a'));
      await memory.close();
      await chmod(path, 0o666);
      expect(known(await open(), 'a')).toBeNull();
      await chmod(path, 0o600);
      await chmod(folder, 0o777);
      expect(known(await open(), 'a')).toBeNull();
      await chmod(folder, 0o700);
    },
  );

  it('leaves out single lines that are damaged, crafted or enormous', async () => {
    const memory = await open();
    for (const name of ['a', 'b', 'c', 'd', 'e']) memory.keepInspection(inspection(name));
    await memory.close();
    const [first, a, b, c, d, e] = (await readFile(path, 'utf8')).split('\n');
    const nested = '['.repeat(100_000);
    const forged = [
      first,
      a,
      b?.slice(0, -20),
      c?.replace('"severity":"high"', '"severity":"none"'),
      d?.replace('"excerpt":"curl"', `"excerpt":${nested}`),
      e?.replace('"excerpt":"curl"', `"excerpt":"${'x'.repeat(600_000)}"`),
      '{"key":"../../etc","at":1,"value":1}',
    ];
    await forge(forged.join('\n'));
    const next = await open();
    expect(['a', 'b', 'c', 'd', 'e'].map((name) => known(next, name) !== null)).toEqual([
      ...[true, false, false, false, false],
    ]);
  });

  it('says what a line was made for: one moved to another content says nothing', async () => {
    const memory = await open();
    memory.keepInspection(inspection('bad'));
    memory.keepInspection(inspection('good', { findings: [] }));
    await memory.close();
    const lines = (await readFile(path, 'utf8')).split('\n');
    const key = /"key":"[^"]+"/;
    const [bad = '', good = ''] = [lines[1]?.match(key)?.[0], lines[2]?.match(key)?.[0]];
    await forge([header, lines[2]?.replace(good, bad)].join('\n'));
    expect(known(await open(), 'bad')).toBeNull();
  });

  it('of two processes is merged by whoever writes last, the newer result of each', async () => {
    const [one, two] = [await open(), await open()];
    one.keepInspection(inspection('a', { at: 1_000 }));
    one.keepInspection(inspection('b', { at: 3_000, ruleset: '4' }));
    two.keepInspection(inspection('b', { at: 2_000 }));
    two.keepInspection(inspection('c', { at: 1_000 }));
    await one.close();
    await two.close();
    const next = await open();
    expect(known(next, 'a')).not.toBeNull();
    expect(known(next, 'b')).toMatchObject({ at: 3_000, ruleset: '4' });
    expect(known(next, 'c')).not.toBeNull();
  });

  it('that no longer holds does not come back with what another process kept', async () => {
    const one = await open();
    one.keepCheck(file('a'), { at: 5 });
    await one.close();
    const [two, three] = [await open(), await open()];
    two.keepCheck(file('a'), null);
    three.keepCheck(file('b'), { at: 6 });
    await two.close();
    await three.close();
    const next = await open();
    expect([next.check(file('a')), next.check(file('b'))]).toEqual([null, { at: 6 }]);
  });

  it('is forgotten with its server, or all of it, also where another process kept it', async () => {
    const one = await open();
    one.keepInspection(inspection('a'));
    one.keepCheck(file('a'), { at: 5 });
    one.keepCheck(file('a', { identity: other }), { at: 5 });
    one.keepReading(file('a'), 'all');
    await one.close();
    const two = await open();
    await two.forget(acme);
    const three = await open();
    expect([three.check(file('a')), three.reading(file('a'))]).toEqual([null, null]);
    expect(three.check(file('a', { identity: other }))).toEqual({ at: 5 });
    await three.forget(null);
    const four = await open();
    expect(known(four, 'a')).toBeNull();
    expect(four.check(file('a', { identity: other }))).toBeNull();
  });

  it('keeps the newest of more contents than have room', async () => {
    const memory = await open();
    const long = 'x'.repeat(400_000);
    for (let index = 0; index < 140; index += 1)
      memory.keepInspection(
        inspection(`${index}`, { at: index, marks: new Map([['P01', `${long}${index}`]]) }),
      );
    await memory.close();
    expect((await stat(path)).size).toBeLessThanOrEqual(mostReviewBytes);
    const next = await open();
    expect(known(next, '139')).not.toBeNull();
    expect(known(next, '0')).toBeNull();
  });

  it('keeps nothing of a content in which rules find too much, and looks again', async () => {
    const memory = await open();
    const long = 'x'.repeat(600_000);
    memory.keepInspection(inspection('a', { marks: new Map([['P01', long]]) }));
    await memory.close();
    expect(known(await open(), 'a')).toBeNull();
  });
});
