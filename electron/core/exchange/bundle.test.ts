import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ApprovalRecord, Identity } from '../../../shared/model/approval.ts';
import { setDigest } from '../decisions/record.ts';
import { sha256 } from '../digest.ts';
import { isOlder, importedRecord, saysTheSame } from './imported-decisions.ts';
import { openBundle, sealBundle, sealEnvelope } from './bundle.ts';
import { parseSigningKey, signingKeyOf, signingKeyPem } from './keys.ts';

const acme: Identity = { kind: 'http', url: 'https://mcp.acme.example/mcp' };
const now = Date.UTC(2026, 10, 21, 12);
const newSigningKey = () => signingKeyOf(generateKeyPairSync('ed25519').privateKey);
const key = newSigningKey();

function record(name: string, change: Partial<ApprovalRecord> = {}): ApprovalRecord {
  const uri = `skill://acme/${name}/SKILL.md`;
  const resources = change.resources ?? [{ uri, digest: sha256(name), size: 10 }];
  return {
    id: `id-${name}`,
    server: { label: 'their-label', display: 'https://elsewhere.example', identity: acme },
    uri,
    name,
    dialect: 'skills-ext',
    resources,
    setDigest: setDigest(resources),
    frontmatter: { name, description: 'A skill', 'allowed-tools': 'Bash(*)' },
    decision: 'approved',
    reason: 'user',
    grants: { allowedTools: ['Bash(*)'], codeExecution: true },
    coverage: { verified: 1, shown: 1, total: 1 },
    actor: { kind: 'user', name: 'grace' },
    decidedAt: '2026-11-20T12:00:00.000Z',
    expiresAt: '2027-01-01T00:00:00.000Z',
    note: 'looked at it',
    supersedes: 'older',
    integrity: 'manifest',
    archive: null,
    lapsed: null,
    ...change,
  };
}

const problemOf = (text: string): string | null => {
  const opened = openBundle(text);
  return opened.ok ? null : opened.error;
};
const signed = (payload: object, by = key): string =>
  sealEnvelope(Buffer.from(JSON.stringify(payload)), by);
const payload = (more: object = {}): object => ({
  format: 'skillgate/bundle@2',
  createdAt: new Date(now).toISOString(),
  sequence: 7,
  signer: { name: 'grace', publicKey: key.publicKey },
  records: [record('a')],
  ...more,
});

