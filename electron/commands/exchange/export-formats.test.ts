import { describe, expect, it } from 'vitest';
import type { ApprovalRecord, Identity } from '../../../shared/model/approval.ts';
import { metadataDigest } from '../../core/decisions/display.ts';
import { sha256 } from '../../core/digest.ts';
import { parsePolicy, type PolicyInForce } from '../../core/policy/policy.ts';
import { setDigest } from '../../core/decisions/record.ts';
import { exported } from './export-decisions.ts';
import { clashes, formatExport, type ExportFormat } from './export-formats.ts';

const now = Date.UTC(2026, 10, 21, 12);
const acme: Identity = { kind: 'http', url: 'https://mcp.acme.example/mcp' };
const other: Identity = { kind: 'http', url: 'https://other.example/mcp' };

function decision(
  name: string,
  change: Partial<ApprovalRecord> = {},
  files = ['SKILL.md', 'a.md'],
): ApprovalRecord {
  const resources = files.map((file) => ({
    uri: `skill://acme/${name}/${file}`,
    digest: sha256(`${name} ${file}`),
    size: 1,
  }));
  return {
    id: name,
    server: { label: 'acme', display: 'https://mcp.acme.example/mcp', identity: acme },
    uri: `skill://acme/${name}/SKILL.md`,
    name,
    dialect: 'skills-ext',
    resources,
    setDigest: setDigest(resources),
    frontmatter: { name, description: 'd', 'allowed-tools': 'Read Bash(git:*)' },
    decision: 'approved',
    reason: 'user',
    grants: { allowedTools: ['Read'], codeExecution: false },
    coverage: { verified: 1, shown: 0, total: 2 },
    actor: { kind: 'user', name: 'ada' },
    decidedAt: '2026-11-20T12:00:00.000Z',
    expiresAt: null,
    note: '',
    supersedes: null,
    integrity: 'manifest',
    archive: null,
    lapsed: null,
    ...change,
  };
}

const everything = [
  decision('c', {}, ['z.md', 'SKILL.md']),
  decision('b', { decision: 'denied', note: 'no' }),
  decision('a', { expiresAt: '2026-11-21T12:00:00.000Z' }),
  decision('d', { setDigest: sha256('another set') }),
  decision('e', {
    server: { label: 'other', display: '', identity: other },
    expiresAt: '2027-01-01T00:00:00.000Z',
  }),
];
const format = (as: ExportFormat, records: readonly ApprovalRecord[]): string =>
  formatExport(as, exported(records, { status: 'none' }, now));
const hostile = 'x\u202E|`<b>\n[a](javascript:b) @team #1 ![i](//e) \u001b[31m www.e.example';

