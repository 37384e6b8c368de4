import { join } from 'node:path';
import type { CommandContext, CommandOutput } from '../call/command.ts';
import { verifyAudit, type AuditVerdict } from '../../storage/audit/verify.ts';
import { dataFolderPath } from '../../storage/disk/data-folder.ts';

/** `audit verify`: checks the chain and names the first broken line. */
export async function verifyAuditFile({ place, cwd }: CommandContext): Promise<CommandOutput> {
  const folder = dataFolderPath(place, cwd);
  const path = join(folder, 'audit.jsonl');
  const verdict = await verifyAudit(path);
  const ofFolders = join(folder, 'folder-audit.jsonl');
  const other = await verifyAudit(ofFolders);
  const isUsed = !other.ok || other.lines > 0;
  return {
    json: {
      ...{ path, ...verdict },
      ...(isUsed ? { folders: { path: ofFolders, ...other } } : {}),
    },
    human: [verdictLine(path, verdict), ...(isUsed ? [verdictLine(ofFolders, other)] : [])],
    exit: verdict.ok && other.ok ? 0 : 1,
  };
}

function verdictLine(path: string, verdict: AuditVerdict): string {
  if (!verdict.ok) return `broken at line ${verdict.line}: ${verdict.reason}  ${path}`;
  const { lines, recovered } = verdict;
  const damaged = recovered > 0 ? `, ${recovered} damaged by a crash but accounted for` : '';
  return `intact: ${lines} lines${damaged}  ${path}`;
}
