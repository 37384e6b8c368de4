import type {
  AnsweredFinding,
  NotInspected,
  SkillFindings,
} from '../../../shared/model/findings.ts';

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

export interface Report {
  readonly skills: readonly SkillReport[];
  readonly unreachable: readonly { readonly server: string; readonly message: string }[];
}
