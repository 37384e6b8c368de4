import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import type { KeptFindings } from '../../../shared/model/kept-findings.ts';
import type { DecisionBundle } from './bundle.ts';

export interface ImportInput {
  readonly id: string;
  /** The importing person's name for the server. */
  readonly label: string;
  /** The server in the importing person's configuration: `displayOf`. */
  readonly display: string;
  readonly bundle: Pick<DecisionBundle, 'fingerprint' | 'signerName'>;
  /** As the bundle has it. */
  readonly record: ApprovalRecord;
  /** The findings it's judged by: `importedFindings`. */
  readonly findings: KeptFindings | null;
  /** Id of the record that it replaces. */
  readonly supersedes: string | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * A colleague's decision as stored here: bound to the same content of the same server and marked
 * with the signing key. Importing never allows tools ("No implicit permission grants"); the person
 * selects them. Only known fields are imported.
 */
export function importedRecord({
  id,
  label,
  display,
  bundle,
  record,
  findings,
  supersedes,
  now,
}: ImportInput): ApprovalRecord {
  const approved = record.decision === 'approved';
  return {
    id,
    server: { label, display, identity: record.server.identity },
    uri: record.uri,
    name: record.name,
    dialect: record.dialect,
    resources: record.resources.map(({ uri, digest, size, path }) => ({
      uri,
      digest,
      ...(size === undefined ? {} : { size }),
      ...(typeof path === 'string' ? { path } : {}),
    })),
    setDigest: record.setDigest,
    frontmatter: record.frontmatter,
    decision: record.decision,
    reason: `import:${bundle.fingerprint}`,
    grants: { allowedTools: [], codeExecution: false },
    // What the colleague had on screen wasn't on this one.
    coverage: { ...record.coverage, shown: 0 },
    ...(findings === null ? {} : { findings }),
    integrity: record.integrity,
    archive: record.archive,
    // An approval that is no longer valid isn't valid here either.
    lapsed: record.lapsed,
    actor: { kind: 'import', name: bundle.signerName },
    // Capped at now: a decision dated in the future would outlive a policy's maximum lifetime.
    decidedAt: new Date(Math.min(now, Date.parse(record.decidedAt))).toISOString(),
    expiresAt: approved ? record.expiresAt : null,
    note: record.note,
    supersedes,
  };
}

/** Whether importing the record would change nothing of substance. */
export function saysTheSame(mine: ApprovalRecord, theirs: ApprovalRecord): boolean {
  if (mine.decision !== theirs.decision) return false;
  return (
    mine.decision === 'denied' ||
    (mine.setDigest === theirs.setDigest &&
      mine.expiresAt === theirs.expiresAt &&
      (mine.lapsed === null) === (theirs.lapsed === null) &&
      hasSamePaths(mine, theirs))
  );
}

/** If both state a file's path, the paths must agree; a missing one contradicts nothing. */
function hasSamePaths(mine: ApprovalRecord, theirs: ApprovalRecord): boolean {
  const paths = new Map(mine.resources.map(({ uri, path }) => [uri, path]));
  return theirs.resources.every(({ uri, path }) => path === undefined || path === paths.get(uri));
}
