import { expect, it } from 'vitest';
import { sha256 } from '../../core/digest.ts';
import { emailText, heldEntry, refundsFolder } from '../../core/entry.fixture.ts';
import { verifyFile } from '../../core/verification/verify.fixture.ts';
import { verdictLine } from './check-label.ts';

it('explains what changed a mismatching file, if that is certain', () => {
  const uri = `${refundsFolder}/examples/email.md`;
  const line = (arrived: string): string =>
    verdictLine(verifyFile(heldEntry(), uri, Buffer.from(arrived), arrived));
  expect(line(`${emailText}\r\n`)).toMatch(
    / The expected digest matches the same text without its last line ending\.$/,
  );
  const other = emailText.toUpperCase();
  expect(line(other).endsWith(`, actual ${sha256(other)})`)).toBe(true);
});