describe('decisions for other programs', () => {
  it('have a metadata digest in a lock file that covers file names', () => {
    const one = decision('c');
    const resources = one.resources.map((file, at) =>
      at === 0 ? file : { ...file, path: 'run.sh' },
    );
    const locked = (record: ApprovalRecord): unknown =>
      (JSON.parse(format('lock', [record])) as { skills: { metadataDigest: string }[] }).skills[0]
        ?.metadataDigest;
    expect(locked(one)).toBe(metadataDigest(one.frontmatter));
    expect(locked({ ...one, resources })).toBe(
      metadataDigest(one.frontmatter, new Map([['skill://acme/c/a.md', 'run.sh']])),
    );
  });

  it('are a map of digests for each approval in force', () => {
    expect(JSON.parse(format('agenticx', everything))).toEqual({
      'acme::skill://acme/c/SKILL.md': {
        'skill://acme/c/SKILL.md': sha256('c SKILL.md'),
        'skill://acme/c/z.md': sha256('c z.md'),
      },
      'other::skill://acme/e/SKILL.md': {
        'skill://acme/e/SKILL.md': sha256('e SKILL.md'),
        'skill://acme/e/a.md': sha256('e a.md'),
      },
    });
  });

  it("aren't exported as in force if the policy blocks them", () => {
    const policy = parsePolicy(
      '{"format":"skillgate/policy@1","longestExpiryDays":10,"rules":[{"name":"no others","effect":"deny","server":{"url":"https://other.example/**"}}]}',
    );
    if (!policy.ok) throw new Error(policy.error);
    const inForce: PolicyInForce = {
      status: 'active',
      path: '/p',
      policy: policy.value,
      digest: 'd',
    };
    const under = exported(
      [...everything, decision('old', { decidedAt: '2026-11-01T00:00:00.000Z' })],
      inForce,
      now,
    );
    expect(under.map(({ record, standing }) => [record.name, standing])).toEqual([
      ['a', 'expired'],
      ['b', 'denied'],
      ['c', 'approved'],
      ['d', 'void'],
      ['old', 'expired'],
      ['e', 'blocked'],
    ]);
    expect(JSON.parse(formatExport('lock', under))).toMatchObject({
      skills: [{ uri: 'skill://acme/c/SKILL.md', expiresAt: '2026-11-30T12:00:00.000Z' }],
    });
    expect(formatExport('markdown', under)).toContain('| blocked by policy |');
    expect(
      exported(everything, { status: 'unreadable', path: '/p', message: 'x' }, now).every(
        ({ standing }) => standing === 'blocked',
      ),
    ).toBe(true);
  });

  it('never put two servers under one name', () => {
    const twice = [
      decision('a'),
      decision('a', { server: { label: 'acme', display: '', identity: other } }),
    ];
    expect(clashes(exported(twice, { status: 'none' }, now))).toEqual([
      'acme::skill://acme/a/SKILL.md',
    ]);
    expect(() => format('agenticx', twice)).toThrow('two servers');
    expect(
      clashes(
        exported([decision('a'), { ...twice[1]!, decision: 'denied' }], { status: 'none' }, now),
      ),
    ).toEqual([]);
  });

  it('give the same lock file for the same decisions, whatever their time and order', () => {
    const again = [...everything].reverse().map((record) => ({
      ...record,
      id: 'new',
      decidedAt: '2026-11-21T00:00:00.000Z',
      actor: { kind: 'user', name: 'bob' },
      resources: [...record.resources].reverse(),
    }));
    expect(format('lock', again)).toBe(format('lock', everything));
    expect(JSON.parse(format('lock', everything))).toEqual({
      format: 'skillgate/lock@1',
      skills: [
        {
          server: 'acme',
          identity: acme,
          uri: 'skill://acme/c/SKILL.md',
          setDigest: everything[0]!.setDigest,
          metadataDigest: metadataDigest(everything[0]!.frontmatter),
          expiresAt: null,
          allowedTools: ['Read'],
          resources: {
            'skill://acme/c/SKILL.md': sha256('c SKILL.md'),
            'skill://acme/c/z.md': sha256('c z.md'),
          },
        },
        expect.objectContaining({
          server: 'other',
          uri: 'skill://acme/e/SKILL.md',
          expiresAt: '2027-01-01T00:00:00.000Z',
        }),
      ],
    });
  });

  it('are JSON in which no file name can hide anything', () => {
    const uri = 'skill://acme/\u202Eé\u0085/SKILL.md';
    const record = decision('a', {
      uri,
      server: { label: 'ac\u200Bme', display: '', identity: acme },
    });
    for (const as of ['agenticx', 'lock'] as const) {
      const text = format(as, [record]);
      expect(text).toMatch(/^[\n -~]+$/);
      expect(JSON.stringify(JSON.parse(text))).toContain(uri);
    }
    const proto = [{ uri: '__proto__', digest: sha256('p') }];
    expect(
      format('agenticx', [decision('a', { resources: proto, setDigest: setDigest(proto) })]),
    ).toContain('"__proto__": "sha256:');
  });

  it('are rows of CSV, each on one line and none of them a formula', () => {
    const lines = format('csv', [
      decision('a', { note: 'a, "quoted"\nnote' }),
      decision('b', { name: '=HYPERLINK("x")', decision: 'denied' }),
      decision('c', { name: ' +1' }),
    ])
      .trimEnd()
      .split('\n');
    expect(lines[0]).toBe(
      'server,identity,uri,name,standing,decidedAt,expiresAt,decidedBy,files,verified,setDigest,grantedTools,note',
    );
    expect(lines[1]).toBe(
      `acme,https://mcp.acme.example/mcp,skill://acme/a/SKILL.md,a,approved,2026-11-20T12:00:00.000Z,,ada,2,1,${decision('a').setDigest},Read,"a, ""quoted""\\u{000A}note"`,
    );
    expect(lines[2]).toContain(`,"'=HYPERLINK(""x"")",denied,`);
    expect(lines[3]).toContain(`,' +1,approved,`);
    expect(lines).toHaveLength(4);
  });

  it('are a table for a pull request', () => {
    const text = format('markdown', everything);
    expect(text).toContain('2 approved, 1 denied, 1 expired, 1 void.');
    expect(text).toContain(
      '| approved | <code>c</code><br><code>skill&#58;//acme/c/SKILL.md</code> | <code>acme</code><br><code>https&#58;//mcp.acme.example/mcp</code> | 1 of 2 | <code>Read</code>, <code>Bash&#40;git&#58;&#42;&#41;</code> | <code>Read</code> |',
    );
    expect(text).toContain('- <code>b</code> (<code>acme</code>): <code>no</code>');
    expect(format('markdown', [])).toBe('# Skill decisions\n\nNo decisions.\n');
  });

  it('show hostile text in one table cell, as plain text', () => {
    const text = format('markdown', [
      decision('a', {
        name: hostile,
        note: hostile,
        server: { label: hostile, display: hostile, identity: acme },
        grants: { allowedTools: [hostile], codeExecution: false },
      }),
    ]);
    const row = text.split('\n').find((line) => line.startsWith('| approved'))!;
    expect(row.split('|')).toHaveLength(11);
    expect(row).toContain('&#92;u&#123;202E&#125;');
    expect(text).not.toMatch(/[^\n -~]|`|<b>|\]\(|@|www\.e/);
    expect(text.replaceAll(/<\/?code>|<br>/g, '')).not.toMatch(/[<>]/);
  });
});
