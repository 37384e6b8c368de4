import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import {
  keptOf,
  mostKept,
  mostKeptBytes,
  type KeptFinding,
  type KeptFindings,
} from '../../../shared/model/kept-findings.ts';
import { severities, type FindingSeverity } from '../../../shared/model/severity.ts';
import { boundedKept } from '../decisions/kept-findings.ts';

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
