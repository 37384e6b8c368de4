import type { ApprovalRecord, Failure } from '../../../shared/model/approval.ts';
import type { FileEntry, SkillEntry } from '../../../shared/model/skill.ts';
import type { FailedCheck, FileCheck } from '../../../shared/model/verdict.ts';
import { approvalRecord } from '../decisions/record.ts';
import { sha256 } from '../digest.ts';
import { listed, type SkillState } from './skill.ts';
import { boundResources, setDigestOf } from './standing.ts';

export const uri = 'skill://acme/refunds/SKILL.md';
export const guide = 'skill://acme/refunds/guide.md';
export const identity = { kind: 'http', url: 'https://acme.example/mcp' } as const;

export const file = (path: string, text: string): FileEntry => ({
  path,
  uri: `skill://acme/refunds/${path}`,
  digest: sha256(text),
  size: Buffer.byteLength(text),
});

/** The entry's other fields; files as a list, or the word that replaces it. */
export type Changes = Partial<Omit<SkillEntry, 'files'>> & {
  readonly files?: readonly FileEntry[] | 'dynamic' | 'unknown';
};

/** A skill with a manifest of two files; `changes` replaces fields. */
export function entryOf(changes: Changes = {}): SkillEntry {
  const frontmatter = changes.frontmatter ?? { name: 'refunds', description: 'Process refunds' };
  const files = changes.files ?? [file('SKILL.md', 'main'), file('guide.md', 'guide')];
  return {
    server: 'acme',
    uri,
    name: 'refunds',
    description: 'Process refunds',
    dialect: 'skills-ext',
    origin: 'listed',
    archives: [],
    integrity: typeof files === 'string' ? 'none' : 'manifest',
    alsoIn: [],
    raw: { frontmatter, files },
    problems: [],
    ...changes,
    frontmatter,
    files: typeof files === 'string' ? { kind: files } : { kind: 'listed', files },
  };
}

/** The same skill from a server that publishes no digests. */
export const unvouched = (changes: Changes = {}): SkillEntry =>
  entryOf({ files: 'unknown', integrity: 'none', dialect: 'flat', ...changes });

export const heldOf = (entry: SkillEntry = entryOf(), at = 1_000): SkillState =>
  listed({ entry, at, ttlMs: null });

export const verified: FileCheck = { status: 'verified' };
export const failed = (changes: Partial<FailedCheck> = {}): FailedCheck => ({
  status: 'failed',
  check: 'digest',
  message: 'The digest is another one.',
  expected: 'sha256:a',
  actual: 'sha256:b',
  ...changes,
});

export const failureOn = (on: string, at: string, changes: Partial<Failure> = {}): Failure => ({
  server: { label: 'acme', display: '', identity },
  uri,
  file: on,
  check: 'digest',
  expected: 'sha256:a',
  actual: 'sha256:b',
  at,
  ...changes,
});

/** A decision about exactly this entry. */
export const recordOn = (
  entry: SkillEntry,
  changes: Partial<ApprovalRecord> & { readonly now?: number } = {},
): ApprovalRecord => {
  const { now = 2_000, ...more } = changes;
  return {
    ...approvalRecord({
      id: `record-${now}`,
      label: 'acme',
      display: '',
      identity,
      entry,
      resources: boundResources(entry) ?? [],
      setDigest: setDigestOf(entry),
      decision: more.decision ?? 'approved',
      allowedTools: [],
      coverage: { verified: 0, shown: 0, total: 2 },
      actor: { kind: 'user', name: 'tester' },
      now,
      expiresAt: null,
      note: '',
      supersedes: null,
    }),
    ...more,
  };
};
