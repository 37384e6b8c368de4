import { exactSize, sizeText } from '../../../shared/size-text.ts';
import type { SkillEntry } from '../../../shared/model/skill.ts';
import type { FailedCheck, FieldDifference, FileCheck } from '../../../shared/model/verdict.ts';
import { sha256 } from '../digest.ts';
import { listedFiles } from '../stated-paths.ts';
import { compareFrontmatter } from '../frontmatter/differences.ts';
import { lacksFrontmatter, parseFrontmatter } from '../frontmatter/frontmatter.ts';
import { own } from '../json.ts';
import { limits } from '../limits.ts';
import { explained } from '../mismatch/explain.ts';
import { mainFileOf } from '../skill-place.ts';
import type { FileContent } from './contents.ts';
import { visible } from '../text.ts';
import { listedFile } from './listed-file.ts';

const verified: FileCheck = Object.freeze({ status: 'verified' });

/**
 * Checks the content of one file against the skill's entry ("Integrity and Verification"), in the
 * specification's order. Call `refuseBeforeRead` with the same entry before reading the file. `raw`
 * is the bytes, or well-formed text that stands for its UTF-8 bytes; `text` is the same content if
 * the server sent text. `verified` only means that entry and content agree: both are the server's.
 */
export function verifyContent(
  entry: SkillEntry,
  fileUri: string,
  raw: Uint8Array | string,
  text?: string,
): FileCheck {
  const length = typeof raw === 'string' ? Buffer.byteLength(raw) : raw.byteLength;
  return (
    checkLimit(length) ??
    withReason(
      checkSize(entry, fileUri, length) ?? checkDigest(entry, fileUri, raw),
      entry,
      fileUri,
      raw,
    ) ??
    checkFrontmatter(entry, fileUri, raw, text) ??
    provable(entry, fileUri)
  );
}

/** A matching file whose content apps may read differently says how to send it. */
export const withAdvice = (
  verdict: FileCheck,
  { advice }: Pick<FileContent, 'advice'>,
): FileCheck =>
  advice !== undefined && verdict.status === 'verified' ? { ...verdict, advice } : verdict;

/** "Limits": for dynamic content, the limit applies to the received bytes. */
function checkLimit(length: number): FailedCheck | null {
  if (length <= limits.skillBytes) return null;
  return {
    status: 'failed',
    check: 'limit',
    message: `The file is larger than the limit for a whole skill (${sizeText(limits.skillBytes)}).`,
    expected: `at most ${exactSize(limits.skillBytes)}`,
    actual: exactSize(length),
  };
}

/** Looks for what changed the bytes, for the server's author, only after a check failed. */
function withReason(
  verdict: FailedCheck | null,
  entry: SkillEntry,
  fileUri: string,
  raw: Uint8Array | string,
): FailedCheck | null {
  const listed = listedFile(entry, fileUri);
  if (verdict === null || listed === undefined) return verdict;
  const { digest } = listed;
  // Skillgate counted this size itself, so it isn't a statement of the server.
  const size = entry.integrity === 'self-computed' ? undefined : listed.size;
  const explanation = explained(raw, { digest, size }, listedFiles(entry));
  return explanation === null ? verdict : { ...verdict, explanation };
}

/** "Resources": a wrong length is a failure equivalent to a digest mismatch. */
function checkSize(entry: SkillEntry, fileUri: string, length: number): FailedCheck | null {
  const size = listedFile(entry, fileUri)?.size;
  if (size === undefined || size === length || entry.integrity === 'self-computed') return null;
  return {
    status: 'failed',
    check: 'size',
    message: "The file doesn't have the size in the manifest.",
    expected: exactSize(size),
    actual: exactSize(length),
  };
}

/** "Verification on Read": SHA-256 over the raw bytes. */
function checkDigest(
  entry: SkillEntry,
  fileUri: string,
  raw: Uint8Array | string,
): FailedCheck | null {
  const digest = listedFile(entry, fileUri)?.digest;
  if (digest === undefined) return null;
  const actual = sha256(raw);
  const message =
    entry.integrity === 'self-computed'
      ? 'The file differs from the one that Skillgate read before.'
      : "The file doesn't match the digest in the manifest.";
  return actual === digest
    ? null
    : { status: 'failed', check: 'digest', message, expected: digest, actual };
}

