import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { err, ok, type Result } from '../../shared/result.ts';
import {
  fingerprintPattern,
  parseSigningKey,
  signingKeyOf,
  signingKeyPem,
  type SigningKey,
  type TrustedKey,
} from '../core/exchange/keys.ts';
import { parsedJson } from '../core/json-text.ts';
import type { KeyStore } from '../engine/ports/decisions.ts';
import { readBounded, readJson } from './disk/bounded-read.ts';
import { rewriteFile } from './disk/json-file.ts';

const mostBytes = 1024 * 1024;
const keySchema = z.looseObject({
  fingerprint: z.string().regex(fingerprintPattern),
  name: z.string(),
  addedAt: z.string(),
  newest: z.looseObject({ sequence: z.number(), createdAt: z.iso.datetime() }).exactOptional(),
});
const fileSchema = z.looseObject({
  format: z.literal('skillgate/keys@1'),
  trusted: z.array(keySchema),
});
type KeysFile = z.infer<typeof fileSchema>;

/**
 * Keys of the team exchange in the data folder: `signing-key.pem` (0600, made on first use) and
 * `trusted-keys.json`. A key file that is damaged is said to be so and never replaced.
 */
export function openKeys(folder: string, now: () => number): KeyStore {
  const ownPath = join(folder, 'signing-key.pem');
  const trustedPath = join(folder, 'trusted-keys.json');

  const change = async <E>(
    edit: (file: KeysFile) => Result<readonly TrustedKey[], E>,
  ): Promise<Result<void, E | 'unwritable'>> => {
    const written = await rewriteFile<E | 'unwritable'>(trustedPath, async () => {
      const file = await readTrusted(trustedPath);
      if (!file.ok) return err('unwritable' as const);
      const trusted = edit(file.value);
      return trusted.ok
        ? ok(`${JSON.stringify({ ...file.value, trusted: trusted.value }, null, 2)}\n`)
        : trusted;
    });
    return written.ok ? ok(undefined) : written;
  };

  return {
    async own() {
      const known = await readOwn(ownPath);
      if (!known.ok) return known;
      if (known.value !== null) return ok(known.value);
      // Under the file's lock: of two processes that both miss it, one makes it and the other reads
      // it.
      const made = await rewriteFile<'there'>(ownPath, async () =>
        (await readOwn(ownPath).then((own) => !own.ok || own.value !== null))
          ? err('there')
          : ok(signingKeyPem(signingKeyOf(generateKeyPairSync('ed25519').privateKey))),
      );
      if (!made.ok && made.error === 'unwritable') return err(`${ownPath} can’t be written.`);
      const written = await readOwn(ownPath);
      if (!written.ok) return written;
      return written.value === null ? err(`${ownPath} can’t be read.`) : ok(written.value);
    },
    async trusted() {
      const file = await readTrusted(trustedPath);
      return file.ok ? ok(file.value.trusted) : file;
    },
    async trust({ fingerprint, name }) {
      if (!fingerprintPattern.test(fingerprint))
        return err('A fingerprint is sha256: followed by 64 hexadecimal characters.');
      const added: TrustedKey = { fingerprint, name, addedAt: new Date(now()).toISOString() };
      const changed = await change<never>((file) => {
        const before = file.trusted.find((key) => key.fingerprint === fingerprint);
        const others = file.trusted.filter((key) => key !== before);
        return ok([...others, { ...before, ...added }]);
      });
      return changed.ok ? changed : err(`${trustedPath} can’t be written.`);
    },
    took: (fingerprint, { sequence, createdAt }) =>
      change<'not-found'>(({ trusted }) => {
        if (!trusted.some((key) => key.fingerprint === fingerprint)) return err('not-found');
        return ok(
          trusted.map((key) => {
            const { newest = { sequence, createdAt } } = key;
            if (key.fingerprint !== fingerprint) return key;
            const later = Date.parse(createdAt) > Date.parse(newest.createdAt);
            return {
              ...key,
              newest: {
                ...newest,
                sequence: Math.max(sequence, newest.sequence),
                createdAt: later ? createdAt : newest.createdAt,
              },
            };
          }),
        );
      }),
    distrust: (fingerprint) =>
      change<'not-found'>((file) =>
        file.trusted.some((key) => key.fingerprint === fingerprint)
          ? ok(file.trusted.filter((key) => key.fingerprint !== fingerprint))
          : err('not-found'),
      ),
  };
}

async function readOwn(ownPath: string): Promise<Result<SigningKey | null, string>> {
  const file = await readBounded(ownPath, mostBytes);
  if (!file.ok) return file.error.reason === 'missing' ? ok(null) : err(file.error.message);
  const key = parseSigningKey(file.value.bytes.toString('utf8'));
  return key.ok ? key : err(`${ownPath} can’t be used: ${key.error}`);
}

const readTrusted = (trustedPath: string): Promise<Result<KeysFile, string>> =>
  readJson<KeysFile>(trustedPath, mostBytes, {
    missing: { format: 'skillgate/keys@1', trusted: [] },
    take: (json) => fileSchema.safeParse(json).data ?? null,
    parse: parsedJson,
    damaged: 'can’t be used: it is damaged',
  });