describe('a signed bundle', () => {
  it('gives back what was put in, and whose key signed it', () => {
    const opened = openBundle(
      sealBundle([record('a'), record('b', { decision: 'denied' })], key, 'grace', {
        now,
        sequence: 7,
      }),
    );
    expect(opened).toEqual({
      ok: true,
      value: {
        fingerprint: key.fingerprint,
        signerName: 'grace',
        sequence: 7,
        createdAt: new Date(now).toISOString(),
        answers: [],
        records: [record('a'), record('b', { decision: 'denied' })],
      },
    });
  });

  it('is a DSSE envelope whose signature covers type and payload', () => {
    const envelope = JSON.parse(sealBundle([record('a')], key, 'grace', { now, sequence: 7 })) as {
      payloadType: string;
      payload: string;
      signatures: { keyid: string; sig: string }[];
    };
    expect(envelope.payloadType).toBe('application/vnd.skillgate.bundle+json');
    expect(envelope.signatures).toMatchObject([{ keyid: key.fingerprint }]);
    expect(
      problemOf(JSON.stringify({ ...envelope, payloadType: 'application/vnd.in-toto+json' })),
    ).toContain('not a bundle');
  });

  it('is refused if any byte changed after signing', () => {
    const envelope = JSON.parse(sealBundle([record('a')], key, 'grace', { now, sequence: 7 })) as {
      payload: string;
      signatures: { sig: string }[];
    };
    const bytes = Buffer.from(envelope.payload, 'base64');
    const forged = Buffer.from(
      bytes.toString('utf8').replace('https://mcp.acme.example', 'https://mcp.evil.example'),
    );
    expect(
      problemOf(JSON.stringify({ ...envelope, payload: forged.toString('base64') })),
    ).toContain('signature doesn’t match');
    const sig = Buffer.from(envelope.signatures[0]?.sig ?? '', 'base64');
    for (const at of [0, 31, 63]) {
      const broken = Buffer.from(sig);
      broken[at] = (broken[at] ?? 0) ^ 1;
      expect(
        problemOf(
          JSON.stringify({ ...envelope, signatures: [{ sig: broken.toString('base64') }] }),
        ),
      ).toContain('signature doesn’t match');
    }
    expect(problemOf(JSON.stringify({ ...envelope, signatures: [] }))).not.toBeNull();
  });

  it('is refused if a key other than the named one signed it', () => {
    expect(problemOf(signed(payload(), newSigningKey()))).toContain('signature doesn’t match');
  });

  it('does not take a key in a second spelling, which would have a second fingerprint', () => {
    const spelled = { name: 'grace', publicKey: `${key.publicKey}\n` };
    expect(problemOf(signed(payload({ signer: spelled })))).toContain('not an Ed25519 key');
  });

  it.each([
    ['a newer format', payload({ format: 'skillgate/bundle@3' }), 'another version'],
    ['no records', payload({ records: [] }), 'records'],
    ['a record that is none', payload({ records: [{ uri: 'x' }] }), 'records'],
    [
      'two decisions about one skill',
      payload({ records: [record('a'), record('a', { decision: 'denied' })] }),
      'two decisions',
    ],
    [
      'a set other than the one listed',
      payload({ records: [record('a', { setDigest: sha256('other') })] }),
      'set digest',
    ],
    ['an approval of nothing', payload({ records: [record('a', { resources: [] })] }), 'no set'],
    [
      'a file listed twice',
      payload({
        records: [
          record('a', {
            resources: [
              { uri: 'u', digest: sha256('1') },
              { uri: 'u', digest: sha256('2') },
            ],
          }),
        ],
      }),
      'twice',
    ],
    [
      'an address that is not normalised',
      payload({
        records: [
          record('a', {
            server: {
              label: 'x',
              display: '',
              identity: { kind: 'http', url: 'https://mcp.acme.example:443/mcp' },
            },
          }),
        ],
      }),
      'server identity',
    ],
  ])('is refused as a whole for %s', (_what, content, problem) => {
    expect(problemOf(signed(content))).toContain(problem);
  });

  it.each([
    '',
    '{',
    'null',
    '[]',
    '{"payloadType":1}',
    '{"payloadType":"application/vnd.skillgate.bundle+json","payload":"AAAA","signatures":[{"sig":"AA"}]}',
  ])('says what is wrong with %j and does not throw', (text) => {
    expect(problemOf(text)).not.toBeNull();
  });
});

describe('a decision taken over from a bundle', () => {
  const bundle = { fingerprint: key.fingerprint, signerName: 'grace' };
  const taken = importedRecord({
    id: 'new',
    label: 'mine',
    display: 'my words',
    bundle,
    record: record('a'),
    findings: null,
    supersedes: 'old',
    now,
  });

  it('binds to the same content of the same server and says where it comes from', () => {
    expect(taken).toMatchObject({
      id: 'new',
      server: { label: 'mine', display: 'my words', identity: acme },
      setDigest: record('a').setDigest,
      resources: record('a').resources,
      decision: 'approved',
      reason: `import:${key.fingerprint}`,
      actor: { kind: 'import', name: 'grace' },
      supersedes: 'old',
      decidedAt: '2026-11-20T12:00:00.000Z',
    });
  });

  it('keeps the path of each file, and differs if a path differs', () => {
    const called = (path: string): ApprovalRecord => ({
      ...record('a'),
      resources: record('a').resources.map((resource) => ({ ...resource, path })),
    });
    const input = {
      ...{ id: 'new', label: 'mine', display: '', bundle, findings: null, supersedes: null, now },
    };
    expect(importedRecord({ ...input, record: called('run.sh') }).resources).toEqual(
      called('run.sh').resources,
    );
    expect(saysTheSame(called('run.sh'), called('run.sh'))).toBe(true);
    expect(saysTheSame(called('notes.md'), called('run.sh'))).toBe(false);
    expect(saysTheSame(record('a'), called('run.sh'))).toBe(false);
    expect(saysTheSame(called('run.sh'), record('a'))).toBe(true);
  });

  it('allows no tools, whatever the colleague allowed', () => {
    expect(taken.grants).toEqual({ allowedTools: [], codeExecution: false });
  });

  it('never has a decision date in the future', () => {
    expect(
      importedRecord({
        id: 'new',
        label: 'mine',
        display: 'my words',
        bundle,
        record: record('a', { decidedAt: '2099-01-01T00:00:00.000Z' }),
        findings: null,
        supersedes: null,
        now,
      }).decidedAt,
    ).toBe(new Date(now).toISOString());
  });

  it('stays invalid if it was, and then differs from a valid one', () => {
    const lapsed = record('a', {
      lapsed: { setDigest: null, at: '2026-11-20T13:00:00.000Z' },
    });
    const input = {
      ...{ id: 'new', label: 'mine', display: '', bundle, findings: null, supersedes: null, now },
    };
    expect(importedRecord({ ...input, record: lapsed }).lapsed).toEqual(lapsed.lapsed);
    expect(saysTheSame(record('a'), lapsed)).toBe(false);
    expect(saysTheSame(lapsed, record('a'))).toBe(false);
  });

  it('changes nothing where decision, content and end are the same', () => {
    expect(saysTheSame(record('a'), record('a', { id: 'x', note: 'other' }))).toBe(true);
    expect(saysTheSame(record('a'), record('a', { decision: 'denied' }))).toBe(false);
    expect(saysTheSame(record('a'), record('a', { expiresAt: null }))).toBe(false);
    expect(
      saysTheSame(
        record('a', { decision: 'denied' }),
        record('a', { decision: 'denied', setDigest: sha256('x') }),
      ),
    ).toBe(true);
  });
});

