import { generateKeyPairSync, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import { err, ok } from '../../../shared/result.ts';
import { setDigest } from '../decisions/record.ts';
import { sha256 } from '../digest.ts';
import { isOlder, importedRecord } from './imported-decisions.ts';
import {
  largestBundle,
  openBundle,
  sealBundle,
  openEnvelope,
  sealEnvelope,
  verifyEnvelope,
} from './bundle.ts';
import { parsePublicKey, parseSigningKey, signingKeyOf } from './keys.ts';

const now = Date.UTC(2026, 10, 21, 12);
const key = signingKeyOf(generateKeyPairSync('ed25519').privateKey);
const uri = 'skill://acme/a/SKILL.md';
const resources = [
  { uri, digest: sha256('a') },
  { uri: 'skill://acme/a/b', digest: sha256('b'), size: 3 },
];
const record: ApprovalRecord = {
  id: 'id-a',
  server: {
    label: 'theirs',
    display: 'their words',
    identity: { kind: 'http', url: 'https://mcp.acme.example/mcp' },
  },
  ...{ uri, name: 'a', dialect: 'skills-ext', resources, setDigest: setDigest(resources) },
  ...{ frontmatter: { name: 'a' }, decision: 'approved', reason: 'user' },
  grants: { allowedTools: ['Bash(*)'], codeExecution: true },
  coverage: { verified: 2, shown: 2, total: 2 },
  actor: { kind: 'user', name: 'grace' },
  ...{ decidedAt: '2026-11-20T12:00:00.000Z', expiresAt: '2027-01-01T00:00:00.000Z' },
  ...{ note: 'seen', supersedes: 'older', integrity: 'manifest', archive: null, lapsed: null },
};
const signed = (bytes: string | Uint8Array): string => sealEnvelope(Buffer.from(bytes), key);

describe('a bundle', () => {
  it('that is too large is not read at all', () => {
    expect(openBundle(' '.repeat(largestBundle + 1))).toEqual(err('it is larger than 64 MiB'));
    expect(openBundle(' '.repeat(largestBundle))).toEqual(err('it is not JSON'));
  });

  it('that signs what is no JSON, no text or names no signer says so', () => {
    expect(openBundle(signed('{'))).toEqual(
      err('the signed content is not JSON or is nested too deeply'),
    );
    const broken = Buffer.from('{"signer": "é"}', 'latin1');
    expect(openBundle(signed(broken))).toEqual(
      err('the signed content is not JSON or is nested too deeply'),
    );
    // It would be read, and could not be written into the file of decisions.
    const sealed = JSON.stringify({ signer: { name: '', publicKey: key.publicKey }, deep: 'x' });
    const deep = sealed.replace('"x"', `${'['.repeat(600)}${']'.repeat(600)}`);
    expect(openBundle(signed(deep))).toEqual(
      err('the signed content is not JSON or is nested too deeply'),
    );
    for (const text of ['{}', 'null', '{"signer": {}}', '{"signer": {"publicKey": 7}}'])
      expect(openBundle(signed(text))).toEqual(err('it does not say who signed'));
  });

  it('that says a false thing of a skill names it by the beginning of its address', () => {
    const long = `skill://acme/${'a'.repeat(300)}/SKILL.md`;
    const bad = { ...record, uri: long, setDigest: sha256('other') };
    const text = sealBundle([bad], key, 'grace', { now, sequence: 1 });
    expect(openBundle(text)).toEqual(
      err(`${long.slice(0, 200)}: its set digest doesn’t match its files`),
    );
  });

  it('is older where its decision says to be newer than the bundle that holds it', () => {
    const at = (day: number): string => `2026-11-0${day}T12:00:00.000Z`;
    const mine = { decidedAt: at(6), lapsed: null };
    const bundle = { sequence: 1, createdAt: at(5) };
    expect(isOlder(bundle, { decidedAt: at(8) }, mine, null)).toBe(true);
    expect(isOlder(bundle, { decidedAt: at(8) }, null, null)).toBe(false);
  });
});

describe('an envelope', () => {
  it('signs its type and payload with their lengths, as DSSE has it', () => {
    const { payload, signatures } = JSON.parse(signed('hello')) as {
      payload: string;
      signatures: { sig: string }[];
    };
    expect(Buffer.from(payload, 'base64').toString()).toBe('hello');
    const bytes = Buffer.from('DSSEv1 37 application/vnd.skillgate.bundle+json 5 hello');
    const sig = Buffer.from(signatures[0]?.sig ?? '', 'base64');
    const of = parsePublicKey(key.publicKey);
    expect(of.ok && verify(null, bytes, of.value.key, sig)).toBe(true);
  });

  it('is good with one signature of several, and with none that is longer or shorter', () => {
    const envelope = openEnvelope(signed('hello'));
    if (!envelope.ok) throw new Error(envelope.error);
    const [good = Buffer.alloc(0)] = envelope.value.signatures;
    const by = (...signatures: Buffer[]) =>
      verifyEnvelope({ ...envelope.value, signatures }, key.publicKey);
    expect(by(Buffer.alloc(64), good)).toEqual(ok({ fingerprint: key.fingerprint }));
    for (const bad of [Buffer.alloc(0), good.subarray(1), Buffer.concat([good, good])])
      expect(by(bad)).toEqual(
        err('the signature doesn’t match: the content changed after it was signed'),
      );
  });
});

describe('a key', () => {
  it('of another kind is none, however long it is', () => {
    const other = err('the public key is not an Ed25519 key');
    const x25519 = generateKeyPairSync('x25519').publicKey.export({ type: 'spki', format: 'der' });
    expect(x25519).toHaveLength(44);
    expect(parsePublicKey(x25519.toString('base64'))).toEqual(other);
    expect(parsePublicKey(Buffer.alloc(44).toString('base64'))).toEqual(other);
    expect(parsePublicKey('')).toEqual(other);
    expect(parsePublicKey(key.publicKey)).toMatchObject({
      value: { fingerprint: key.fingerprint },
    });
  });

  it('to sign with is one of Ed25519, and says what else it is', () => {
    const pem = (type: 'x25519' | 'ed25519') =>
      String(
        generateKeyPairSync(type as 'x25519').privateKey.export({ type: 'pkcs8', format: 'pem' }),
      );
    expect(parseSigningKey(pem('x25519'))).toEqual(err('it is not an Ed25519 key'));
    expect(parseSigningKey('')).toEqual(err('it is not a private key'));
    expect(parseSigningKey(pem('ed25519')).ok).toBe(true);
  });
});

describe('a decision that is taken over', () => {
  const bundle = { fingerprint: key.fingerprint, signerName: 'grace' };
  const input = {
    ...{ id: 'new', label: 'mine', display: 'my words', supersedes: null, now, bundle },
    findings: null,
  };

  it('is what the colleague decided, with what is this person’s own', () => {
    const extra = { ...record, more: 'unknown' } as ApprovalRecord;
    expect(importedRecord({ ...input, record: extra })).toStrictEqual({
      ...record,
      id: 'new',
      server: { label: 'mine', display: 'my words', identity: record.server.identity },
      reason: `import:${key.fingerprint}`,
      grants: { allowedTools: [], codeExecution: false },
      coverage: { verified: 2, shown: 0, total: 2 },
      actor: { kind: 'import', name: 'grace' },
      supersedes: null,
    });
  });

  it('ends only where it approves', () => {
    const denied = { ...record, decision: 'denied' as const };
    expect(importedRecord({ ...input, record: denied }).expiresAt).toBeNull();
  });
});
