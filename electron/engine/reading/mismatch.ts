import type { FileMismatch } from '../../../shared/model/mismatch.ts';
import type { FileCheck } from '../../../shared/model/verdict.ts';
import { sha256 } from '../../core/digest.ts';
import { limits } from '../../core/limits.ts';
import { firstDifference, notesOn } from '../../core/mismatch/notes.ts';
import { textOf } from '../../core/preview/preview.ts';
import { contentPathOf } from '../../core/preview/content-path.ts';
import { pathInEntry } from '../../core/skill-place.ts';
import { visible } from '../../core/text.ts';
import { listedFile } from '../../core/verification/listed-file.ts';
import type { CatalogueSkill } from '../catalogue/server.ts';
import type { ReadContext } from '../contexts.ts';
import { expectedBytes } from './expected-bytes.ts';
import { readFile } from './read-file.ts';
import type { RejectedBytes } from './rejected-files.ts';

/**
 * What arrived of a file that failed, beside what was expected. What failed in this session is not
 * asked for again: another answer may be another one. Where it is not held any more the file is
 * read when a person asked to see it (`mayRead`).
 */
export async function mismatchOf(
  parts: ReadContext,
  skill: CatalogueSkill,
  file: string,
  mayRead: boolean,
): Promise<FileMismatch> {
  const held = skill.held.verdicts.get(file);
  const known = held?.status === 'failed' ? parts.rejected.get(skill, file) : null;
  const read =
    known === null && mayRead ? await readFile(parts, skill, file, { keep: true }) : null;
  const now = parts.catalogue.at(skill) ?? skill;
  const verdict = read?.verdict ?? held ?? notFetched;
  const arrived = known ?? arrivedIn(parts, now, file, read?.bytes ?? null, read?.mimeType);
  const listed = listedFile(now.entry, file);
  const digest = listed?.digest;
  const size = now.entry.integrity === 'self-computed' ? undefined : listed?.size;
  const within = pathInEntry(now.entry, file);
  const path = within.ok ? within.value : file;
  const bytes = arrived?.bytes ?? null;
  const expected =
    (await expectedBytes(parts, now, file, { digest, size }, bytes)) ??
    (await approvedInstead(parts, now, file));
  return {
    uri: file,
    path,
    verdict,
    expected: {
      digest: digest ?? null,
      size: size ?? null,
      mediaType: listed?.mimeType === undefined ? null : visible(listed.mimeType, 100),
    },
    arrived:
      arrived === null
        ? null
        : {
            digest: sha256(arrived.bytes),
            size: arrived.bytes.byteLength,
            mediaType: arrived.mimeType === undefined ? null : visible(arrived.mimeType, 100),
          },
    from: expected?.from ?? null,
    notes: bytes === null ? [] : notesOn(bytes, expected?.bytes ?? null),
    sides:
      bytes === null
        ? null
        : sidesOf(contentPathOf(now.entry, { uri: file, path }), bytes, expected?.bytes ?? null),
  };
}

const arrivedIn = (
  { rejected }: ReadContext,
  skill: CatalogueSkill,
  file: string,
  bytes: Uint8Array | null,
  mimeType: string | undefined,
): RejectedBytes | null =>
  rejected.get(skill, file) ?? (bytes === null ? null : { bytes, mimeType });

const notFetched: FileCheck = {
  status: 'unverifiable',
  reason: 'cancelled',
  message: 'The file wasn’t loaded.',
};

/** Nothing with the expected digest is known: the file as it was approved is the nearest to it. */
async function approvedInstead(
  { snapshots }: ReadContext,
  { server, uri, record }: CatalogueSkill,
  file: string,
): Promise<{ bytes: Uint8Array; from: NonNullable<FileMismatch['from']> } | null> {
  const was = record?.resources.find((one) => one.uri === file);
  if (was === undefined || record?.decision !== 'approved' || server.identity === null) return null;
  const bytes = await snapshots.get(server.identity, uri, file, was.digest);
  return bytes === null
    ? null
    : {
        bytes,
        from: {
          kind: 'approved-other',
          words:
            'What you approved. The manifest gives a different digest now, ' +
            'and Skillgate has no bytes with that digest.',
        },
      };
}

/** As text where both are; else in hex, from a little before the first difference. */
function sidesOf(
  path: string,
  arrived: Uint8Array,
  expected: Uint8Array | null,
): NonNullable<FileMismatch['sides']> {
  const most = limits.textShownBytes;
  if (arrived.byteLength <= most && (expected?.byteLength ?? 0) <= most) {
    const now = textOf({ path, bytes: arrived });
    const was = expected === null ? null : textOf({ path, bytes: expected });
    if (now !== null && (expected === null || was !== null))
      return { kind: 'text', expected: was, arrived: now };
  }
  const first = expected === null ? 0 : firstDifference(expected, arrived);
  const at = Math.max(0, first - before - (first % 16));
  const part = (bytes: Uint8Array): string =>
    Buffer.from(bytes.subarray(at, at + stretch)).toString('base64');
  return {
    kind: 'bytes',
    at,
    expected: expected === null ? null : part(expected),
    arrived: part(arrived),
    cut: at > 0 || Math.max(arrived.length, expected?.length ?? 0) > at + stretch,
  };
}
/** Bytes of each side, and how many of them come before the first difference. */
const stretch = 8 * 1024;
const before = 256;
