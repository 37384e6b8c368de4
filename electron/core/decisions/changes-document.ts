import { counted } from '../../../shared/size-text.ts';
import {
  addsNothing,
  behaviorGaps,
  behaviorParts,
  nothingNew,
} from '../../../shared/model/behavior-text.ts';
import { code, longestRun } from '../links.ts';
import { visibleMultiline } from '../text.ts';
import { writingOf } from '../../../shared/confusables/writing.ts';
import { revealPair } from '../../../shared/written-out.ts';
import type { FileDiff, SkillChanges } from '../../../shared/model/detail.ts';
import { diffArrays } from 'diff';

export interface ChangesDocument {
  readonly server: string;
  readonly uri: string;
  readonly name: string;
  readonly changes: SkillChanges;
  /** Both sides of each known file, by URI. */
  readonly diffs: ReadonlyMap<string, FileDiff>;
}

/**
 * "What changed since I approved", as Markdown for a pull request or a ticket. Any word in it may
 * come from the server, so it's confined to code spans and fences, with invisible characters made
 * visible.
 */
export function changesDocument({ server, uri, name, changes, diffs }: ChangesDocument): string {
  const lines = [
    `# Changed since approval: ${code(name)}`,
    '',
    `- Server: ${code(server)}`,
    `- Skill: ${code(uri)}`,
    `- Approved: ${changes.approvedAt}`,
    ...aboutLines(changes),
    '',
  ];
  lines.push(...behaviorLines(changes));
  if (changes.files.length === 0) lines.push('The files are those that were approved.', '');
  else {
    lines.push(
      '## Files',
      '',
      '| Change | Path | Approved digest | Digest now |',
      '|---|---|---|---|',
    );
    for (const file of changes.files)
      lines.push(
        `| ${file.change} | ${cell(file.path)} | ${digest(file.before)} | ${digest(file.after)} |`,
      );
    lines.push('', ...notKept(changes));
  }
  if (changes.frontmatter.length > 0) {
    lines.push('## Frontmatter', '', '| Field | Approved | Now |', '|---|---|---|');
    for (const { field, expected, actual } of changes.frontmatter)
      lines.push(`| ${cell(field)} | ${value(expected)} | ${value(actual)} |`);
    lines.push('');
    if (changes.frontmatter.some(({ field }) => field === 'allowed-tools'))
      lines.push(
        '**The tools it requests have changed.** Approving doesn’t allow any of them.',
        '',
      );
  }
  for (const file of changes.files) {
    const diff = diffs.get(file.uri);
    if (diff === undefined || file.change !== 'modified') continue;
    lines.push(`## ${code(file.path)}`, '', ...difference(diff), '');
  }
  return `${lines.join('\n').trimEnd()}\n`;
}

/** What it does now that it didn't, before the bytes. */
function behaviorLines({ behavior }: SkillChanges): string[] {
  if (behavior === undefined) return [];
  const said = (side: 'added' | 'removed'): string[] =>
    behaviorParts(behavior, side).map(
      ({ verb, values }) => `- ${verb} ${values.map((one) => code(one)).join(', ')}`,
    );
  const [added, removed] = [said('added'), said('removed')];
  return [
    '## What’s new',
    '',
    ...(addsNothing(behavior) ? [nothingNew, ''] : []),
    ...(added.length === 0 ? [] : ['Now it:', '', ...added, '']),
    ...(removed.length === 0 ? [] : ['It no longer:', '', ...removed, '']),
    ...behaviorGaps(behavior).flatMap((gap) => [gap, '']),
  ];
}

/** Text is kept only if someone read the file here; an approval by digests alone has none. */
function notKept({ files }: SkillChanges): string[] {
  const { length } = files.filter(
    ({ change, before }) => change === 'modified' && before?.kept === false,
  );
  return length === 0
    ? []
    : [
        `Skillgate has no copy of the approved text of ${counted(length, 'modified file')}, ` +
          'so only the digests are compared.',
        '',
      ];
}

