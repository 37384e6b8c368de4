import { metadataChanges, setChanges } from '../../core/decisions/changes.ts';
import { listedFiles } from '../../core/stated-paths.ts';
import { contentPathOf } from '../../core/preview/content-path.ts';
import { languageOf } from '../../core/preview/file-type.ts';
import { textOf } from '../../core/preview/preview.ts';
import { limits } from '../../core/limits.ts';
import { pathInEntry } from '../../core/skill-place.ts';
import { ok, err, type Result } from '../../../shared/result.ts';
import { isRecord, own } from '../../core/json.ts';
import type { RequestError } from '../../../shared/contract.ts';
import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import type { FileDiff, SkillChanges } from '../../../shared/model/detail.ts';
import { fault } from '../options.ts';
import { behaviorSince } from '../findings/behavior.ts';
import { readFile } from './read-file.ts';
import { approvedPath, archiveOf, boundResources } from '../../core/skill-state/standing.ts';
import type { CatalogueSkill } from '../catalogue/server.ts';
import type { ReadContext } from '../contexts.ts';
import { changesDocument, diffLines } from '../../core/decisions/changes-document.ts';

/**
 * What is served now against what was decided on; null when nothing was approved, or nothing
 * differs and nothing did since.
 */
export async function changesOf(
  parts: ReadContext,
  skill: CatalogueSkill,
): Promise<SkillChanges | null> {
  const { snapshots, kept: read } = parts;
  const { server, record, entry } = skill;
  const now = boundResources(entry);
  if (record === null || server.identity === null || record.decision !== 'approved') return null;
  const unread = now === null ? archiveChange(skill, record) : null;
  const frontmatter = metadataChanges(record, entry);
  if (unread !== null) return { ...aboutOf(record, entry), files: [unread], frontmatter };
  const changes = setChanges(record.resources, now ?? []);
  const before = new Map(record.resources.map((resource) => [resource.uri, resource]));
  const after = new Map((now ?? []).map((resource) => [resource.uri, resource]));
  const files: SkillChanges['files'] = [];
  for (const [change, uris] of [
    ['modified', changes.modified],
    ['added', changes.added],
    ['removed', changes.removed],
  ] as const) {
    for (const uri of uris) {
      const was = before.get(uri);
      const is = after.get(uri);
      const kept =
        was !== undefined &&
        ((await snapshots.has(server.identity, entry.uri, uri, was.digest)) ||
          // Read in this session, and still on its way to the disk.
          read.get(server.label, was.digest) !== null);
      files.push({
        uri,
        // Of a file that is gone, the path is the one that was approved.
        path: was !== undefined && is === undefined ? approvedPath(was, entry) : pathOf(skill, uri),
        change,
        before:
          was === undefined
            ? null
            : { digest: was.digest, kept, ...(was.size === undefined ? {} : { size: was.size }) },
        after:
          is === undefined
            ? null
            : { digest: is.digest, ...(is.size === undefined ? {} : { size: is.size }) },
      });
    }
  }
  const isSame = files.length === 0 && frontmatter.length === 0 && record.lapsed === null;
  if (isSame) return null;
  const behavior = await behaviorSince(parts, skill);
  const about = { ...aboutOf(record, entry), files, frontmatter };
  return behavior === null ? about : { ...about, behavior };
}

/** Why an approval ended: something else was seen, or nobody could tell after a restore. */
function endOf(
  { at, setDigest }: NonNullable<ApprovalRecord['lapsed']>,
  restored: unknown,
): Pick<SkillChanges, 'lapsedAt' | 'restoredFrom'> {
  const from = isRecord(restored) ? own(restored, 'from') : undefined;
  return setDigest === null && typeof from === 'string' ? { restoredFrom: from } : { lapsedAt: at };
}

/** The approval itself: an old set that came back is the same one, and approved no more. */
const aboutOf = (
  record: ApprovalRecord,
  entry: CatalogueSkill['entry'],
): Omit<SkillChanges, 'files' | 'frontmatter'> => ({
  approvedAt: record.decidedAt,
  ...(record.lapsed === null ? {} : endOf(record.lapsed, own({ ...record }, 'restored'))),
  ...(wasRead(record) ? { wasRead: true } : {}),
  ...(record.dialect === entry.dialect
    ? {}
    : { dialects: { approved: record.dialect, now: entry.dialect } }),
});

/**
 * The attacker serves a file that's approved unread, and then changes one line of it: the rest must
 * not count as read because it's the same.
 */
const wasRead = ({ coverage: { shown, total } }: ApprovalRecord): boolean =>
  total > 0 && shown >= total;

/**
 * Another archive than the one that was approved, and not yet opened: which files differ is not
 * known.
 */
function archiveChange(
  skill: CatalogueSkill,
  record: ApprovalRecord,
): SkillChanges['files'][number] | null {
  const [archive] = skill.held.listed.archives;
  const before = archiveOf(record);
  if (archive?.digest === undefined || before === null) return null;
  return {
    uri: archive.url,
    path: archive.url,
    change: 'modified',
    before: { digest: before, kept: false },
    after: { digest: archive.digest },
  };
}

function pathOf(skill: CatalogueSkill, uri: string): string {
  const path = pathInEntry(skill.entry, uri);
  return path.ok ? path.value : uri;
}

