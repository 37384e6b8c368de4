import { describe, expect, it } from 'vitest';
import { firstFiles } from '../../../e2e/servers/defects/defect.ts';
import { defects } from '../../../e2e/servers/defects/index.ts';
import {
  honest,
  serving,
  skills,
  type Answer,
  type Json,
} from '../../../e2e/servers/defects/honest.ts';
import { officialDefects, soundServers } from '../../../e2e/servers/defects/official.ts';
import { ownDefects } from '../../../e2e/servers/defects/own.ts';
import { skillMd } from '../../../e2e/servers/support/served-skill.ts';
import { sha256 } from '../digest.ts';
import { evaluate } from './evaluate.ts';
import { checks, officialChecks, ownChecks } from './checks/registry.ts';
import { reportOn } from './testing/planted.ts';

const official = Object.values(officialChecks).flatMap((list) => list.map(({ id }) => id));

describe('the checks of the official suite', () => {
  it('number 42, each once', () => {
    expect(new Set(official).size).toBe(42);
    expect(official).toHaveLength(42);
  });

  it('each have a planted defect, except one that no server can fail', () => {
    const planted = new Set(Object.values(officialDefects).flatMap(({ breaks }) => breaks));
    expect(official.filter((id) => !planted.has(id))).toEqual([
      'sep-2640-capability-directory-read-flag',
    ]);
  });
});

/** Checks of fields that revision 2026-07-28 added. */
const isOfModern = /cache-attributes$|result-type$|discover-result$|server-info$/;

describe.each(['2025-11-25', '2026-07-28'])('on a server of revision %s', (era) => {
  it.each(Object.entries(defects))('%s: finds exactly what is broken', (_, defect) => {
    const found = reportOn(defect, era).report.filter(({ faults }) => faults.length > 0);
    const expected = defect.breaks.filter((id) => era > '2026' || !isOfModern.test(id));
    const ids = found.map(({ id }) => id);
    expect(ids.filter((id) => official.includes(id)).toSorted()).toEqual(expected.toSorted());
    for (const id of defect.also ?? [])
      if (era > '2026' || !isOfModern.test(id)) expect(ids).toContain(id);
    for (const { level, verdict } of found)
      expect(verdict).toBe(level === 'MUST' ? 'fail' : 'warn');
  });

  it('a server that follows every rule passes everything', () => {
    const { report } = reportOn(defects['sound']!, era);
    const left = report.filter(({ verdict }) => verdict !== 'pass').map(({ id }) => id);
    expect(left.filter((id) => era > '2026' || !isOfModern.test(id))).toEqual([
      'skillgate/ttl-kept',
      'skillgate/stdout-noise',
      'skillgate/get-unlisted',
      'skillgate/unlisted-entry',
    ]);
  });
});

