import type { AnsweredFinding, NotInspected } from '../../../shared/model/findings.ts';
import {
  mostKept,
  mostKeptBytes,
  type KeptFinding,
  type KeptFindings,
} from '../../../shared/model/kept-findings.ts';
import { isFolded, severities } from '../../../shared/model/severity.ts';

/** A finding with the mark that identifies the text at its places. */
export interface MarkedFinding extends Omit<AnsweredFinding, 'isNew' | 'others'> {
  readonly mark: string;
}

/** What a decision keeps: `found` is sorted worst first, so the least severe are left out. */
export function keepFindings(
  found: readonly MarkedFinding[],
  gaps: readonly Pick<NotInspected, 'reason'>[],
): KeptFindings {
  const notRead = gaps.filter(({ reason }) => reason === 'not-read').length;
  return { ...boundedKept(found.map(keptOne)), notInspected: gaps.length - notRead, notRead };
}

/** As many findings as one decision keeps, worst first; the rest are counted per rule. */
export function boundedKept(all: readonly KeptFinding[]): Pick<KeptFindings, 'findings' | 'more'> {
  const findings: KeptFinding[] = [];
  const more = new Map<string, Writable<KeptFindings['more'][number]>>();
  let bytes = 0;
  for (const one of all) {
    bytes += Buffer.byteLength(JSON.stringify(one)) + 1;
    if (findings.length < mostKept && bytes <= mostKeptBytes) {
      findings.push(one);
      continue;
    }
    const { rule, severity, state } = one;
    const key = `${rule} ${severity} ${state}`;
    const known = more.get(key) ?? { rule, severity, state, count: 0 };
    known.count += 1;
    more.set(key, known);
  }
  return { findings, more: [...more.values()] };
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

const keptOne = ({ answer, ...finding }: MarkedFinding): KeptFinding => ({
  rule: finding.rule,
  ruleset: finding.ruleset,
  severity: finding.severity,
  uri: finding.uri,
  digest: finding.digest,
  mark: finding.mark,
  state: isFolded(finding) ? 'folded' : answer === null ? 'open' : 'answered',
});

/** It reported what differed from the earlier approval, so its absence now means nothing. */
const ofTheChange = 'A08';
/**
 * They depend on what one run of the program knew besides the files: opened folders, other servers,
 * files served twice. Their absence now may only mean that nobody looked.
 */
export const ofTheRun: ReadonlySet<string> = new Set(['M02', 'M03', 'M06', 'M08']);

/** What is known about the files now, by URI; null if the set of files is unknown. */
export type InspectedFiles = ReadonlyMap<
  string,
  { readonly digest: string | null; readonly isWhole: boolean }
> | null;

/** What became of the findings that a decision kept. */
export interface FindingsSince {
  readonly fresh: ReadonlySet<MarkedFinding>;
  readonly gone: readonly KeptFinding[];
  /** Unknown: the file wasn't read again, or wasn't fully inspected. */
  readonly unlooked: readonly KeptFinding[];
}

/**
 * Compares current findings with those kept at the decision. A finding is the same if rule, file
 * and mark agree and it isn't worse; everything else is new. The attacker wrote both versions:
 * anything ambiguous counts as new, and nothing counts as gone from a file that the rules couldn't
 * inspect.
 */
export function sinceKept(
  kept: KeptFindings,
  found: readonly MarkedFinding[],
  files: InspectedFiles,
): FindingsSince {
  const then = new Map(kept.findings.map((one) => [makeKey(one), one]));
  const now = new Set(found.map(makeKey));
  const fresh = found.filter((one) => {
    const before = then.get(makeKey(one));
    return before === undefined || !isSame(before, one);
  });
  const gone: KeptFinding[] = [];
  const unlooked: KeptFinding[] = [];
  for (const one of kept.findings) {
    if (one.state === 'folded' || one.rule === ofTheChange) continue;
    // Found again, if perhaps in other words: it's new then, and not gone.
    if (now.has(makeKey(one))) continue;
    const file = files?.get(one.uri);
    if (ofTheRun.has(one.rule)) unlooked.push(one);
    else if (file === undefined) (files === null ? unlooked : gone).push(one);
    else if (file.isWhole) gone.push(one);
    // The same bytes as before, so what was found in them is still there.
    else if (file.digest !== one.digest) unlooked.push(one);
  }
  return { fresh: new Set(fresh), gone, unlooked };
}

/** There is one finding per rule and file. */
const makeKey = ({ rule, uri }: Pick<KeptFinding, 'rule' | 'uri'>): string => `${rule}\n${uri}`;

const isSame = (then: KeptFinding, now: MarkedFinding): boolean =>
  then.mark === now.mark &&
  severities.indexOf(now.severity) >= severities.indexOf(then.severity) &&
  (then.state !== 'folded' || isFolded(now));
