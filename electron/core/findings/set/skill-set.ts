import type { ApprovalRecord } from '../../../../shared/model/approval.ts';
import type { Finding, FindingPlace } from '../../../../shared/model/findings.ts';
import type {
  FindingConfidence,
  FindingRole,
  FindingSeverity,
} from '../../../../shared/model/severity.ts';
import type { SkillEntry } from '../../../../shared/model/skill.ts';
import type { SkillState } from '../../skill-state/skill.ts';
import type { RuleText } from '../rule.ts';
import type { SkillTrace } from '../traces.ts';

/** A file of the skill that rules looked at, as it is listed now. */
export interface InspectedSkillFile {
  readonly uri: string;
  /** Relative to the skill's folder. */
  readonly path: string;
  readonly digest: string;
  readonly findings: readonly Finding[];
  readonly traces: readonly SkillTrace[];
}

/**
 * One skill with all that is known of it and of what is served beside it. Nothing is read or asked
 * for a rule: what nobody has looked at is not in it.
 */
export interface SkillSet {
  /** The entry in force. */
  readonly entry: SkillEntry;
  readonly held: SkillState;
  readonly record: ApprovalRecord | null;
  readonly files: readonly InspectedSkillFile[];
  /** SKILL.md, where it was looked at. */
  readonly main: InspectedSkillFile | null;
}

interface Said {
  /** What is so, or what stands there; at most 200 characters of it are shown. */
  readonly excerpt: string;
  /** All that it is about, where the excerpt leaves something out: an answer holds for this alone. */
  readonly about?: string;
  readonly role?: FindingRole;
  readonly severity?: FindingSeverity;
  readonly confidence?: FindingConfidence;
}

/** Where a rule over a set matched: at a place of a file, or in what the entry says. */
export type SetHit = Said &
  (
    | { readonly uri: string; readonly digest: string; readonly place: FindingPlace }
    /** `field` of the entry as it was received: `resources`, `frontmatter.description`. */
    | { readonly field: string }
  );

/**
 * One rule over a skill and what is served beside it. `look` is pure and cheap: it runs whenever
 * something is new of any skill, of which there may be ten thousand.
 */
export interface SetRule extends RuleText {
  look(set: SkillSet): Iterable<SetHit>;
}

export const setRule = (described: SetRule): SetRule => described;

/** At what was found in a file. */
export const inFile = (
  { uri, digest }: InspectedSkillFile,
  { place, excerpt, role }: Pick<SkillTrace, 'place' | 'excerpt' | 'role'>,
  more: Partial<Said> = {},
): SetHit => ({ uri, digest, place, excerpt, role, ...more });

/** All of a file of which no part is known to matter more than another. */
export const wholeFile = (uri: string, digest: string, said: Said): SetHit => ({
  uri,
  digest,
  place: nowhere,
  ...said,
});

/** The beginning of a file, or an entry, which has no lines. */
export const nowhere: FindingPlace = {
  start: 0,
  end: 0,
  line: 1,
  column: 1,
  endLine: 1,
  endColumn: 1,
};

/** At a field of the frontmatter: in SKILL.md where that was read, else in the entry. */
export function atField({ main }: SkillSet, name: string, said: Said): SetHit {
  const field = main?.traces.find(({ kind, text }) => kind === 'field' && text === name);
  return main === null || field === undefined
    ? { field: `frontmatter.${name}`, role: 'frontmatter', ...said }
    : inFile(main, field, said);
}