describe("Skillgate's own checks", () => {
  const foundIn = (name: string): string[] =>
    reportOn(defects[name]!, '2026-07-28').report.flatMap(({ id, faults }) =>
      faults.length > 0 && id.startsWith('skillgate/') ? [id] : [],
    );

  it('each have a planted defect', () => {
    const planted = new Set(Object.values(ownDefects).flatMap(({ also }) => also ?? []));
    // No rule says what the answer for another spelling is, or that nested skills are listed.
    expect(ownChecks.map(({ id }) => id).filter((id) => !planted.has(id))).toEqual([
      'skillgate/respelled-uri',
      'skillgate/nested-skills',
    ]);
  });

  it('find nothing in a server that follows every rule', () => {
    expect([...Object.keys(soundServers), 'entries-in-any-order'].flatMap(foundIn)).toEqual([]);
  });

  it('find exactly the faults listed here in each server', () => {
    expect(
      Object.fromEntries(Object.keys(defects).map((name) => [name, foundIn(name)])),
    ).toMatchSnapshot();
  });

  it.each([
    [
      'line-ends-changed',
      'skillgate/file-digest',
      'line-shape',
      'The expected digest matches the same text with LF line endings.',
    ],
    [
      'size-in-characters',
      'skillgate/file-size',
      'size-alone',
      'The digest matches and only the size differs: the expected size counts UTF-16 units, not bytes.',
    ],
  ])('explain the cause of %s', (name, id, explanation, words) => {
    const faults = reportOn(defects[name]!, '2026-07-28').report.find(
      (one) => one.id === id,
    )?.faults;
    expect(faults?.map((fault) => fault.explanation)).toEqual([explanation]);
    expect(faults?.[0]?.said).toMatch(/^the entry says .* but it has /);
    expect(faults?.[0]?.said.split('. ').slice(1).join('. ')).toBe(words);
  });

  it.each([
    [
      'binary-as-text',
      'Return the bytes of the file as blob (base64): text can only hold UTF-8.',
      "text with U+FFFD, which programs put in place of bytes that aren't UTF-8",
    ],
    [
      'entries-older',
      'Compute the digest from the bytes exactly as they are served.',
      'The frontmatter differs, too (description), so the entry is of another version of the file',
    ],
    [
      'listing-older',
      'Compute the digest from the bytes exactly as they are served.',
      'skills/get has the right digest, so the listing is older than the content',
    ],
  ])('report the cause of %s as one fault of the file', (name, fix, clue) => {
    const { report } = reportOn(defects[name]!, '2026-07-28');
    const faulty = report.filter(
      ({ faults, id }) => faults.length > 0 && !/metadata-desc/.test(id),
    );
    expect(faulty.map(({ id, faults }) => `${id} ${faults.length}`)).toEqual([
      'skillgate/file-digest 1',
    ]);
    expect(faulty[0]?.fix).toBe(fix);
    expect(faulty[0]?.faults[0]?.said).toContain(clue);
    expect(faulty[0]?.faults[0]?.said).toContain(' bytes, but it has sha256:');
  });

  it.each([
    ['body-digest', 'The expected digest matches the text after the frontmatter', 'Compute the'],
    ['text-trimmed', 'with one more line ending at the end', 'Compute the digest'],
    ['mark-stripped', 'the same text with a byte order mark', 'Compute the digest'],
    ['digest-base64', 'which is base64 and not hexadecimal', 'Write the SHA-256'],
    ['made-for-each-read', 'Neither is listed', 'If the content is made for each read, set'],
    ['characters-torn', 'It came as text with U+FFFD', 'Decode the file as one piece'],
    ['date-as-time', '"2026-01-05T00:00:00.000Z" in the entry', 'parse every field of its YAML'],
    [
      'content-on-disk',
      'its content has the URI file:///srv/acme/',
      'return one content with that',
    ],
    [
      'hidden-file-listed',
      'No resource is served at',
      "Leave the file out of the entry if you don't serve",
    ],
    ['encoding-kept', 'No resource is served at', 'answers for skill://notes/a note.md'],
    ['backslash-in-uri', "The file's URI has a backslash.", 'with / between folders'],
    ['folders-left-out', "links to it, and its entry doesn't list it", 'Add the file to the entry'],
    [
      'path-followed',
      'followed the .. in this URI, to skill://acme/refunds/SKILL.md',
      'Serve only the URIs that you',
    ],
    ['pages-empty', "it didn't end within 1,000 pages", 'leave nextCursor out of the last page'],
    ['folder-needs-slash', 'It answers for skill://acme/refunds/', 'without a slash at its end'],
    ['ids-as-text', 'an answer has the text', 'a number stays a number'],
    ['declared-with-a-dot', "where clients don't look", '"io.modelcontextprotocol/skills"] as {}'],
  ])('name the cause of %s and what fixes it', (name, said, fix) => {
    const { report } = reportOn(defects[name]!, '2026-07-28');
    const faulty = report.filter(({ faults }) => faults.length > 0);
    for (const { faults, fix: told } of faulty) {
      expect(faults[0]?.said).toContain(said);
      expect(told).toContain(fix);
    }
    expect(faulty.length).toBe(name === 'folder-needs-slash' ? 4 : 1);
  });

  it('say where to look instead of comparing a file of another version', () => {
    const { report } = reportOn(defects['entries-older']!, '2026-07-28');
    const skippedFor = (id: string) => report.find((check) => check.id === id);
    for (const id of ['skillgate/file-size', 'skillgate/frontmatter-identical'])
      expect(skippedFor(id)).toMatchObject({
        verdict: 'skipped',
        why: 'See skillgate/file-digest: skill://notes/SKILL.md has another digest than its entry.',
      });
  });

  it('say the same as verify about a SKILL.md in another encoding', () => {
    const { report } = reportOn(defects['not-utf8']!, '2026-07-28');
    const told = report.find(({ id }) => id === 'skillgate/frontmatter-identical')?.faults;
    expect(told?.map(({ subject, said }) => `${subject}: ${said}`)).toEqual([
      'skill://notes/SKILL.md: SKILL.md is not UTF-8 text.',
    ]);
  });

  it('note a SKILL.md in the folder of a skill that is not listed', () => {
    const nested = skills.map((skill) =>
      skill.path === 'notes'
        ? { ...skill, files: { ...skill.files, 'more/SKILL.md': skillMd('more', 'Take more') } }
        : skill,
    );
    const { report } = reportOn({ ...defects['sound']!, answer: serving(nested) }, '2026-07-28');
    expect(report.filter(({ faults }) => faults.length > 0)).toEqual([]);
    expect(report.find(({ id }) => id === 'skillgate/nested-skills')).toMatchObject({
      verdict: 'info',
      why: expect.stringMatching(
        /^skill:\/\/notes\/more\/SKILL\.md is a file of skill:\/\/notes\/SKILL\.md and isn't/,
      ) as string,
    });
  });

  it('report a server that accepts another spelling of a URI', () => {
    const decoding = {
      ...defects['sound']!,
      answer: (method: string, params: Json) =>
        honest(method, JSON.parse(decodeURIComponent(JSON.stringify(params))) as Json),
    };
    const { report } = reportOn(decoding, '2026-07-28');
    const told = report.find(({ id }) => id === 'skillgate/respelled-uri');
    expect(told?.verdict).toBe('info');
    expect(told?.why).toContain('%72efunds');
  });
});

