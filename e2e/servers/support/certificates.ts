import { randomInt, webcrypto } from 'node:crypto';
import { Integer, OctetString, Utf8String } from 'asn1js';
import {
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  Extension,
  GeneralName,
  GeneralNames,
} from 'pkijs';

/** A certificate with the key that belongs to it, as TLS takes them. */
export interface Certified {
  /** PEM. */
  readonly cert: string;
  /** PEM. */
  readonly key: string;
  readonly signs: Signer;
}

interface Signer {
  readonly certificate: Certificate;
  readonly privateKey: webcrypto.CryptoKey;
}

export interface Wanted {
  /** Who signs it; itself unless told. */
  readonly by?: Certified;
  /** `authority`: it signs others. Else the host that it is for. */
  readonly for: 'authority' | 'this-machine' | { readonly host: string };
  /** When it ends, in days from now; negative: it has ended. */
  readonly days?: number;
}

const dayMs = 86_400_000;
const oid = { name: '2.5.4.3', constraints: '2.5.29.19', hosts: '2.5.29.17' } as const;
const dns = 2;
const ip = 7;

/** A certificate over a fresh P-256 key. */
export async function certified(wanted: Wanted): Promise<Certified> {
  const { subtle } = webcrypto;
  const keys = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ]);
  const certificate = new Certificate();
  certificate.version = 2;
  certificate.serialNumber = new Integer({ value: randomInt(1, 2 ** 31) });
  certificate.subject.typesAndValues.push(
    new AttributeTypeAndValue({
      type: oid.name,
      value: new Utf8String({ value: `test ${randomInt(2 ** 31)}` }),
    }),
  );
  certificate.issuer = (wanted.by?.signs.certificate ?? certificate).subject;
  const end = Date.now() + (wanted.days ?? 30) * dayMs;
  certificate.notBefore.value = new Date(Math.min(Date.now(), end) - 60 * dayMs);
  certificate.notAfter.value = new Date(end);
  certificate.extensions = [extensionOf(wanted)];
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey);
  await certificate.sign(wanted.by?.signs.privateKey ?? keys.privateKey, 'SHA-256');
  return {
    cert: pem('CERTIFICATE', certificate.toSchema(true).toBER(false)),
    key: pem('PRIVATE KEY', await subtle.exportKey('pkcs8', keys.privateKey)),
    signs: { certificate, privateKey: keys.privateKey },
  };
}

function extensionOf({ for: use }: Wanted): Extension {
  if (use === 'authority')
    return new Extension({
      extnID: oid.constraints,
      critical: true,
      extnValue: new BasicConstraints({ cA: true }).toSchema().toBER(false),
    });
  const here = new OctetString({ valueHex: new Uint8Array([127, 0, 0, 1]).buffer });
  const name =
    use === 'this-machine'
      ? new GeneralName({ type: ip, value: here })
      : new GeneralName({ type: dns, value: use.host });
  return new Extension({
    extnID: oid.hosts,
    extnValue: new GeneralNames({ names: [name] }).toSchema().toBER(false),
  });
}

const pem = (what: string, der: ArrayBuffer): string =>
  `-----BEGIN ${what}-----\n${(
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  ).join('\n')}\n-----END ${what}-----\n`;
