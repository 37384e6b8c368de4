import type {
  AnsweredFinding,
  NotInspected,
  SkillFindings,
} from '../../../shared/model/findings.ts';
import type { OutputMasking } from '../call/masking.ts';
import type { ServerSilence } from '../skills/targets.ts';

/** What rules say of one skill. */
export interface SkillReport {
  readonly server: string;
  readonly uri: string;
  /** Relative to the skill's folder, by file URI. */
  readonly paths: ReadonlyMap<string, string>;
  readonly findings: readonly AnsweredFinding[];
  readonly notInspected: readonly NotInspected[];
  /** Of a changed skill: what stood when it was approved and is gone, or was not looked at again. */
  readonly since: SkillFindings['since'];
}

export interface FindingsReport {
  readonly skills: readonly SkillReport[];
  readonly unreachable: readonly UnreachableServer[];
}

/**
 * Without what servers were given and repeat. Before it is put in a format, whose own words no secret may
 * tear.
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
/** A server that gave no whole listing, and why. */
export type UnreachableServer = { readonly server: string } & ServerSilence;