describe('a fault', () => {
  it.each(['resource-name', 'resource-description', 'bare-meta'])(
    'in resources/list is shown in its answer: %s',
    (name) => {
      const { report, transcript } = reportOn(defects[name]!, '2026-07-28');
      const [fault] = report.flatMap(({ faults }) => faults);
      expect(fault?.evidence?.asked).toBe('resources/list {}');
      expect(fault?.evidence?.request).toBe(transcript.resources.exchanges[0]?.at);
    },
  );
});

describe('a run', () => {
  it('sends one request to a server that does not declare the extension, and says so', () => {
    const has = (answer: Answer) =>
      reportOn({ ...defects['sound']!, capabilities: {}, answer: () => answer }, '2026-07-28');
    const { report, asked } = has({ error: { code: -32_601, message: 'Method not found' } });
    expect(asked).toEqual(['skills/list']);
    const of = (checks: typeof report) => checks.find(({ id }) => id === 'skillgate/declared');
    expect(of(report)?.faults[0]?.said).toBe("The server doesn't declare the extension.");
    expect(of(has({ result: { skills: [] } }).report)?.faults[0]?.said).toBe(
      "skills/list returns skills, but the server doesn't declare the extension",
    );
    const told = report.filter(({ verdict }) => verdict !== 'skipped');
    expect(told.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual([
      'skillgate/declared warn',
      'skillgate/answer-ids pass',
    ]);
  });

  it('sends only read-only requests', () => {
    const { asked } = reportOn(defects['sound']!, '2026-07-28');
    expect([...new Set(asked)].toSorted()).toEqual([
      'resources/directory/read',
      'resources/list',
      'resources/read',
      'skills/get',
      'skills/list',
    ]);
  });

  it('report folders that entries leave out once, if folders can be read', () => {
    const { report } = reportOn(
      {
        ...defects['sound']!,
        answer: (method, params) =>
          (method === 'skills/list' || method === 'skills/get'
            ? defects['folders-left-out']!.answer!
            : honest)(method, params),
      },
      '2026-07-28',
    );
    const of = (id: string) => report.find((check) => check.id === id);
    expect(of('skillgate/directory-agrees')?.verdict).toBe('fail');
    expect(of('skillgate/files-complete')?.faults).toEqual([]);
  });

  it('reads no folder that a SKILL.md links to as if it were a file', () => {
    const linked = skills.map((skill) =>
      skill.path === 'acme/refunds'
        ? {
            ...skill,
            files: {
              ...skill.files,
              'SKILL.md': `${String(skill.files['SKILL.md'])}See [all](references) and [c](scripts).\n`,
            },
          }
        : skill,
    );
    const { transcript } = reportOn(
      { ...defects['sound']!, answer: serving(linked) },
      '2026-07-28',
    );
    expect(transcript.deeper.linked).toEqual([]);
  });

  it('blames nothing for answers that it was stopped before', () => {
    const stopped = { reason: 'cancelled', message: 'Canceled before it was sent.' } as const;
    const { transcript } = reportOn(defects['sound']!, '2026-07-28');
    const { unserved } = transcript.deeper;
    const cut = unserved.map((one) => ({ ...one, reply: { ok: false, error: stopped } }) as const);
    const seen = { ...transcript, deeper: { ...transcript.deeper, unserved: cut } };
    const codes = evaluate(seen as never, checks).find(({ id }) => /error-codes/.test(id));
    expect([codes?.verdict, codes?.why]).toEqual([
      'skipped',
      'Not checked: the run was stopped before the answer.',
    ]);
  });

  it('ends even if the pages of a server never end', () => {
    let page = 0;
    const endless = {
      ...defects['sound']!,
      answer: () => ({ result: { skills: [], resources: [], nextCursor: String((page += 1)) } }),
    };
    const { report } = reportOn(endless, '2026-07-28');
    expect(report.find(({ id }) => id === 'sep-2640-skills-list-pagination')?.verdict).toBe('fail');
  });

  it('checks every skill that only the instructions name, and counts those it leaves out', () => {
    const named = (count: number) =>
      Array.from({ length: count }, (_, at) => `skill://h/s${at}/SKILL.md`).join(' ');
    const seen = (count: number) =>
      reportOn({ ...defects['sound']!, instructions: named(count) }, '2026-07-28').transcript
        .deeper;
    expect(seen(21)).toMatchObject({ elsewhere: { length: 21 }, unread: 0 });
    expect(seen(2_000)).toMatchObject({ elsewhere: { length: 2_000 }, unread: 0 });
    expect(seen(10_030)).toMatchObject({ elsewhere: { length: 10_000 }, unread: 30 });
  });

  it('finds nothing in two thousand valid skills that are named but not listed', () => {
    const text = '# One of many\n';
    const file = (at: string) => `---\nname: s${at}\ndescription: One of many\n---\n\n${text}`;
    const many = {
      ...defects['sound']!,
      capabilities: { resources: {}, extensions: { 'io.modelcontextprotocol/skills': {} } },
      instructions: Array.from({ length: 2_000 }, (_, at) => `skill://many/s${at}/SKILL.md`).join(
        ' ',
      ),
      answer: (method: string, params: Json): Answer => {
        const uri = String(params['uri']);
        const at = /^skill:\/\/many\/s(\d+)\/SKILL\.md$/.exec(uri)?.[1];
        if (at === undefined)
          return (defects['reads-no-directories']?.answer ?? honest)(method, params);
        const shared = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
        if (method === 'resources/read')
          return {
            result: { ...shared, contents: [{ uri, mimeType: 'text/markdown', text: file(at) }] },
          };
        const frontmatter = { name: `s${at}`, description: 'One of many' };
        const size = Buffer.byteLength(file(at));
        const resources = [{ uri, size, digest: sha256(file(at)) }];
        return { result: { ...shared, skill: { uri, frontmatter, resources } } };
      },
    };
    const { report, transcript } = reportOn(many, '2026-07-28');
    expect(report.filter(({ faults }) => faults.length > 0)).toEqual([]);
    expect(transcript.deeper.unread).toBe(0);
    expect(report.find(({ id }) => id === 'skillgate/unlisted-entry')?.verdict).toBe('pass');
  });

  it.each([
    [
      'resources/list',
      'Skills named only in resources/list are unknown: it answered with error 429: Slow down',
    ],
    ['skills/get', 'skills/get answered with error 429: Slow down'],
  ])('say why unlisted skills were not checked when %s is rate-limited', (busy, why) => {
    const server = {
      ...defects['sound']!,
      instructions: busy === 'skills/get' ? 'Begin with skill://hidden/start/SKILL.md.' : '',
      answer: (method: string, params: Json): Answer =>
        method === busy ? { error: { code: 429, message: 'Slow down' } } : honest(method, params),
    };
    const { report } = reportOn(server, '2026-07-28');
    const skipped = report.find(({ id }) => id === 'skillgate/unlisted-entry');
    expect(skipped?.verdict).toBe('skipped');
    expect(skipped?.why).toContain(why);
  });

  it.each<readonly [string, Answer]>([
    ['lacks the method', { error: { code: -32_601, message: 'Method not found' } }],
    ['has its own error code', { error: { code: -32_002, message: 'Not found' } }],
    ['invents an entry', { result: { resultType: 'complete', skill: {} } }],
  ])('report skills/get for an unknown skill on an empty server that %s', (_, got) => {
    const empty = { resultType: 'complete', ttlMs: 0, cacheScope: 'private', skills: [] };
    const server = {
      ...defects['sound']!,
      answer: (method: string, params: Json): Answer =>
        method === 'skills/list'
          ? { result: empty }
          : method === 'skills/get'
            ? got
            : honest(method, params),
    };
    const { report } = reportOn(server, '2026-07-28');
    const codes = report.find(({ id }) => id === 'skillgate/error-codes');
    expect(codes?.verdict).toBe('fail');
    expect(codes?.faults[0]?.said).toContain('skills/get');
  });

  const nothingListed = (method: string): Answer | null =>
    method === 'skills/list' || method === 'resources/list'
      ? {
          result: {
            ...{ resultType: 'complete', ttlMs: 0, cacheScope: 'private' },
            [method === 'skills/list' ? 'skills' : 'resources']: [],
          },
        }
      : null;

  it.each(['resources/read', 'resources/directory/read'])(
    'report %s for an unknown resource on an empty server',
    (of) => {
      const server = {
        ...defects['sound']!,
        answer: (method: string, params: Json): Answer =>
          nothingListed(method) ??
          (method === of
            ? { result: { resultType: 'complete', contents: [], resources: [] } }
            : honest(method, params)),
      };
      const { report } = reportOn(server, '2026-07-28');
      const codes = report.find(({ id }) => id === 'skillgate/error-codes');
      expect(codes?.verdict).toBe('fail');
      expect(codes?.faults.map(({ evidence }) => evidence?.asked.split(' ')[0])).toEqual([of]);
    },
  );

  it("don't take the _manifest of an older convention for a file of the skill", () => {
    const has = defects['file-only-in-resources']!;
    const server = {
      ...has,
      answer: (method: string, params: Json): Answer =>
        JSON.parse(
          JSON.stringify(has.answer!(method, params)).replaceAll('extra.md', '_manifest'),
        ) as Answer,
    };
    const { report } = reportOn(server, '2026-07-28');
    expect(report.filter(({ faults }) => faults.length > 0)).toEqual([]);
  });

  it('report a folder of a skill that only the instructions name, if nothing is listed', () => {
    const named = defects['unlisted-folder-hides']!;
    const server = {
      ...named,
      answer: (method: string, params: Json): Answer =>
        nothingListed(method) ?? named.answer!(method, params),
    };
    const { report } = reportOn(server, '2026-07-28');
    const folder = report.find(({ id }) => id === 'skillgate/directory-agrees');
    expect(folder?.faults.map(({ subject, said }) => `${subject}: ${said}`)).toEqual([
      "skill://hidden/start/run.sh: the entry doesn't list it",
    ]);
  });

  it("request no other folder if the first unlisted skill's folder is refused", () => {
    const many = Array.from({ length: 30 }, (_, at) => `skill://many/s${at}/SKILL.md`);
    const server = {
      ...defects['sound']!,
      instructions: many.join(' '),
      answer: (method: string, params: Json): Answer => {
        const listing = nothingListed(method);
        if (listing !== null) return listing;
        if (method !== 'skills/get') return honest(method, params);
        const skill = { uri: params['uri'], frontmatter: {}, resources: 'dynamic' };
        return { result: { resultType: 'complete', ttlMs: 0, cacheScope: 'private', skill } };
      },
    };
    const { asked } = reportOn(server, '2026-07-28');
    // The one folder, and an unknown one next to it.
    expect(asked.filter((method) => method === 'resources/directory/read')).toHaveLength(2);
  });

  it.each(['resources/read', 'resources/list'])('report a result of %s without a type', (of) => {
    const server = {
      ...defects['sound']!,
      answer: (method: string, params: Json): Answer => {
        const answer = honest(method, params);
        if (method !== of || !('result' in answer)) return answer;
        const { resultType: _, ...result } = answer.result as Json;
        return { result };
      },
    };
    const { report } = reportOn(server, '2026-07-28');
    const type = report.find(({ id }) => id === 'skillgate/result-type');
    expect(type?.faults.map(({ subject }) => subject)).toEqual([of]);
  });

  it('report an entry that is listed twice, and a file that is refused', () => {
    const twice = reportOn(
      {
        ...defects['sound']!,
        answer: (method: string, params: Json): Answer => {
          const answer = honest(method, params);
          if (method !== 'skills/list' || !('result' in answer)) return answer;
          const { skills, ...rest } = answer.result as Json;
          return { result: { ...rest, skills: [...(skills as Json[]), (skills as Json[])[0]] } };
        },
      },
      '2026-07-28',
    ).report.find(({ id }) => id === 'sep-2640-names-should-be-unique');
    expect([twice?.fix, twice?.faults[0]?.said]).toEqual([
      'List each skill once.',
      'its entry is listed more than once',
    ]);
    const refused = reportOn(
      {
        ...defects['sound']!,
        answer: (method: string, params: Json): Answer =>
          method === 'resources/read'
            ? { error: { code: -32_603, message: 'broken' } }
            : honest(method, params),
      },
      '2026-07-28',
    ).report.find(({ id }) => id === 'sep-2640-final-segment-equals-name');
    expect(refused).toMatchObject({
      fix: expect.stringContaining('resources/read for this URI') as string,
      faults: [{ said: 'it answered with error -32603: broken' }],
    });
  });

  it('requests no folder for a path of a million slashes, and counts it', () => {
    const uri = `skill://acme/refunds/${'/'.repeat(1_000_000)}x`;
    const deep = {
      ...defects['sound']!,
      answer: firstFiles((files) => [...files, { ...files[1], uri }]),
    };
    const { asked, transcript } = reportOn(deep, '2026-07-28');
    expect(asked.filter((method) => method === 'resources/directory/read').length).toBeLessThan(50);
    expect(transcript.deeper.unread).toBe(1);
  });

  it.each([
    null,
    7,
    'text',
    [],
    { skills: 7 },
    { skills: [null, 7, [], {}] },
    { skills: [{ uri: 5 }] },
  ])('completes every check for any answer: %j', (result) => {
    const { transcript } = reportOn(
      { ...defects['sound']!, answer: () => ({ result: result as never }) },
      '2026-07-28',
    );
    expect(evaluate(transcript, checks)).toHaveLength(checks.length);
  });
});
