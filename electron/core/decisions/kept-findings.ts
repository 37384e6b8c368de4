import type { AnsweredFinding, NotInspected } from '../../../shared/model/findings.ts';
import {
  mostKept,
  mostKeptBytes,
  type KeptFinding,
  type KeptFindings,
} from '../../../shared/model/kept-findings.ts';
import { isFolded, severities } from '../../../shared/model/severity.ts';

/** A finding with the name of what stands at its places. */
export interface MarkedFinding extends Omit<AnsweredFinding, 'isNew' | 'others'> {
  readonly mark: string;
}

/** What a decision keeps: `found` comes with the worst first, and so the least is left out. */
export function keepFindings(
  found: readonly MarkedFinding[],
  gaps: readonly Pick<NotInspected, 'reason'>[],
): KeptFindings {
  const notRead = gaps.filter(({ reason }) => reason === 'not-read').length;
  return { ...boundedKept(found.map(keptOne)), notInspected: gaps.length - notRead, notRead };
}

/** As much of them as one decision keeps, the worst first; the others by rule alone. */
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

/** It told what differed from the approval before: that it does not stand now says nothing. */
const ofTheChange = 'A08';
/**
 * They rest on what is known beside the files in one run of the program: folders that were opened,
 * other servers, what was served twice. That they do not stand now may only say that nobody looked.
 */
export const ofTheRun: ReadonlySet<string> = new Set(['M02', 'M03', 'M06', 'M08']);

/** What is known of the files now, by URI; null where nobody knows which files there are. */
export type InspectedFiles = ReadonlyMap<
  string,
  { readonly digest: string | null; readonly isWhole: boolean }
> | null;

/** What became of the findings that a decision kept. */
export interface FindingsSince {
  readonly fresh: ReadonlySet<MarkedFinding>;
  readonly gone: readonly KeptFinding[];
  /** Nobody can say: the file was not read again, or not wholly looked at. */
  readonly unlooked: readonly KeptFinding[];
}

/**
 * Compares what stands now with what stood then. A finding is the same where rule, file and mark
 * agree and it is no worse; whatever else stands is new. The attacker wrote both contents: what
 * cannot be told apart for sure counts as new, and nothing counts as gone from a file that the
 * rules could not look at.
 */
export function sinceKept(
  kept: KeptFindings,
  found: readonly MarkedFinding[],
  files: InspectedFiles,
): FindingsSince {
  const then = new Map(kept.findings.map((one) => [keyOf(one), one]));
  const now = new Map(found.map((one) => [keyOf(one), one]));
  const fresh = found.filter((one) => {
    const before = then.get(keyOf(one));
    return before === undefined || !isSame(before, one);
  });
  const gone: KeptFinding[] = [];
  const unlooked: KeptFinding[] = [];
  for (const one of kept.findings) {
    if (one.state === 'folded' || one.rule === ofTheChange) continue;
    const stands = now.get(keyOf(one));
    if (stands !== undefined) {
      if (!isSame(one, stands)) gone.push(one);
      continue;
    }
    const file = files?.get(one.uri);
    if (ofTheRun.has(one.rule)) unlooked.push(one);
    else if (file === undefined) (files === null ? unlooked : gone).push(one);
    else if (file.isWhole) gone.push(one);
    // The very bytes of then: what was found in them is in them.
    else if (file.digest !== one.digest) unlooked.push(one);
  }
  return { fresh: new Set(fresh), gone, unlooked };
}

/** There is one finding per rule and file. */
const keyOf = ({ rule, uri }: Pick<KeptFinding, 'rule' | 'uri'>): string => `${rule}\n${uri}`;

const isSame = (then: KeptFinding, now: MarkedFinding): boolean =>
  then.mark === now.mark &&
  severities.indexOf(now.severity) >= severities.indexOf(then.severity) &&
  (then.state !== 'folded' || isFolded(now));
