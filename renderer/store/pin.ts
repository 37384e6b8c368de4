import type { DecisionItem } from '../../shared/contract.ts';
import type { SkillDetail } from '../../shared/model/detail.ts';
import type { FileEntry, SkillRow } from '../../shared/model/skill.ts';
import type { FieldDifference } from '../../shared/model/verdict.ts';
import type { PageSelection } from '../../shared/place.ts';
import { skillKey } from './keys.ts';

/**
 * What the page of a skill showed when it was opened. A decision made on that page names exactly
 * this, whatever the server has sent since: the attacker is a server that swaps a file between
 * reading and deciding.
 */
export interface PinnedSkill {
  readonly server: string;
  readonly uri: string;
  /** The server itself: its label may be given to another one while the page is open. */
  readonly identity: string | null;
  readonly setDigest: string | null;
  readonly metadataDigest: string;
  /** What the entry said of itself, one field each, values as text. */
  readonly fields: ReadonlyMap<string, string>;
  /** The decision that stood then, by the id of its record. */
  readonly record: string | null;
  readonly files: readonly FileEntry[];
  /** Nothing could be bound yet: the person's own *Read all* gives the first set. */
  readonly unread: boolean;
  /** A decision of this window is under way: its own record is no news. */
  readonly deciding: boolean;
}

/** What is there now and was not on screen. */
export interface PinDrift {
  /** The label belongs to a different server now; the page showed nothing from it. */
  readonly server: boolean;
  readonly content: boolean;
  /** Of what the entry says beside its files: description, tools, any field. */
  readonly metadata: boolean;
  readonly decision: boolean;
}

/** The detail, as far as a decision is about it. */
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

/** Name and description stand above a page also where the frontmatter has none. */
const fieldsOf = ({ row, frontmatter }: Pick<ShownDetail, 'row' | 'frontmatter'>) =>
  new Map([
    ['name', JSON.stringify(row.name)],
    ['description', JSON.stringify(row.description)],
    ...frontmatter.map(({ field, value }) => [field, value] as const),
  ]);

/** How the row differs from what was shown; null when it does not. */
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
  /** Digest of what was shown, and of what is served now; null where there is no such file. */
  readonly before: string | null;
  readonly after: string | null;
}

/** The files that differ from those shown, in the order of their paths. */
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

/** The fields that differ from those shown: `expected` is what was, absent where nothing was. */
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

/** What a decision about the skill names: what the page showed, else what the list shows now. */
export function itemFor(row: SkillRow, pin: PinnedSkill | null): DecisionItem {
  const { server, uri } = row;
  const shown = isOf(pin, row) && !(pin.unread && pin.setDigest === null) ? pin : row;
  // What nothing was bound of yet is still about the server that the page was opened on.
  const { identity } = isOf(pin, row) ? pin : row;
  const { setDigest, metadataDigest, record: replaces } = shown;
  return { server, uri, identity, setDigest, metadataDigest, replaces, grants: [] };
}

/** The skill that the person has in front, whether it is served now or not. */
export function subjectOf(selection: PageSelection): Pick<SkillRow, 'server' | 'uri'> | null {
  if (selection.kind === 'review') return selection.at;
  return selection.kind === 'skill' ? selection : null;
}

export const isOf = <T extends Pick<SkillRow, 'server' | 'uri'>>(
  pin: T | null,
  { server, uri }: Pick<SkillRow, 'server' | 'uri'>,
): pin is T => pin !== null && skillKey(pin.server, pin.uri) === skillKey(server, uri);
