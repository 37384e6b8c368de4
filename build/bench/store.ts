import { mkdtemp, open, rename } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../electron/core/digest.ts';
import { decide, setDigest } from '../../electron/core/decisions/record.ts';
import { openApprovals } from '../../electron/storage/approvals/approvals.ts';
import type { RecordChange } from '../../electron/engine/ports/decisions.ts';
import type { ApprovalRecord, Identity } from '../../shared/model/approval.ts';

// `store.mjs FOLDER RECORDS ROUNDS`: fills a data folder with RECORDS approvals, then approves
// one more at a time. Each is beside a bare write of the same bytes: temporary file, fsync,
// rename, fsync of the folder. Then opens the folder several times, beside parsing the same
// bytes, and looks records up. Prints one line of JSON with every time in ms.
const [folder = '', records = '0', rounds = '0'] = process.argv.slice(2);
const identity: Identity = { kind: 'http', url: 'https://mcp.bench.example/mcp' };

function recordOf(index: number): ApprovalRecord {
  const name = `skill-${String(index).padStart(6, '0')}`;
  const base = `skill://bench/team-${Math.floor(index / 25)}/${name}`;
  const resources = [
    'SKILL.md',
    'references/guide.md',
    'references/checklist.md',
    'scripts/report.py',
  ].map((path) => ({ uri: `${base}/${path}`, digest: sha256(`${base}/${path}`), size: 1_600 }));
  return {
    id: `01JD${String(index).padStart(22, '0')}`,
    server: { label: 'bench', display: 'https://mcp.bench.example/mcp', identity },
    uri: `${base}/SKILL.md`,
    name,
    dialect: 'skills-ext',
    resources,
    setDigest: setDigest(resources),
    frontmatter: {
      name,
      description:
        'Reads what the person names, compares it with the rules of the team and reports the differences.',
    },
    decision: 'approved',
    reason: 'user',
    grants: { allowedTools: [], codeExecution: false },
    coverage: { verified: 4, shown: 4, total: 4 },
    actor: { kind: 'user', name: 'bench' },
    decidedAt: '2026-11-21T12:00:00.000Z',
    expiresAt: null,
    note: '',
    supersedes: null,
    integrity: 'manifest',
    archive: null,
    lapsed: null,
  };
}

function put(index: number): RecordChange {
  const record = recordOf(index);
  return {
    kind: 'put',
    record,
    audit: {
      action: 'approved',
      server: 'bench',
      uri: record.uri,
      setDigest: record.setDigest,
      detail: '',
    },
  };
}

async function bareWrite(into: string, bytes: Uint8Array): Promise<void> {
  const path = join(into, 'bare.json');
  const file = await open(`${path}.tmp`, 'w', 0o600);
  await file.write(bytes);
  await file.sync();
  await file.close();
  await rename(`${path}.tmp`, path);
  const directory = await open(into, 'r');
  await directory.sync();
  await directory.close();
}

const store = await openApprovals({
  folder,
  now: Date.now,
  actor: 'bench',
  generator: { name: 'skillgate', version: '0.0.0' },
});
const filled = await store.commit(
  Array.from({ length: Number(records) }, (_, index) => put(index)),
);
if (!filled.ok) throw new Error(filled.error.message);

const bytes = readFileSync(join(folder, 'approvals.json'));
const bareFolder = await mkdtemp(join(folder, '..', 'bare-'));
const approvalMs: number[] = [];
const bareMs: number[] = [];
for (let round = 0; round < Number(rounds); round += 1) {
  const change = put(Number(records) + round);
  const start = performance.now();
  const done = await store.commit([change]);
  approvalMs.push(performance.now() - start);
  if (!done.ok) throw new Error(done.error.message);
  const bare = performance.now();
  await bareWrite(bareFolder, bytes);
  bareMs.push(performance.now() - bare);
}
await store.close();

const loadMs: number[] = [];
const parseMs: number[] = [];
const checkMs: number[] = [];
for (let round = 0; round < 9; round += 1) {
  const start = performance.now();
  const opened = await openApprovals({
    folder,
    now: Date.now,
    actor: 'bench',
    generator: { name: 'skillgate', version: '0.0.0' },
  });
  loadMs.push(performance.now() - start);
  const parse = performance.now();
  JSON.parse(readFileSync(join(folder, 'approvals.json'), 'utf8'));
  parseMs.push(performance.now() - parse);
  for (let look = 0; look < 100; look += 1) {
    const { uri, resources } = recordOf((look * 7_919) % Number(records));
    const check = performance.now();
    const record = opened.find(identity, uri);
    const standing = decide({
      problem: null,
      content: 'listed',
      resources,
      record,
      policy: null,
      sessionAllowed: false,
      now: Date.now(),
      store: { status: 'ready' },
    });
    checkMs.push(performance.now() - check);
    if (standing.kind !== 'approved') throw new Error(`${uri} stands ${standing.kind}`);
  }
  await opened.close();
}
console.log(
  JSON.stringify({
    records: Number(records),
    bytes: bytes.length,
    approvalMs,
    bareMs,
    loadMs,
    parseMs,
    checkMs,
  }),
);