function aboutLines({ lapsedAt, restoredFrom, dialects }: SkillChanges): string[] {
  return [
    ...(restoredFrom === undefined
      ? []
      : [
          `- Restored from the copy of ${code(restoredFrom)}, ` +
            'to be confirmed by approving it again',
        ]),
    ...(lapsedAt === undefined
      ? []
      : [`- No longer valid since: ${lapsedAt}, when different content was there`]),
    ...(dialects === undefined
      ? []
      : [`- Approved as: ${code(dialects.approved)}, listed now as: ${code(dialects.now)}`]),
  ];
}

function difference({ before, after, language }: FileDiff): string[] {
  if ('missing' in before) return [before.missing];
  if ('missing' in after) return [after.missing];
  const shown = revealPair(before.text, after.text, (text) =>
    visibleMultiline(text, Number.POSITIVE_INFINITY, writingOf(language)),
  );
  const diff = diffLines(shown.before, shown.after);
  if (diff === null) return ['Too many lines differ to show here. Compare the digests instead.'];
  // Here a carriage return ends a line: two texts may differ in nothing else.
  const text = diff.map((line) => visibleMultiline(line)).join('\n');
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return [`${fence}diff`, text, fence];
}

function digest(side: { readonly digest: string } | null): string {
  return side === null ? '–' : `\`${side.digest.slice(0, 80).replace(/[^\w:-]/g, '')}\``;
}

const value = (json: string | undefined): string => (json === undefined ? '–' : cell(json));

/** An unescaped pipe ends a cell even inside a code span. */
const cell = (text: string): string => code(text).replaceAll('|', '\\|');

/**
 * The maximum number of added and removed lines. The attacker is a server that wrote both texts:
 * the time grows with the square of this number (a tenth of a second), whatever their length.
 */
const mostEdits = 1_000;
const context = 3;

/**
 * The unified diff of two texts (` `, `-`, `+`, hunks led by `@@`), with three lines of context.
 * Null if too many lines differ for a person to read.
 */
export function diffLines(before: string, after: string): string[] | null {
  const changes = diffArrays(linesOf(before), linesOf(after), { maxEditLength: mostEdits });
  if (changes === undefined) return null;
  return hunks(
    changes.flatMap(({ added, removed, value }) =>
      value.map((line) => `${added ? '+' : removed ? '-' : ' '}${line}`),
    ),
  );
}

/** A last line without an end differs from one with it, and says so as `diff` does. */
function linesOf(text: string): string[] {
  const lines = text.split('\n');
  const last = lines.pop() ?? '';
  return last === '' ? lines : [...lines, `${last}\n\\ No newline at end of file`];
}

/** Leaves out lines more than three away from any change. */
function hunks(lines: readonly string[]): string[] {
  const near = new Uint8Array(lines.length);
  for (const [at, line] of lines.entries())
    if (!line.startsWith(' ')) near.fill(1, Math.max(0, at - context), at + context + 1);
  const out: string[] = [];
  let [old, now] = [1, 1];
  for (let at = 0; at < lines.length;) {
    const isShown = near[at] === 1;
    const next = near.indexOf(isShown ? 0 : 1, at);
    const part = lines.slice(at, next === -1 ? lines.length : next);
    const before = part.filter((line) => !line.startsWith('+')).length;
    const after = part.filter((line) => !line.startsWith('-')).length;
    if (isShown) out.push(`@@ -${range(old, before)} +${range(now, after)} @@`, ...part);
    [old, now, at] = [old + before, now + after, at + part.length];
  }
  return out.flatMap((line) => line.split('\n'));
}

/** The lines of one side in a hunk's head: one alone isn't counted, and none are after a line. */
const range = (first: number, lines: number): string =>
  lines === 1 ? `${first}` : `${lines === 0 ? first - 1 : first},${lines}`;
