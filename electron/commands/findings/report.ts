import type {
  AnsweredFinding,
  NotInspected,
  SkillFindings,
} from '../../../shared/model/findings.ts';
import type { OutputMasking } from '../call/masking.ts';
import type { ServerSilence } from '../skills/targets.ts';

/** What the rules find in one skill. */
export interface SkillReport {
  readonly server: string;
  readonly uri: string;
  /** Paths relative to the skill's folder, by file URI. */
  readonly paths: ReadonlyMap<string, string>;
  readonly findings: readonly AnsweredFinding[];
  readonly notInspected: readonly NotInspected[];
  /** For a changed skill: findings at its approval that are gone or weren't rechecked. */
  readonly since: SkillFindings['since'];
}

export interface FindingsReport {
  readonly skills: readonly SkillReport[];
  readonly unreachable: readonly UnreachableServer[];
}

/**
 * Masks the secrets that servers repeat, before formatting, so that masking can't break the
 * format's own words.
 */
export const maskedReport = (
  { skills, unreachable }: FindingsReport,
  { text, rest, json }: OutputMasking,
): FindingsReport => ({
  skills: skills.map(({ paths, findings, ...skill }) => ({
    ...json(skill),
    findings: findings.map(({ decoded, ...finding }) => ({
      ...json({ ...finding, excerpt: rest(finding.excerpt) }),
      decoded: decoded === null ? null : { ...decoded, text: rest(decoded.text) },
    })),
    paths: new Map([...paths].map(([uri, path]) => [text(uri), text(path)])),
  })),
  unreachable: json(unreachable),
});
/** A server that gave no complete listing, and why. */
export type UnreachableServer = { readonly server: string } & ServerSilence;
