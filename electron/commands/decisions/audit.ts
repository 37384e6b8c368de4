import { join } from 'node:path';
import type { CommandContext } from '../call/command-context.ts';
import { verifyAudit } from '../../storage/audit/verify.ts';
import { dataFolderPath } from '../../storage/disk/data-folder.ts';
import type { CommandOutput } from '../call/command.ts';

/** `audit verify`: checks the chain and names the first broken line. */
export async function verifyAuditFile({ place, cwd }: CommandContext): Promise<CommandOutput> {
  const path = join(dataFolderPath(place, cwd), 'audit.jsonl');
  const verdict = await verifyAudit(path);
  const human = verdict.ok
    ? [
        `intact: ${verdict.lines} lines${verdict.recovered > 0 ? `, ${verdict.recovered} damaged by a crash but accounted for` : ''}  ${path}`,
      ]
    : [`broken at line ${verdict.line}: ${verdict.reason}  ${path}`];
  return { json: { path, ...verdict }, human, exit: verdict.ok ? 0 : 1 };
}
