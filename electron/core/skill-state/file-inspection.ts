import type { Finding, NotInspected } from '../../../shared/model/findings.ts';
import type { SkillFacts } from '../../../shared/model/behavior.ts';
import type { SkillTrace } from '../findings/traces.ts';

/** What the rules said about one file that was read. */
export interface InspectedFile {
  /** Hash of the inspected bytes. */
  readonly digest: string;
  /** How these bytes were classified for inspection: the rules see all three. */
  readonly path?: string | undefined;
  readonly mode?: number | undefined;
  readonly mimeType?: string | undefined;
  readonly findings: readonly Finding[];
  readonly notInspected: readonly NotInspected[];
  /** The mark of a finding's text, by rule; see `markOf`. */
  readonly marks: ReadonlyMap<string, string>;
  readonly traces: readonly SkillTrace[];
  /** What the file does. */
  readonly facts: SkillFacts;
  /** The version of the rules that said it, and when (ms since the epoch). */
  readonly ruleset: string;
  readonly at: number;
}
