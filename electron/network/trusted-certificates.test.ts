import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { afterAll, expect, it } from 'vitest';
import { trustedCertificates, type CertificateSource } from './trusted-certificates.ts';

const folder = mkdtempSync(join(tmpdir(), 'certificates-'));
afterAll(() => rmSync(folder, { recursive: true }));
const written = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const [first = '', second = '', third = ''] = rootCertificates;
const source: CertificateSource = { rootCertificates: ['own'] };

it('leaves Node’s own alone without files and without a system store', () => {
  expect(trustedCertificates({}, source)).toEqual({ ca: undefined, problems: [] });
});

it('adds every certificate of the files that both variables name', () => {
  const extra = written('extra.pem', `# comment\n${first}\n${second}\n`);
  const file = written('file.pem', third);
  const env = { NODE_EXTRA_CA_CERTS: extra, SSL_CERT_FILE: file };
  expect(trustedCertificates(env, source)).toEqual({
    ca: ['own', first, second, third],
    problems: [],
  });
});

it('adds those of the system where Node reads them', () => {
  const newer: CertificateSource = {
    ...source,
    getCACertificates: (type) => (type === 'system' ? [first] : ['default']),
  };
  expect(trustedCertificates({}, newer).ca).toEqual(['default', first]);
  const failing: CertificateSource = {
    ...source,
    getCACertificates: () => {
      throw new Error('no keychain');
    },
  };
  expect(trustedCertificates({}, failing).ca).toBeUndefined();
});

it('says of each file why it can’t be used, and goes on with the others', () => {
  const large = written('large.pem', '');
  truncateSync(large, 5 * 1024 * 1024);
  const bad = first.replace(/[A-Za-z]{20}/, 'AAAAAAAAAAAAAAAAAAAA');
  for (const [path, why] of [
    [join(folder, 'gone.pem'), 'which couldn’t be read (ENOENT)'],
    [folder, 'which isn’t a file'],
    [large, 'which is larger than 4 MiB'],
    [written('empty.pem', 'hello'), 'which contains no certificate'],
    [
      written('forged.pem', `-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n`),
      'which contains no certificate',
    ],
  ] as const)
    expect(trustedCertificates({ SSL_CERT_FILE: path }, source)).toEqual({
      ca: undefined,
      problems: [`SSL_CERT_FILE names ${path}, ${why}.`],
    });
  const good = written('good.pem', `${bad}${second}`);
  expect(trustedCertificates({ SSL_CERT_FILE: good }, source).ca).toContain(second);
});
