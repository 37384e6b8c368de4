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

/** An inspected file of the skill, as currently listed. */
export interface InspectedSkillFile {
  readonly uri: string;
  /** Relative to the skill's folder. */
  readonly path: string;
  readonly digest: string;
  readonly findings: readonly Finding[];
  readonly traces: readonly SkillTrace[];
}

/**
 * One skill with all that is known about it and about what else is served. Rules cause no reads, so
 * it has only what was already inspected.
 */
export interface SkillSet {
  /** The entry in force. */
  readonly entry: SkillEntry;
  readonly held: SkillState;
  readonly record: ApprovalRecord | null;
  readonly files: readonly InspectedSkillFile[];
  /** SKILL.md, if it was inspected. */
  readonly main: InspectedSkillFile | null;
}

interface Said {
  /** A fact, or the text at the place; at most 200 characters are shown. */
  readonly excerpt: string;
  /** Everything that it is about, if the excerpt is incomplete. A dismissal covers only this. */
  readonly about?: string;
  readonly role?: FindingRole;
  readonly severity?: FindingSeverity;
  readonly confidence?: FindingConfidence;
}

/** Where a rule about a set matched: at a place in a file, or in the entry. */
export type SetHit = Said &
  (
    | { readonly uri: string; readonly digest: string; readonly place: FindingPlace }
    /** `field` of the received entry: `resources`, `frontmatter.description`. */
    | { readonly field: string }
  );

/**
 * One rule about a skill and what else is served. `look` is pure and cheap, because it runs
 * whenever anything changes in any of perhaps ten thousand skills.
 */
export interface SetRule extends RuleText {
  look(set: SkillSet): Iterable<SetHit>;
}

export const setRule = (described: SetRule): SetRule => described;

/** A hit at a trace in a file. */
export const inFile = (
  { uri, digest }: InspectedSkillFile,
  { place, excerpt, role }: Pick<SkillTrace, 'place' | 'excerpt' | 'role'>,
  more: Partial<Said> = {},
): SetHit => ({ uri, digest, place, excerpt, role, ...more });

/** A hit at a whole file, if no part of it matters more than another. */
export const wholeFile = (uri: string, digest: string, said: Said): SetHit => ({
  uri,
  digest,
  place: nowhere,
  ...said,
});

/** The start of a file, or an entry, which has no lines. */
export const nowhere: FindingPlace = {
  start: 0,
  end: 0,
  line: 1,
  column: 1,
  endLine: 1,
  endColumn: 1,
};

/** A hit at a field of the frontmatter: in SKILL.md if it was read, else in the entry. */
export function atField({ main }: SkillSet, name: string, said: Said): SetHit {
  const field = main?.traces.find(({ kind, text }) => kind === 'field' && text === name);
  return main === null || field === undefined
    ? { field: `frontmatter.${name}`, role: 'frontmatter', ...said }
    : inFile(main, field, said);
}
