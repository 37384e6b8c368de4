import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { root } from '../../build/product.ts';
import { Installed, packages, whyNone } from './installed.ts';

test.skip(Installed.find() === null, whyNone);

/** Digests of the app's archive and every package in a folder of `npm run dist`. */
function digestsOf(folder: string): Record<string, string> {
  const unpacked = readdirSync(folder).find((name) => name.includes('unpacked')) ?? '';
  const names = readdirSync(folder).filter((name) => /\.(deb|json)$/.test(name));
  return Object.fromEntries(
    [join(unpacked, 'resources/app.asar'), ...names].map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]),
  );
}

test('two builds of the same commit give the same app.asar, .deb and bill of materials', async () => {
  test.setTimeout(300_000);
  const again = mkdtempSync(join(tmpdir(), 'skillgate-again-'));
  try {
    await promisify(execFile)(process.execPath, [`${root}build/dist.mjs`, '--output', again]);
    const digests = digestsOf(packages);
    expect(Object.keys(digests)).toHaveLength(3);
    expect(digestsOf(again)).toEqual(digests);
  } finally {
    rmSync(again, { recursive: true, force: true });
  }
});