describe('the age of a bundle', () => {
  const at = (day: number): string => `2026-11-${String(day).padStart(2, '0')}T12:00:00.000Z`;
  const bundle = (day: number, sequence: number) => ({ createdAt: at(day), sequence });
  const decided = (day: number, lapsed: number | null = null) => ({
    decidedAt: at(day),
    lapsed: lapsed === null ? null : { setDigest: null, at: at(lapsed) },
  });

  it.each([
    ['a bundle made before the decision that it would replace', bundle(5, 1), 4, 6, null, true],
    ['a decision made before it, in a new bundle', bundle(9, 1), 4, 6, null, true],
    ['a decision made after it', bundle(9, 1), 8, 6, null, false],
    ['one of the very same time', bundle(6, 1), 6, 6, null, false],
    ['where nothing was decided', bundle(5, 1), 4, null, null, false],
    ['a bundle sent again after a newer one, of what was revoked', bundle(5, 3), 4, null, 4, true],
    ['a later number with an earlier time', bundle(5, 9), 4, null, 4, true],
    ['an earlier number with a later time', bundle(9, 3), 8, null, 4, true],
    ['the newest one once more', bundle(8, 4), 4, null, 4, false],
  ])('tells of %s', (_, signed, theirs, mine, sequence, older) => {
    const newest = sequence === null ? null : { sequence, createdAt: at(8) };
    expect(isOlder(signed, decided(theirs), mine === null ? null : decided(mine), newest)).toBe(
      older,
    );
  });

  it.each([
    ['a bundle made before my approval lapsed', bundle(6, 1), 5, true],
    ['a decision made before it, in a bundle made after', bundle(9, 1), 5, true],
    ['my own decision, sent back to me', bundle(9, 1), 4, true],
    ['a decision made after it', bundle(9, 1), 8, false],
  ])('tells of %s', (_, signed, theirs, older) => {
    expect(isOlder(signed, decided(theirs), decided(4, 7), null)).toBe(older);
  });

  it('stands inside what is signed', () => {
    const text = sealBundle([record('a')], key, 'grace', { now, sequence: 7 });
    const envelope = JSON.parse(text) as { payload: string };
    const payload = Buffer.from(envelope.payload, 'base64').toString();
    for (const [from, to] of [
      ['"sequence":7', '"sequence":8'],
      ['2026-11-21T12', '2026-11-22T12'],
    ] as const) {
      expect(payload).toContain(from);
      const forged = Buffer.from(payload.replace(from, to)).toString('base64');
      expect(problemOf(JSON.stringify({ ...envelope, payload: forged }))).toContain('signature');
    }
  });
});

describe('a signing key', () => {
  it('survives its file', () => {
    const again = parseSigningKey(signingKeyPem(key));
    expect(again).toMatchObject({
      ok: true,
      value: { fingerprint: key.fingerprint, publicKey: key.publicKey },
    });
    expect(parseSigningKey('-----BEGIN PRIVATE KEY-----')).toMatchObject({ ok: false });
  });
});