/**
 * "Frontmatter Verification", also for dynamic content. It covers only the skill's own SKILL.md: a
 * nested one is ordinary Markdown here ("Nested Skills").
 */
function checkFrontmatter(
  entry: SkillEntry,
  fileUri: string,
  raw: Uint8Array | string,
  text: string | undefined,
): FailedCheck | null {
  if (fileUri !== mainFileOf(entry) && fileUri !== entry.uri) return null;
  const decoded = text ?? (typeof raw === 'string' ? raw : decodeUtf8(raw));
  const failed = (message: string, expected: string, actual: string): FailedCheck => ({
    status: 'failed',
    check: 'frontmatter',
    message,
    expected,
    actual,
  });
  if (decoded === null) return failed(notUtf8, 'UTF-8 text', 'other bytes');
  if (entry.mayLackFrontmatter === true && lacksFrontmatter(decoded)) return null;
  const parsed = parseFrontmatter(decoded);
  if (!parsed.ok)
    return failed(
      parsed.error.message,
      `frontmatter that all readers read the same way (${parsed.error.clause})`,
      parsed.error.reason,
    );
  const missing = missingField(parsed.value.frontmatter);
  // A server may answer for a missing file with a text that says so, which isn't a skill.
  if (missing !== null)
    return failed(`The frontmatter of SKILL.md has no ${missing}.`, `a ${missing}`, 'nothing');
  const { frontmatter } = parsed.value;
  const differences = compareFrontmatter(
    entry.frontmatter,
    entry.frontmatterIsPart === true ? partOf(frontmatter, entry.frontmatter) : frontmatter,
  );
  const [first] = differences;
  if (first === undefined) return null;
  const verdict = failed(
    `The frontmatter of SKILL.md differs from the entry's in ${fieldNames(differences)}.`,
    first.expected ?? 'absent',
    first.actual ?? 'absent',
  );
  return { ...verdict, differences };
}

/** How many differing fields a message names; a server can send thousands. */
const maxNamed = 5;

function fieldNames(differences: readonly FieldDifference[]): string {
  const { length } = differences;
  const names = differences.slice(0, maxNamed).map(({ field }) => visible(field, 60));
  const more = length > maxNamed ? ` and ${length - maxNamed} more` : '';
  return `${length === 1 ? 'one field' : `${length} fields`}: ${names.join(', ')}${more}`;
}

/** Agent Skills, "Skill Format": both fields are required. */
function missingField(frontmatter: Readonly<Record<string, unknown>>): string | null {
  return (
    ['name', 'description'].find(
      (field) => typeof own(frontmatter, field) !== 'string' || own(frontmatter, field) === '',
    ) ?? null
  );
}

/** The fields of the file that are in the entry. */
function partOf(
  frontmatter: Readonly<Record<string, unknown>>,
  repeated: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(repeated).flatMap((field) =>
      Object.hasOwn(frontmatter, field) ? [[field, frontmatter[field]]] : [],
    ),
  );
}

/** The message for a SKILL.md that can't be read as text. */
export const notUtf8 = 'SKILL.md is not UTF-8 text.';

/** Decodes bytes as text; null if they aren't UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** No check failed. Whether that proves anything depends on what the server published. */
function provable(entry: SkillEntry, fileUri: string): FileCheck {
  const digest = listedFile(entry, fileUri)?.digest;
  if (entry.integrity === 'self-computed' && digest !== undefined) {
    // An index may publish the digest of only some files.
    if (entry.known?.some((file) => file.uri === fileUri && file.digest === digest) === true)
      return verified;
    return {
      status: 'unverifiable',
      reason: 'self-computed',
      message:
        'The server publishes no digest for this file. ' +
        "It hasn't changed since Skillgate first read it.",
    };
  }
  if (entry.files.kind === 'dynamic')
    return {
      status: 'unverifiable',
      reason: 'dynamic',
      message: 'The server generates this content and publishes no digest.',
    };
  if (digest === undefined)
    return {
      status: 'unverifiable',
      reason: 'no-digest',
      message: 'The server publishes no digest for this file.',
    };
  return verified;
}
