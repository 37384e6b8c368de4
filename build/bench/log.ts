import { writeFileSync } from 'node:fs';
import { asNdjson } from '../../electron/core/log/export/ndjson.ts';
import { LogStore, searched } from '../../electron/core/log/log-store.ts';
import { limits } from '../../electron/core/limits.ts';

/**
 * Fills a protocol log completely and searches all its bodies; prints one line of JSON. With a
 * path, exports the log there.
 */
const secret = 'sk-bench-0123456789abcdef';
const log = new LogStore('bench', limits.logRows, limits.logBytes);
const began = performance.now();
for (let row = 0; row < limits.logRows; row += 1) {
  const uri = `skill://bench/skill-${row}/SKILL.md`;
  const id = log.begin({
    server: `server-${row % 4}`,
    secrets: row % 2 === 0 ? [] : [secret],
    at: row,
    kind: 'exchange',
    direction: 'sent',
    method: 'resources/read',
    target: uri,
    rpcId: String(row),
    status: 'waiting',
    raw: JSON.stringify({ jsonrpc: '2.0', id: row, method: 'resources/read', params: { uri } }),
  });
  const text = `Skill ${row} says something of middling length.`;
  const result = { contents: [{ uri, mimeType: 'text/markdown', text }] };
  log.end(id, {
    at: row + 5,
    status: 'ok',
    raw: JSON.stringify({ jsonrpc: '2.0', id: row, result }),
  });
}
const filledMs = performance.now() - began;

const looks = ['no such text', 'skill-49999', 'middling', '"uri": "skill://bench/skill-7', secret];
const searches = looks.map((text) => {
  const times: number[] = [];
  let found = 0;
  for (let round = 0; round < 7; round += 1) {
    const start = performance.now();
    found = searched(log, text, 0).length;
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  return { text: text === secret ? 'a secret' : text, found, medianMs: Math.round(times[3] ?? 0) };
});
const [, , exported] = process.argv;
if (exported !== undefined)
  writeFileSync(exported, asNdjson(log, null, { at: 0, version: '0' }).text);
const start = performance.now();
const page = log.page(null, 0, 5_000);
const pageMs = Math.round(performance.now() - start);
console.log(
  JSON.stringify({
    rows: limits.logRows,
    microsecondsPerExchange: Math.round((filledMs / limits.logRows) * 1_000),
    searches,
    firstPageOf: page.rows.length,
    firstPageMs: pageMs,
  }),
);
