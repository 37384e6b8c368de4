import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { against, median, quantile, rounded } from './numbers.mjs';

const run = promisify(execFile);

const records = 10_000;
const rounds = 40;

/**
 * Time to save one more approval durably in a store of 10,000 records, beside a bare durable write
 * of the same bytes; time to open it, beside `JSON.parse`; time of one check.
 */
export async function measureStore({ store, scratch, say }) {
  say(`store: ${records} records`);
  const { stdout } = await run(process.execPath, [
    store,
    mkdtempSync(join(scratch, 'store-')),
    String(records),
    String(rounds),
  ]);
  const { bytes, approvalMs, bareMs, loadMs, parseMs, checkMs } = JSON.parse(
    stdout.trim().split('\n').at(-1),
  );
  return {
    records,
    rounds,
    fileMB: rounded(bytes / 1e6),
    approvalMs: { p50: rounded(median(approvalMs)), p95: rounded(quantile(approvalMs, 0.95)) },
    bareWriteMs: { p50: rounded(median(bareMs)), p95: rounded(quantile(bareMs, 0.95)) },
    approvalOverBare: rounded(median(approvalMs) / median(bareMs)),
    loadMs: { p50: rounded(median(loadMs)), p95: rounded(quantile(loadMs, 0.95)) },
    parseMs: { p50: rounded(median(parseMs)), p95: rounded(quantile(parseMs, 0.95)) },
    loadOverParse: rounded(median(loadMs) / median(parseMs)),
    checkMs: { p50: rounded(median(checkMs)), p95: rounded(quantile(checkMs, 0.95)) },
    targets: {
      approvalMs: against(median(approvalMs), 25),
      loadMs: against(median(loadMs), 60),
      checkMs: against(quantile(checkMs, 0.95), 1),
    },
  };
}
