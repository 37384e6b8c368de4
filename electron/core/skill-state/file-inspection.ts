import type { Finding, NotInspected } from '../../../shared/model/findings.ts';
import type { SkillTrace } from '../findings/traces.ts';

/** What rules said of one file that was read. */
export interface InspectedFile {
  /** Of the bytes that were looked at. */
  readonly digest: string;
  /** As what these bytes were looked at: the rules see all three. */
  readonly path?: string | undefined;
  readonly mode?: number | undefined;
  readonly mimeType?: string | undefined;
  readonly findings: readonly Finding[];
  readonly notInspected: readonly NotInspected[];
  /** What names what stood at the places of a finding, by its rule: see `markOf`. */
  readonly marks: ReadonlyMap<string, string>;
  readonly traces: readonly SkillTrace[];
}