/**
 * Both sides of one file: what was approved of it, or what `since` names of what was shown in this
 * session, when the bytes were kept; and what the server sends now.
 */
export async function diffOf(
  parts: ReadContext,
  skill: CatalogueSkill,
  fileUri: string,
  since: string | null,
): Promise<Result<FileDiff, RequestError>> {
  const { server, entry } = skill;
  const path = pathOf(skill, fileUri);
  const named = contentPathOf(entry, { uri: fileUri, path });
  const before =
    since === null
      ? await approvedSide(parts, skill, fileUri)
      : ok(shownSide(named, parts.kept.get(server.label, since)));
  if (!before.ok) return before;
  const listed = listedFiles(entry).some((file) => file.uri === fileUri);
  if (!listed)
    return ok({
      path,
      language: languageOf(named),
      ...drawable(before.value, { missing: 'The file is no longer part of the skill.' }),
      verdict: null,
    });
  const read = await readFile(parts, skill, fileUri, { keep: true });
  const after =
    read.bytes === null
      ? {
          missing:
            read.verdict.status === 'verified' ? 'Nothing was loaded.' : read.verdict.message,
        }
      : textSide(named, read.bytes);
  return ok({
    path,
    language: languageOf(named, 'text' in after ? after.text : ''),
    ...drawable(before.value, after),
    verdict: read.verdict,
  });
}

type Side = FileDiff['before'];

/** Where both texts have more lines, or a text that's gone, their changes hold the page up. */
const mostLines = 10_000;

/** The attacker serves two texts of short lines, so that whoever compares them can't go on. */
function drawable(before: Side, after: Side): Pick<FileDiff, 'before' | 'after'> {
  if (!isLong(before)) return { before, after };
  // Of a text that's gone every line is a change.
  if ('missing' in after) return { before: notDrawn, after };
  const isMany = isLong(after) && diffLines(before.text, after.text) === null;
  return isMany ? { before: notDrawn, after: notDrawn } : { before, after };
}

const isLong = (side: Side): side is Extract<Side, { readonly text: string }> =>
  'text' in side && side.text.split('\n', mostLines + 1).length > mostLines;
const notDrawn = { missing: 'Too many of its lines differ to show them here.' } as const;

/** The approved bytes, where they were kept. */
async function approvedSide(
  { snapshots, kept: read }: ReadContext,
  skill: CatalogueSkill,
  fileUri: string,
): Promise<Result<Side, RequestError>> {
  const { server, uri, record } = skill;
  if (record === null || server.identity === null)
    return err(fault('not-found', 'There’s no approval to compare with.'));
  const was = record.resources.find((resource) => resource.uri === fileUri);
  if (was === undefined) return ok({ missing: 'The file wasn’t part of what you approved.' });
  const kept =
    (await snapshots.get(server.identity, uri, fileUri, was.digest)) ??
    // As above.
    read.get(server.label, was.digest);
  return ok(
    kept === null
      ? {
          missing:
            'The approved bytes weren’t kept, because the file wasn’t read while it was approved.',
        }
      : textSide(contentPathOf(skill.entry, { uri: fileUri, path: pathOf(skill, fileUri) }), kept),
  );
}

const shownSide = (path: string, kept: Uint8Array | null): Side =>
  kept === null
    ? { missing: 'It wasn’t opened, or is no longer in memory.' }
    : textSide(path, kept);

/** The text that the preview shows, so that what was seen of either counts for both. */
function textSide(path: string, bytes: Uint8Array): { text: string } | { missing: string } {
  if (bytes.byteLength > limits.textShownBytes)
    return { missing: 'Longer than 1 MiB: compare the digests.' };
  const text = textOf({ path, bytes });
  return text === null ? { missing: 'Not text: compare the digests.' } : { text };
}

/**
 * Files whose text is compared in one document; the others stand in its table with their digests.
 */
const mostCompared = 50;

interface ChangesReport {
  readonly changes: SkillChanges;
  readonly markdown: string;
}

/**
 * What changed since the approval, as a document. Reads the modified files whose approved text was
 * kept.
 */
export async function changesReport(
  parts: ReadContext,
  skill: CatalogueSkill,
): Promise<Result<ChangesReport, RequestError>> {
  const changes = await changesOf(parts, skill);
  if (changes === null) return err(fault('not-found', whyNone(skill)));
  const diffs = new Map<string, FileDiff>();
  const comparable = changes.files.filter(
    ({ change, before }) => change === 'modified' && before?.kept === true,
  );
  for (const { uri } of comparable.slice(0, mostCompared)) {
    const diff = await diffOf(parts, skill, uri, null);
    if (diff.ok) diffs.set(uri, diff.value);
  }
  // What was read for the differences says more of what the skill does now.
  await parts.inspections.settled();
  const behavior = await behaviorSince(parts, parts.catalogue.at(skill) ?? skill);
  const complete = behavior === null ? changes : { ...changes, behavior };
  return ok({
    changes: complete,
    markdown: changesDocument({
      server: skill.server.label,
      uri: skill.entry.uri,
      name: skill.entry.name,
      changes: complete,
      diffs,
    }),
  });
}

const whyNone = ({ record }: CatalogueSkill): string =>
  record?.decision === 'approved'
    ? 'Nothing has changed since it was approved.'
    : 'It isn’t approved, so there’s nothing to compare it with.';
