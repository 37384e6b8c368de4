import type { ApprovalRecord } from '../../shared/model/approval.ts';
import type { Standing } from '../../shared/model/standing.ts';
import type { Verdict } from '../../shared/model/verdict.ts';
import type { Skill } from './catalogue/server.ts';
import { provesContent, readFile, type ReadingParts } from './reading/read-file.ts';

/** What came of asking for an approved skill. */
export type Loaded =
  | {
      readonly kind: 'loaded';
      readonly verdict: Verdict;
      readonly bytes: Uint8Array;
      readonly grants: ApprovalRecord['grants'] | null;
    }
  /** It is not approved, or not any more: reading it showed another content than was approved. */
  | { readonly kind: 'not-approved'; readonly standing: Standing; readonly verdict: Verdict | null }
  /** What came is not what the entry describes, or nothing came. */
  | { readonly kind: 'unproven'; readonly verdict: Verdict };

/**
 * Loads what is approved, as a host must: the standing first, then SKILL.md alone, read and
 * checked. Nothing is given that does not match what was approved.
 */
export async function load(parts: ReadingParts, skill: Skill): Promise<Loaded> {
  const { standing } = skill;
  if (standing.kind !== 'approved') return { kind: 'not-approved', standing, verdict: null };
  const read = await readFile(parts, skill, skill.uri, { keep: true });
  const { verdict, bytes } = read;
  const now = parts.catalogue.at(skill);
  // Without a manifest a differing file is seen only now, and shows as a change; and somebody may
  // have decided otherwise while it was read.
  if (now === null || (now.standing.kind !== 'approved' && now.standing.kind !== 'refused'))
    return { kind: 'not-approved', standing: now?.standing ?? { kind: 'undecided' }, verdict };
  if (bytes === null || !provesContent(verdict) || now.standing.kind === 'refused')
    return { kind: 'unproven', verdict };
  return { kind: 'loaded', verdict, bytes, grants: now.record?.grants ?? null };
}
