import { assertNever } from '../assert-never.ts';
import { timeText, grouped } from '../size-text.ts';
import type { CheckId, FileCheck } from './verdict.ts';

/**
 * The single word for a file in the tree, tabs, facts, preview, server page and command line.
 * `failed`: bytes were received, or refused, against a rule; `could not be read`: the server gave
 * none.
 */
export type FileWord =
  | 'not checked'
  | 'verified'
  | 'failed'
  | 'could not be read'
  | 'cannot be verified';

export interface FileWords {
  readonly word: FileWord;
  /** Which check, or why not, in a few words; empty if the word says it all. */
  readonly detail: string;
  /** When it was checked, if that was in an earlier session. */
  readonly age?: string;
  readonly tone: 'neutral' | 'bad' | 'warn';
  readonly icon: 'circle' | 'check' | 'error' | 'question' | 'unlink';
}

/** A file's verdict as one word; undefined = nothing was requested yet. */
export function fileWords(verdict: FileCheck | undefined): FileWords {
  if (verdict === undefined)
    return { word: 'not checked', detail: '', tone: 'neutral', icon: 'circle' };
  switch (verdict.status) {
    case 'verified':
      return {
        word: 'verified',
        detail: 'matches manifest',
        // A digest match is consistency; only an approval is green.
        tone: 'neutral',
        icon: 'check',
        ...ageOf(verdict),
      };
    case 'failed':
      return verdict.check === 'read'
        ? unread('the server gave no content')
        : { word: 'failed', detail: failedCheck(verdict.check), tone: 'bad', icon: 'error' };
    case 'unverifiable':
      return unverifiable(verdict.reason);
    default:
      return assertNever(verdict);
  }
}

const ageOf = ({ checkedAt }: { readonly checkedAt?: string | undefined }): Partial<FileWords> =>
  checkedAt === undefined ? {} : { age: `checked ${timeText(checkedAt)}` };

/** The server gave no content; `detail` says why. */
export const unread = (detail: string): FileWords => ({
  word: 'could not be read',
  detail,
  tone: 'warn',
  icon: 'unlink',
});

const unproved = (detail: string): FileWords => ({
  word: 'cannot be verified',
  detail,
  tone: 'warn',
  icon: 'question',
});

function unverifiable(reason: Extract<FileCheck, { status: 'unverifiable' }>['reason']): FileWords {
  switch (reason) {
    case 'dynamic':
      return unproved('dynamic content');
    case 'no-digest':
      return unproved('no digest');
    case 'self-computed':
      return unproved('digest computed here, not from the server');
    case 'cancelled':
      return { word: 'not checked', detail: 'cancelled', tone: 'neutral', icon: 'circle' };
    case 'server-unavailable':
      return unread('server not available');
    case 'too-many-requests':
      return unread('refused: too many requests');
    case 'budget':
      return unread('the limit for this server is used up');
    default:
      return assertNever(reason);
  }
}

/** "Does not match" is only said about bytes that were received and differ. */
export function failedCheck(check: Exclude<CheckId, 'read'>): string {
  switch (check) {
    case 'listed':
      return 'not in the manifest';
    case 'location':
      return 'outside the skill’s folder';
    case 'limit':
      return 'over a limit';
    case 'size':
      return 'size doesn’t match';
    case 'digest':
      return 'digest doesn’t match';
    case 'frontmatter':
      return 'frontmatter doesn’t match';
    default:
      return assertNever(check);
  }
}

/** The same for a check that passed. */
export const passedCheck: Readonly<Record<CheckId, string>> = {
  listed: 'in the manifest',
  location: 'inside the skill’s folder',
  limit: 'within the limits',
  read: 'content received',
  size: 'size matches',
  digest: 'digest matches',
  frontmatter: 'frontmatter matches',
};

/** `failed: digest doesn’t match`; `verified, checked 18:55`. */
export const inOneLine = ({ word, detail, age }: FileWords): string => {
  const words = detail === '' || word === 'verified' ? word : `${word}: ${detail}`;
  return age === undefined ? words : `${words}, ${age}`;
};

export interface WordCounts {
  readonly verified: number;
  readonly failed: number;
  readonly unread: number;
  readonly unverifiable: number;
}

/** How many verdicts have each word. */
export function countWords(verdicts: Iterable<FileCheck>): WordCounts {
  const counts = { verified: 0, failed: 0, unread: 0, unverifiable: 0 };
  for (const verdict of verdicts) {
    const { word } = fileWords(verdict);
    if (word === 'verified' || word === 'failed') counts[word] += 1;
    else if (word === 'could not be read') counts.unread += 1;
    else if (word === 'cannot be verified') counts.unverifiable += 1;
  }
  return counts;
}

/** The words of a skill's files with their counts, those that need attention first. */
export function tally(counts: WordCounts, files: number): readonly (readonly [FileWord, number])[] {
  const { verified, failed, unread: gone, unverifiable: unproven } = counts;
  const all: readonly (readonly [FileWord, number])[] = [
    ['failed', failed],
    ['could not be read', gone],
    ['cannot be verified', unproven],
    ['verified', verified],
    ['not checked', files - verified - failed - gone - unproven],
  ];
  return all.filter(([, count]) => count > 0);
}

/** `1 failed, 2 verified`, out of `files` files. */
export const tallyInWords = (counts: WordCounts, files: number): string =>
  tally(counts, files)
    .map(([word, count]) => `${grouped(count)} ${word}`)
    .join(', ');

/** For a heading with little room: `1/3 · 1 failed`; the first number is verified files. */
export const tallyNote = (counts: WordCounts, files: number): string =>
  [
    `${counts.verified}/${files}`,
    ...tally(counts, files).flatMap(([word, count]) =>
      word === 'failed' || word === 'could not be read' ? [`${count} ${word}`] : [],
    ),
  ].join(' · ');
