import { sha256 } from '../core/digest.ts';
import { read as readStep } from '../core/skill-state/read.ts';
import { isPromised } from '../core/skill-state/skill.ts';
import { mainFileOf } from '../core/skill-place.ts';
import type { ApprovalRecord } from '../../shared/model/approval.ts';
import type { SkillStatus } from '../../shared/model/standing.ts';
import type { FileCheck } from '../../shared/model/verdict.ts';
import type { CatalogueSkill } from './catalogue/server.ts';
import { openSkill } from './listing/open-skill.ts';
import { type ReadOutcome, fetchFile, provesContent } from './reading/read-file.ts';
import type { ReadContext } from './contexts.ts';

/** What came of asking for an approved skill. */
export type LoadedSkill =
  | {
      readonly kind: 'loaded';
      readonly verdict: FileCheck;
      readonly bytes: Uint8Array;
      readonly grants: ApprovalRecord['grants'];
    }
  /** It is not approved, or not any more: reading it showed another content than was approved. */
  | {
      readonly kind: 'not-approved';
      readonly standing: SkillStatus;
      readonly verdict: FileCheck | null;
    }
  /** What came is not what the entry describes, or nothing came. */
  | { readonly kind: 'unproven'; readonly verdict: FileCheck };

/**
 * Loads what is approved, as a host must: the standing first, then one file alone, read and
 * checked; SKILL.md where none is named. Nothing is given that does not match what was approved.
 */
export async function load(
  parts: ReadContext,
  skill: CatalogueSkill,
  file: string = skill.uri,
  signal?: AbortSignal,
): Promise<LoadedSkill> {
  const { standing } = skill;
  if (standing.kind !== 'approved') return { kind: 'not-approved', standing, verdict: null };
  const { verdict, bytes } = await readFresh(parts, skill, file, signal);
  const now = parts.catalogue.at(skill);
  // Without a manifest a differing file is seen only now, and shows as a change; and somebody may
  // have decided otherwise while it was read.
  if (now === null || (now.standing.kind !== 'approved' && now.standing.kind !== 'refused'))
    return { kind: 'not-approved', standing: now?.standing ?? { kind: 'undecided' }, verdict };
  if (bytes === null || !provesContent(verdict) || now.standing.kind === 'refused')
    return { kind: 'unproven', verdict };
  // The record is what a person decided on; the entry that the bytes were checked against is the
  // server's, and may be another one than a moment ago.
  const bound =
    skill.entry.archives.length > 0 && file === skill.uri ? mainFileOf(skill.entry) : file;
  if (now.record === null || !isBound(now.record, bound, bytes))
    return { kind: 'not-approved', standing: { kind: 'undecided' }, verdict };
  return { kind: 'loaded', verdict, bytes, grants: now.record.grants };
}

/**
 * As `readFile`, but other bytes than the entry promised have the entry asked for again before
 * they count ("Verification on Read"): where the server promises something else by now the skill
 * has changed, and where it repeats its promise it has broken it.
 */
async function readFresh(
  parts: ReadContext,
  skill: CatalogueSkill,
  file: string,
  signal: AbortSignal | undefined,
): Promise<ReadOutcome> {
  const check = await fetchFile(parts, skill, file, {
    keep: true,
    ...(signal === undefined ? {} : { signal }),
  });
  const read = check();
  const { verdict, check: seen } = read;
  if (seen === null) return read;
  // Of a file that no entry promised another entry says nothing, and would only take its check
  // away.
  const now = parts.catalogue.at(skill) ?? skill;
  if (verdict.status === 'failed' && verdict.check !== 'read' && isPromised(now.held.listed, file))
    await openSkill(parts, skill.server, skill.uri);
  parts.catalogue.update(skill, (held) => readStep(held, seen));
  return read;
}

/** The bytes are those that this file of the record had, and nothing else. */
const isBound = ({ resources }: ApprovalRecord, file: string, bytes: Uint8Array): boolean =>
  resources.some(
    ({ uri, digest, size }) =>
      uri === file && (size === undefined || size === bytes.byteLength) && digest === sha256(bytes),
  );
