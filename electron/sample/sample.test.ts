import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sampleCatalogue } from './catalogue.ts';

const ctx = {} as never;
const sha256 = (bytes: Uint8Array): string =>
  `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
const catalogue = (startedAt = 1_000) => sampleCatalogue({ now: () => startedAt });

async function mismatches(startedAt?: number): Promise<{ uri: string; sameSize: boolean }[]> {
  const source = await catalogue(startedAt);
  const { skills } = await source.list({}, ctx);
  const found: { uri: string; sameSize: boolean }[] = [];
  for (const file of skills.flatMap((skill) =>
    skill.resources === 'dynamic' ? [] : skill.resources,
  )) {
    const read = await source.read(file.uri, ctx);
    if (read === undefined) throw new Error(`${file.uri} is not served`);
    const bytes = 'text' in read ? Buffer.from(read.text) : read.bytes;
    if (sha256(bytes) !== file.digest)
      found.push({ uri: file.uri, sameSize: bytes.length === file.size });
  }
  return found;
}

describe('the sample catalogue', () => {
  it('lists one skill for each situation', async () => {
    const { skills } = await (await catalogue()).list({}, ctx);
    expect(skills.map((skill) => skill.uri)).toEqual([
      'skill://code-review/SKILL.md',
      'skill://daily-standup-tips/SKILL.md',
      'skill://handbook/SKILL.md',
      'skill://handbook/onboarding/SKILL.md',
      'skill://invoice-helper/SKILL.md',
      'skill://release-notes/SKILL.md',
      'skill://system-status/SKILL.md',
    ]);
    expect(
      skills.find((skill) => skill.uri === 'skill://code-review/SKILL.md')?.frontmatter[
        'allowed-tools'
      ],
    ).toBe('Bash(git diff:*) Read Grep');
    expect(skills.find((skill) => skill.uri === 'skill://system-status/SKILL.md')?.resources).toBe(
      'dynamic',
    );
  });

  it('serves exactly one file that does not match its entry, with the declared size', async () => {
    expect(await mismatches()).toEqual([
      { uri: 'skill://invoice-helper/references/payment-details.md', sameSize: true },
    ]);
  });

  it("lists the nested skill's files in the enclosing skill, too", async () => {
    const entry = await (await catalogue()).get('skill://handbook/SKILL.md', ctx);
    expect(entry?.resources).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ uri: 'skill://handbook/onboarding/SKILL.md' }),
      ]),
    );
  });

  it('serves a picture, a drawing and a script beside the text of the ordinary skill', async () => {
    const source = await catalogue();
    expect(await source.read('skill://release-notes/assets/columns.png', ctx)).toMatchObject({
      mimeType: 'image/png',
      bytes: expect.any(Uint8Array) as unknown,
    });
    expect(await source.read('skill://release-notes/assets/flow.svg', ctx)).toMatchObject({
      mimeType: 'image/svg+xml',
    });
    expect(await source.read('skill://release-notes/scripts/collect.sh', ctx)).toMatchObject({
      mimeType: 'text/x-shellscript',
    });
  });

  it('changes one skill with every start, even within the same second, and no other', async () => {
    const digests = async (startedAt: number): Promise<Record<string, string>> => {
      const { skills } = await (await catalogue(startedAt)).list({}, ctx);
      return Object.fromEntries(
        skills.map((skill) => [skill.uri, JSON.stringify(skill.resources)]),
      );
    };
    const [before, after] = [await digests(1_000), await digests(1_001)];
    expect(Object.keys(before).filter((uri) => before[uri] !== after[uri])).toEqual([
      'skill://daily-standup-tips/SKILL.md',
    ]);
  });

  it('answers for a skill that it does not list', async () => {
    expect(await (await catalogue()).get('skill://extras/unlisted/SKILL.md', ctx)).toMatchObject({
      frontmatter: { name: 'unlisted' },
    });
  });

  it('shows the folder of a skill, also of the dynamic one', async () => {
    const source = await catalogue();
    const names = async (uri: string): Promise<unknown> =>
      (await source.readDirectory?.(uri, {}, ctx))?.resources.map((child) => child.name);
    expect(await names('skill://release-notes')).toEqual([
      'SKILL.md',
      'assets',
      'references',
      'scripts',
    ]);
    expect(await names('skill://system-status')).toEqual(['SKILL.md']);
    expect(await names('skill://release-notes/SKILL.md')).toBeUndefined();
  });
});
