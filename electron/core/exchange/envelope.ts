import { sign, verify } from 'node:crypto';
import { z } from 'zod';
import { err, ok, type Result } from '../../../shared/result.ts';
import { parsePublicKey, type SigningKey } from './keys.ts';

/** DSSE: https://github.com/secure-systems-lab/dsse, protocol and envelope. */
export const payloadType = 'application/vnd.skillgate.bundle+json';

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
  return `${JSON.stringify({ payloadType, payload: Buffer.from(payload).toString('base64'), signatures: [{ keyid: key.fingerprint, sig }] }, null, 2)}\n`;
}

export interface BundleEnvelope {
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
