import type { FileMismatch } from '../../../shared/model/mismatch.ts';
import { sha256 } from '../../core/digest.ts';
import { listedFiles } from '../../core/stated-paths.ts';
import { own, isRecord } from '../../core/json.ts';
import { rewritten } from '../../core/mismatch/matching-rewrite.ts';
import { visible } from '../../core/text.ts';
import { fileBytes } from '../../core/verification/contents.ts';
import type { CatalogueSkill } from '../catalogue/server.ts';
import type { ReadContext, SkillContext } from '../contexts.ts';
import type { FileCheck } from '../../../shared/model/verdict.ts';
import { limits } from '../../core/limits.ts';
import { firstDifference, notesOn } from '../../core/mismatch/explain.ts';
import { textOf } from '../../core/preview/preview.ts';
import { contentPathOf } from '../../core/preview/content-path.ts';
import { pathInEntry } from '../../core/skill-place.ts';
import { listedFile } from '../../core/verification/listed-file.ts';
import { readFile } from './read-file.ts';
import type { RejectedBytes } from './rejected-files.ts';

type Known = {
  readonly bytes: Uint8Array;
  readonly from: NonNullable<FileMismatch['from']>;
};

/** Exchanges of the file, and copies of it elsewhere, that are looked into. */
const expectedBytesLimits = { exchanges: 20, copies: 20 } as const;

/**
 * Bytes that have the expected digest, from wherever any are known; nothing is asked of a server.
 * Whoever gives them cannot give others: each is hashed here.
 */
async function expectedBytes(
  parts: ReadContext,
  skill: CatalogueSkill,
  file: string,
  { digest, size }: { readonly digest: string | undefined; readonly size: number | undefined },
  arrived: Uint8Array | null,
): Promise<Known | null> {
  if (digest === undefined) return null;
  const isIt = (bytes: Uint8Array): boolean => sha256(bytes) === digest;
  const { server, uri, record } = skill;
  const approved =
    server.identity === null ? null : await parts.snapshots.get(server.identity, uri, file, digest);
  if (approved !== null && isIt(approved)) {
    // Text is kept of what was denied, too.
    const bound = record?.resources.some((one) => one.uri === file && one.digest === digest);
    const words = bound === true ? `What you ${record?.decision ?? 'approved'}.` : earlier;
    return findKnown(approved, 'approved', words);
  }
  const session = parts.kept.get(server.label, digest);
  if (session !== null && isIt(session))
    return findKnown(session, 'session', 'What the server sent earlier in this session.');
  const logged = inLog(parts, skill, file, isIt);
  if (logged !== null)
    return findKnown(
      logged.bytes,
      'log',
      `What the server sent in exchange ${logged.row} of the protocol.`,
    );
  const copy = await elsewhere(parts, skill, file, digest);
  if (copy !== null && isIt(copy.bytes)) return copy;
  const made = arrived === null ? null : rewritten(arrived, { digest, size });
  if (made !== null) return findKnown(made.bytes, 'rewritten', 'Made from the received content.');
  return null;
}

const earlier = 'Kept from an earlier decision of yours.';

const findKnown = (
  bytes: Uint8Array,
  kind: NonNullable<FileMismatch['from']>['kind'],
  words: string,
): Known => ({ bytes, from: { kind, words } });

/** Another arrival of the same file. Bodies are masked and may be cut: the digest tells. */
function inLog(
  { log: { store } }: SkillContext,
  { server }: CatalogueSkill,
  file: string,
  isIt: (bytes: Uint8Array) => boolean,
): { readonly bytes: Uint8Array; readonly row: number } | null {
  const rows = [];
  for (const entry of store.entries())
    if (entry.server === server.label && entry.kind === 'exchange' && entry.target === file)
      rows.push(entry);
  for (const entry of rows.slice(-expectedBytesLimits.exchanges).reverse()) {
    const body = store.textOf(entry.response);
    if (body === null) continue;
    const content = fileBytes(resultOf(body), file, 'any');
    if (content.ok && isIt(content.value.bytes))
      return { bytes: content.value.bytes, row: entry.id };
  }
  return null;
}

/** A body is a whole message, or the result of one. */
function resultOf(body: string): unknown {
  try {
    const message: unknown = JSON.parse(body);
    return isRecord(message) ? (own(message, 'result') ?? message) : message;
  } catch {
    // Cut, or not JSON: it has no bytes to give.
    return undefined;
  }
}

/** A file with the same digest, of any skill of any server, that was read. */
async function elsewhere(
  { catalogue, kept, snapshots, archives }: ReadContext,
  { server: own, uri: ownUri }: CatalogueSkill,
  file: string,
  digest: string,
): Promise<Known | null> {
  let looked = 0;
  for (const server of catalogue.servers.values())
    for (const { uri, entry } of server.skills.values())
      for (const one of listedFiles(entry)) {
        if (one.digest !== digest || (server === own && uri === ownUri && one.uri === file))
          continue;
        // The server's label first: a path or a name can be a sentence of the attacker's.
        const where =
          `on ${visible(server.label, 80)}: ` +
          `“${visible(one.path, 200)}” of “${visible(entry.name, 80)}”`;
        let read = kept.get(server.label, digest);
        // Only looks at the disk are counted: twenty lines that nobody read hide no copy in memory.
        if (read === null && server.identity !== null && looked < expectedBytesLimits.copies) {
          looked += 1;
          read = await snapshots.get(server.identity, uri, one.uri, digest);
        }
        if (read !== null) return findKnown(read, 'copy', `The same file elsewhere, ${where}.`);
        const [archive] = entry.archives;
        const key =
          archive === undefined
            ? null
            : JSON.stringify([server.label, entry.uri, archive.url, archive.digest ?? '']);
        const packed = key === null ? undefined : archives.get(key)?.files.get(one.uri);
        if (packed !== undefined) return findKnown(packed, 'archive', `In an archive ${where}.`);
      }
  return null;
}

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
