import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import {
  type KeptFindings,
  keptOf,
  mostKept,
  mostKeptBytes,
  type KeptFinding,
} from '../../../shared/model/kept-findings.ts';
import type { DecisionBundle } from './bundle.ts';
import { severities, type FindingSeverity } from '../../../shared/model/severity.ts';
import { boundedKept } from '../decisions/kept-findings.ts';
import type { NewestBundle } from './keys.ts';

interface ImportInput {
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

/**
 * The findings that an import is judged by and keeps. `here` is what rules on this machine say
 * about the same set, one per skill that has it; local findings count whatever the signer says, and
 * the worse of both wins. The attacker signs that nothing was found or omits it, so files that no
 * rule inspected here count as not inspected. Null if nobody says anything.
 */
export function importedFindings(
  record: ApprovalRecord,
  here: readonly KeptFindings[],
): KeptFindings | null {
  const theirs = foreignFindings(record);
  const [mine, ...others] = here.toSorted((a, b) => gapsOf(a) - gapsOf(b));
  if (mine !== undefined)
    return [...others, ...(theirs === null ? [] : [theirs])].reduce(withOthers, mine);
  return theirs && { ...theirs, notInspected: 0, notRead: record.resources.length };
}

const gapsOf = ({ notInspected, notRead }: KeptFindings): number => notInspected + notRead;

/**
 * What a colleague's decision kept, up to the same limit as here. Findings they dismissed are open:
 * a dismissal doesn't carry over to whoever imports it.
 */
function foreignFindings(record: ApprovalRecord): KeptFindings | null {
  const kept = keptOf(record);
  if (kept === null) return null;
  const findings = kept.findings.map(({ rule, ruleset, severity, uri, digest, mark, state }) => ({
    ...{ rule, ruleset, severity, uri, digest, mark },
    state: opened(state),
  }));
  const more = kept.more.map(({ rule, severity, state, count }) => ({
    ...{ rule, severity, count },
    state: opened(state),
  }));
  const isBounded =
    findings.length <= mostKept &&
    more.length <= mostKept * 8 &&
    Buffer.byteLength(JSON.stringify([findings, more])) <= mostKeptBytes * 2;
  const { notInspected, notRead } = kept;
  return isBounded ? { findings, more, notInspected, notRead } : null;
}

const opened = (state: KeptFinding['state']): KeptFinding['state'] =>
  state === 'answered' ? 'open' : state;

/** Local findings plus the signer's; if both have one, the worse of the two. */
function withOthers(mine: KeptFindings, theirs: KeptFindings): KeptFindings {
  const all = new Map(mine.findings.map((one) => [makeKey(one), one]));
  for (const one of theirs.findings) {
    const known = all.get(makeKey(one));
    if (known === undefined) all.set(makeKey(one), one);
    else if (!covers(known, one))
      all.set(makeKey(one), {
        ...known,
        severity: worse(known.severity, one.severity),
        state: known.state === 'folded' && one.state === 'folded' ? 'folded' : 'open',
      });
  }
  const { findings, more } = boundedKept([...all.values()].toSorted(worstFirst));
  const counted = new Map<string, KeptFindings['more'][number]>();
  for (const one of [...mine.more, ...theirs.more, ...more]) {
    const key = `${one.rule} ${one.severity} ${one.state}`;
    const known = counted.get(key);
    // Which files they are isn't recorded, so both sides are assumed to mean the same ones.
    if (known === undefined || known.count < one.count) counted.set(key, one);
  }
  return { ...mine, findings, more: [...counted.values()] };
}

/** Whether a local finding covers all that theirs says; a dismissal only for these exact bytes. */
const covers = (mine: KeptFinding, theirs: KeptFinding): boolean =>
  rankOf(mine.severity) <= rankOf(theirs.severity) &&
  (theirs.state === 'folded' || mine.state !== 'folded') &&
  (mine.state !== 'answered' || mine.digest === theirs.digest);

const rankOf = (severity: FindingSeverity): number => severities.indexOf(severity);
const worse = (a: FindingSeverity, b: FindingSeverity): FindingSeverity =>
  rankOf(a) <= rankOf(b) ? a : b;

const worstFirst = (a: KeptFinding, b: KeptFinding): number =>
  Number(a.state === 'folded') - Number(b.state === 'folded') ||
  rankOf(a.severity) - rankOf(b.severity);

const makeKey = ({ rule, uri }: KeptFinding): string => `${rule}\n${uri}`;

/**
 * Whether importing a decision would replace a newer one with an older one. The attacker has a
 * bundle that a trusted key once signed: replayed, it must not turn a newer denial back into an
 * approval or restore what was revoked or is no longer valid, since the signer hadn't seen that.
 * Sequence and time are signed.
 */
export function isOlder(
  bundle: Pick<DecisionBundle, 'sequence' | 'createdAt'>,
  theirs: Pick<ApprovalRecord, 'decidedAt'>,
  mine: Pick<ApprovalRecord, 'decidedAt' | 'lapsed'> | null,
  newest: NewestBundle | null,
): boolean {
  const made = Date.parse(bundle.createdAt);
  if (newest !== null && (bundle.sequence < newest.sequence || made < Date.parse(newest.createdAt)))
    return true;
  if (mine === null) return false;
  const known = Date.parse(mine.lapsed?.at ?? mine.decidedAt);
  return made < known || Date.parse(theirs.decidedAt) < known;
}
