import type { ApprovalRecord } from '../../../shared/model/approval.ts';

/**
 * An approval as one line of the audit: what was checked and read, which tools it allows, when it
 * ends, and which of these differ from the approval it replaces. Tool names come from the server
 * and are written as JSON so that none can pass for part of the line.
 */
export function approvalWords(record: ApprovalRecord, before: ApprovalRecord | null): string {
  const { coverage, note } = record;
  const last = before?.decision === 'approved' ? before : null;
  return [
    `${coverage.verified} of ${coverage.total} files matched, ${coverage.shown} read`,
    withLast(toolWords(record), last && toolWords(last)),
    withLast(endWords(record), last && endWords(last)),
    ...(note === '' ? [] : [`note: ${note}`]),
  ].join('; ');
}

const withLast = (now: string, last: string | null): string =>
  last === null || last === now ? now : `${now} (before: ${last})`;

const toolWords = ({ grants: { allowedTools } }: ApprovalRecord): string =>
  allowedTools.length === 0
    ? 'allows no tools'
    : `allows ${allowedTools.map((tool) => JSON.stringify(tool)).join(', ')}`;

const endWords = ({ expiresAt }: ApprovalRecord): string =>
  expiresAt === null ? 'no expiry' : `expires ${expiresAt}`;
