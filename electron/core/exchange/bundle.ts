import { z } from 'zod';
import { addressOf } from '../../../shared/host/address.ts';
import {
  approvalRecordSchema,
  digestSchema,
  type ApprovalRecord,
  type Identity,
} from '../../../shared/model/approval.ts';
import { confidences, severities } from '../../../shared/model/finding-kinds.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { setDigest } from '../decisions/record.ts';
import { identityKey } from '../decisions/identity.ts';
import { parsedJson } from '../json-text.ts';
import { limits } from '../limits.ts';
import { type SigningKey, parsePublicKey } from './keys.ts';
import { sign, verify } from 'node:crypto';

export const bundleFormat = 'skillgate/bundle@2';
/** Maximum bundle size, in UTF-16 units of text and in decisions. */
export const largestBundle = 64 * 1024 * 1024;
export const mostBundled = 10_000;

/** Maximum number of finding dismissals in a bundle. */
export const mostAnswers = 10_000;

/** The signer's dismissal of a finding. `record`: index of the decision about its skill. */
const bundledAnswerSchema = z.object({
  record: z.int().nonnegative(),
  rule: z.string().min(1).max(40),
  ruleset: z.string().min(1).max(40),
  digest: digestSchema,
  file: z.string().max(8_192).nullable(),
  /** The finding as the signer saw it; older versions kept neither field. */
  severity: z.enum(severities).exactOptional(),
  confidence: z.enum(confidences).exactOptional(),
  reason: z.string().min(1).max(1_000),
  by: z.string().max(200),
  at: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
});
export type BundledAnswer = z.infer<typeof bundledAnswerSchema>;

const bundleSchema = z.object({
  format: z.literal(bundleFormat),
  createdAt: z.iso.datetime(),
  sequence: z.int().nonnegative(),
  signer: z.object({ name: z.string().max(200), publicKey: z.string() }),
  records: z.array(approvalRecordSchema).min(1).max(mostBundled),
  /** Added later: older readers ignore them. */
  answers: z.array(bundledAnswerSchema).max(mostAnswers).default([]),
});

export interface DecisionBundle {
  readonly fingerprint: string;
  /** The signer's own statement. */
  readonly signerName: string;
  readonly createdAt: string;
  /** Increases with every change to the signer's file; a later bundle never has a lower one. */
  readonly sequence: number;
  readonly records: readonly ApprovalRecord[];
  readonly answers: readonly BundledAnswer[];
}

/**
 * Signs decisions as a bundle. The importing person sees `signerName` beside the fingerprint;
 * `sequence` is the revision of the file that the decisions come from.
 */
export function sealBundle(
  records: readonly ApprovalRecord[],
  key: SigningKey,
  signerName: string,
  {
    now,
    sequence,
    answers = [],
  }: {
    readonly now: number;
    readonly sequence: number;
    readonly answers?: readonly BundledAnswer[];
  },
): string {
  const bundle = {
    format: bundleFormat,
    createdAt: new Date(now).toISOString(),
    sequence,
    signer: { name: signerName.slice(0, 200), publicKey: key.publicKey },
    records,
    ...(answers.length === 0 ? {} : { answers }),
  };
  return sealEnvelope(Buffer.from(JSON.stringify(bundle)), key);
}

/**
 * Reads a bundle: signature first, then the shape, then whether every record is consistent. All or
 * nothing. Nothing takes effect yet; whether to trust the signing key is up to the person.
 */
export function openBundle(text: string): Result<DecisionBundle, string> {
  if (text.length > largestBundle)
    return err(`it is larger than ${largestBundle / 1024 / 1024} MiB`);
  const envelope = openEnvelope(text);
  if (!envelope.ok) return envelope;
  let value: unknown;
  try {
    value = parsedJson(new TextDecoder('utf-8', { fatal: true }).decode(envelope.value.payload));
  } catch {
    return err('the signed content is not JSON or is nested too deeply');
  }
  const publicKey = z.object({ signer: z.object({ publicKey: z.string() }) }).safeParse(value);
  if (!publicKey.success) return err('it does not say who signed');
  const signer = verifyEnvelope(envelope.value, publicKey.data.signer.publicKey);
  if (!signer.ok) return signer;
  const parsed = bundleSchema.safeParse(value);
  if (!parsed.success)
    return err(
      formatOf(value) === bundleFormat
        ? `its ${parsed.error.issues[0]?.path.join('.') ?? 'content'} is invalid`
        : 'it was written by another version',
    );
  const seen = new Set<string>();
  for (const record of parsed.data.records) {
    const key = `${identityKey(record.server.identity)}\n${record.uri}`;
    if (seen.has(key)) return err('it has two decisions about one skill');
    seen.add(key);
    const fault = faultOf(record);
    if (fault !== null) return err(`${record.uri.slice(0, 200)}: ${fault}`);
  }
  const { createdAt, sequence, records, answers } = parsed.data;
  if (answers.some(({ record }) => record >= records.length))
    return err('it dismisses a finding of a skill that it has no decision about');
  return ok({
    fingerprint: signer.value.fingerprint,
    signerName: parsed.data.signer.name,
    createdAt,
    sequence,
    records,
    answers,
  });
}

