import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApprovalRecord, Identity } from '../../../shared/model/approval.ts';
import type { ApprovalsStore, RecordChange } from '../../engine/ports/decisions.ts';
import { sha256 } from '../../core/digest.ts';
import { openApprovals, type ApprovalsOptions } from '../approvals/approvals.ts';

export const acme: Identity = { kind: 'http', url: 'https://mcp.acme.example/mcp' };
export const at = Date.UTC(2026, 10, 21, 12);

export function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'skillgate-'));
}

export function record(name: string, change: Partial<ApprovalRecord> = {}): ApprovalRecord {
  const uri = `skill://acme/${name}/SKILL.md`;
  return {
    id: `id-${name}`,
    server: { label: 'acme', display: 'https://mcp.acme.example/mcp', identity: acme },
    uri,
    name,
    dialect: 'skills-ext',
    resources: [{ uri, digest: sha256(name), size: 10 }],
    setDigest: sha256(`set ${name}`),
    frontmatter: { name, description: 'A skill' },
    decision: 'approved',
    reason: 'user',
    grants: { allowedTools: [], codeExecution: false },
    coverage: { verified: 1, shown: 1, total: 1 },
    actor: { kind: 'user', name: 'ada' },
    decidedAt: '2026-11-21T12:00:00.000Z',
    expiresAt: null,
    note: '',
    supersedes: null,
    integrity: 'manifest',
    archive: null,
    lapsed: null,
    ...change,
  };
}

export function put(name: string, change: Partial<ApprovalRecord> = {}): RecordChange {
  const made = record(name, change);
  return {
    kind: 'put',
    record: made,
    audit: {
      action: made.decision,
      server: made.server.label,
      uri: made.uri,
      setDigest: made.setDigest,
      detail: '',
    },
  };
}

export function openStore(
  folder: string,
  options: Partial<ApprovalsOptions> = {},
): Promise<ApprovalsStore> {
  return openApprovals({
    folder,
    now: () => at,
    actor: 'ada',
    generator: { name: 'skillgate', version: '0.0.0' },
    ...options,
  });
}
