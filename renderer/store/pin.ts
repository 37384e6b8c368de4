import type { DecisionItem } from '../../shared/contract.ts';
import type { SkillDetail } from '../../shared/model/detail.ts';
import type { FileEntry, SkillRow } from '../../shared/model/skill.ts';
import type { FieldDifference } from '../../shared/model/verdict.ts';
import type { PageSelection } from '../../shared/place.ts';
import { skillKey } from './keys.ts';

/**
 * What a skill's page showed when it opened. A decision on that page names exactly this, whatever
 * the server has sent since: the attacker is a server that swaps a file between reading and
 * deciding.
 */
export interface PinnedSkill {
  readonly server: string;
  readonly uri: string;
  /** The server's identity: its label may go to another server while the page is open. */
  readonly identity: string | null;
  readonly setDigest: string | null;
  readonly metadataDigest: string;
  /** The entry's fields with their values as text. */
  readonly fields: ReadonlyMap<string, string>;
  /** The decision at that time, by its record's id. */
  readonly record: string | null;
  readonly files: readonly FileEntry[];
  /** Nothing could be bound yet: the person's own *Load all* gives the first set. */
  readonly unread: boolean;
  /** A decision of this window is being saved, so its own record isn't news. */
  readonly deciding: boolean;
}

/** Changes since it was on screen. */
export interface PinDrift {
  /** The label belongs to a different server now; the page showed nothing from it. */
  readonly server: boolean;
  readonly content: boolean;
  /** Changes in the entry besides its files: description, tools, any field. */
  readonly metadata: boolean;
  readonly decision: boolean;
}

/** The part of the detail that a decision covers. */
export type ShownDetail = Pick<SkillDetail, 'row' | 'files' | 'frontmatter'>;

export function pinOf({ row, files, frontmatter }: ShownDetail): PinnedSkill {
  const { server, uri, identity, setDigest, metadataDigest, record, needsReadAll } = row;
  return {
    server,
    uri,
    identity,
    setDigest,
    metadataDigest,
    fields: fieldsOf({ row, frontmatter }),
    record,
    files,
    unread: needsReadAll,
    deciding: false,
  };
}

/** The page shows name and description even if the frontmatter has none. */
const fieldsOf = ({ row, frontmatter }: Pick<ShownDetail, 'row' | 'frontmatter'>) =>
  new Map([
    ['name', JSON.stringify(row.name)],
    ['description', JSON.stringify(row.description)],
    ...frontmatter.map(({ field, value }) => [field, value] as const),
  ]);

/** How the row differs from what was shown; null if it doesn't. */
export function driftFrom(pin: PinnedSkill, row: SkillRow): PinDrift | null {
  const first = pin.unread && pin.setDigest === null;
  const content = !first && row.setDigest !== pin.setDigest;
  const metadata = !first && row.metadataDigest !== pin.metadataDigest;
  const decision = !pin.deciding && row.record !== pin.record;
  const server = row.identity !== pin.identity;
  return server || content || metadata || decision ? { server, content, metadata, decision } : null;
}

export interface FileChange {
  readonly uri: string;
  readonly path: string;
  readonly change: 'added' | 'removed' | 'modified';
  /** Digests of the shown and the current version; null if there's no such file. */
  readonly before: string | null;
  readonly after: string | null;
}

/** The files that differ from those shown, in path order. */
export function changedSince(pin: PinnedSkill, files: readonly FileEntry[]): FileChange[] {
  const before = new Map(pin.files.map((file) => [file.uri, file]));
  const after = new Map(files.map((file) => [file.uri, file]));
  const changes: FileChange[] = [];
  for (const file of before.values()) {
    const now = after.get(file.uri);
    const digests = { before: file.digest ?? null, after: now?.digest ?? null };
    if (now === undefined) changes.push({ ...about(file), ...digests, change: 'removed' });
    else if (now.digest !== file.digest)
      changes.push({ ...about(now), ...digests, change: 'modified' });
  }
  for (const file of after.values())
    if (!before.has(file.uri))
      changes.push({ ...about(file), change: 'added', before: null, after: file.digest ?? null });
  return changes.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * The fields that differ from those shown; `expected` is the shown value, absent if there was none.
 */
export function fieldsChangedSince(
  { fields: before }: PinnedSkill,
  detail: Pick<ShownDetail, 'row' | 'frontmatter'>,
): FieldDifference[] {
  const after = fieldsOf(detail);
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((field) => {
    const expected = before.get(field);
    const actual = after.get(field);
    if (expected === actual) return [];
    return [
      {
        field,
        ...(expected === undefined ? {} : { expected }),
        ...(actual === undefined ? {} : { actual }),
      },
    ];
  });
}

const about = ({ uri, path }: FileEntry) => ({ uri, path });

/** What a decision about the skill names: what the page showed, or else what the list shows now. */
export function itemFor(row: SkillRow, pin: PinnedSkill | null): DecisionItem {
  const { server, uri } = row;
  const shown = isOf(pin, row) && !(pin.unread && pin.setDigest === null) ? pin : row;
  // Content that isn't bound yet still belongs to the server that the page was opened on.
  const { identity } = isOf(pin, row) ? pin : row;
  const { setDigest, metadataDigest, record: replaces } = shown;
  return { server, uri, identity, setDigest, metadataDigest, replaces, grants: [] };
}

/** The current skill, whether or not it's served now. */
export function subjectOf(selection: PageSelection): Pick<SkillRow, 'server' | 'uri'> | null {
  if (selection.kind === 'review') return selection.at;
  return selection.kind === 'skill' ? selection : null;
}

export const isOf = <T extends Pick<SkillRow, 'server' | 'uri'>>(
  pin: T | null,
  { server, uri }: Pick<SkillRow, 'server' | 'uri'>,
): pin is T => pin !== null && skillKey(pin.server, pin.uri) === skillKey(server, uri);