/**
 * What is wrong with a record that contradicts itself or that Skillgate never writes; null if it's
 * sound.
 */
function faultOf(record: ApprovalRecord): string | null {
  if (!isOwnIdentity(record.server.identity))
    return 'its server identity is not in the form Skillgate uses';
  if (record.decision === 'denied') return null;
  if (record.resources.length === 0 || record.resources.length > limits.skillFiles)
    return 'it approves no set of files';
  if (new Set(record.resources.map(({ uri }) => uri)).size !== record.resources.length)
    return 'it lists a file twice';
  return digestOf(record) === record.setDigest ? null : 'its set digest doesn’t match its files';
}

function digestOf(record: ApprovalRecord): string | null {
  try {
    return setDigest(record.resources);
  } catch {
    return null;
  }
}

/** An address not in normal form would show as one server and match another. */
function isOwnIdentity(identity: Identity): boolean {
  return identity.kind === 'stdio' || addressOf(identity.url)?.url === identity.url;
}

const formatOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'format' in value ? value.format : undefined;

/** DSSE: https://github.com/secure-systems-lab/dsse, protocol and envelope. */
const payloadType = 'application/vnd.skillgate.bundle+json';

const envelopeSchema = z.object({
  payloadType: z.string(),
  payload: z.string(),
  signatures: z
    .array(z.object({ keyid: z.string().optional(), sig: z.string() }))
    .min(1)
    .max(16),
});

/**
 * Signs `payload` as `payloadType`. Returns the envelope as JSON text; `keyid` is the fingerprint.
 */
export function sealEnvelope(payload: Uint8Array, key: SigningKey): string {
  const sig = sign(null, preAuthentication(payload), key.privateKey).toString('base64');
  const envelope = {
    payloadType,
    payload: Buffer.from(payload).toString('base64'),
    signatures: [{ keyid: key.fingerprint, sig }],
  };
  return `${JSON.stringify(envelope, null, 2)}\n`;
}

interface BundleEnvelope {
  readonly payload: Buffer;
  readonly signatures: readonly Buffer[];
}

/** Parses an envelope without trusting it: nothing has been verified yet. */
export function openEnvelope(text: string): Result<BundleEnvelope, string> {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return err('it is not JSON');
  }
  const parsed = envelopeSchema.safeParse(value);
  if (!parsed.success) return err('it is not a signed envelope');
  if (parsed.data.payloadType !== payloadType) return err(`it is not a bundle of decisions`);
  return ok({
    payload: Buffer.from(parsed.data.payload, 'base64'),
    signatures: parsed.data.signatures.map(({ sig }) => Buffer.from(sig, 'base64')),
  });
}

/**
 * Whether one of the signatures is this key's over this payload. The key comes from the payload
 * itself, so a match proves only that its holder signed; the fingerprint says who that is.
 */
export function verifyEnvelope(
  envelope: BundleEnvelope,
  publicKey: string,
): Result<{ readonly fingerprint: string }, string> {
  const key = parsePublicKey(publicKey);
  if (!key.ok) return key;
  const bytes = preAuthentication(envelope.payload);
  const signed = envelope.signatures.some(
    (signature) => signature.length === 64 && verify(null, bytes, key.value.key, signature),
  );
  return signed
    ? ok({ fingerprint: key.value.fingerprint })
    : err('the signature doesn’t match: the content changed after it was signed');
}

/**
 * The protocol's PAE: type and lengths are signed, so that no byte can move from one field to
 * another.
 */
function preAuthentication(payload: Uint8Array): Buffer {
  return Buffer.concat([
    Buffer.from(`DSSEv1 ${Buffer.byteLength(payloadType)} ${payloadType} ${payload.byteLength} `),
    payload,
  ]);
}
