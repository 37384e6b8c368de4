import { X509Certificate } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import * as tls from 'node:tls';
import type { EnvironmentVariables } from './tunnel.ts';

/** What of TLS newer versions of Node have, and Node 20 hasn't. */
export interface CertificateSource {
  readonly rootCertificates: readonly string[];
  readonly getCACertificates?: (type: 'default' | 'system') => readonly string[];
}

export interface TrustedCertificates {
  /** PEM texts, Node's own among them; undefined: Node's own alone, as it was started. */
  readonly ca: readonly string[] | undefined;
  /** One sentence for each file that couldn't be used. */
  readonly problems: readonly string[];
}

/** A file of all public authorities has a quarter of a megabyte. */
const fileBytes = 4 * 1024 * 1024;
const variables = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'] as const;

/**
 * Certificates beside those that Node comes with: the system's where Node reads them (22.15 and
 * newer), and the files that `NODE_EXTRA_CA_CERTS` and `SSL_CERT_FILE` name. In a package Node
 * doesn't read the first: variables that change Node are off there.
 */
export function trustedCertificates(
  env: EnvironmentVariables,
  source: CertificateSource = tls as unknown as CertificateSource,
): TrustedCertificates {
  const problems: string[] = [];
  const added = new Set(systemOf(source));
  for (const variable of variables) {
    const path = env[variable] ?? '';
    if (path === '') continue;
    const read = certificatesIn(path);
    if (typeof read === 'string') problems.push(`${variable} names ${path}, ${read}.`);
    else for (const certificate of read) added.add(certificate);
  }
  if (added.size === 0) return { ca: undefined, problems };
  const own = source.getCACertificates?.('default') ?? source.rootCertificates;
  return { ca: [...new Set([...own, ...added])], problems };
}

function systemOf({ getCACertificates }: CertificateSource): readonly string[] {
  try {
    return getCACertificates?.('system') ?? [];
  } catch {
    // A keychain that can't be read leaves the others.
    return [];
  }
}

/** The certificates in a PEM file, or why there are none. */
function certificatesIn(path: string): readonly string[] | string {
  let text: string;
  try {
    // Opened once, so that what was measured is what is read; a pipe would never end.
    const file = openSync(path, 'r');
    try {
      const facts = fstatSync(file);
      if (!facts.isFile()) return 'which isn’t a file';
      if (facts.size > fileBytes) return 'which is larger than 4 MiB';
      text = readFileSync(file, 'latin1');
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return `which couldn’t be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`;
  }
  const blocks =
    text.match(
      /-----BEGIN (?:TRUSTED )?CERTIFICATE-----[^-]+-----END (?:TRUSTED )?CERTIFICATE-----/g,
    ) ?? [];
  const good = blocks.filter(isCertificate);
  return good.length === 0 ? 'which contains no certificate' : good;
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== undefined;
  } catch {
    return false;
  }
}
