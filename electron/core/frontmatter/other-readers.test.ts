import { describe, expect, it } from 'vitest';
import { parseFrontmatter } from './frontmatter.ts';
import { isActedOn } from './field-rules.ts';
import { damage, forgedFields, forgedLines, sequence } from './testing/forge.ts';
import {
  foreignReader,
  foreignReaders,
  isInstalled,
  npmReaders,
  type Reader,
} from './testing/readers.ts';

/** Texts as people write them; the fuzz damages these as well. */
const honest = [
  'name: refunds\ndescription: "Process refunds: all of them"\nallowed-tools: Read Bash(git:*)\n',
  "name: 'pdf'\ndescription: >-\n  Read and write\n  PDF files.\n\n  Also forms.\nmodel: opus\n",
  'name: a\ndescription: |\n  One\n    two\n\n  three\nhooks:\n  PreToolUse:\n    - matcher: Bash\n      hooks:\n        - type: command\n          command: "./x.sh"\n',
  'name: b # c\ndescription: spread over\n  two lines\nallowed-tools:\n- Read\n- Write\nmetadata: {"a": [1, 2], b: c}\ndisable-model-invocation: true\n',
  'x: &x [Read, "Write"]\nname: c\ndescription: d\nallowed-tools: *x\neffort: 3\nuser-invocable: false\n',
];
const rounds = 9_000;

/** How hosts split off the frontmatter without a YAML reader. */
const splitters: Readonly<Record<string, (file: string) => string | undefined>> = {
  'the Agent Skills reference parser, at the first three dashes': (file) =>
    file.split('---')[1]?.replace(/^\n/, ''),
  'Codex, at the first line that trims to three dashes': (file) => {
    const lines = file.split('\n').slice(1);
    const end = lines.findIndex((line) => line.trim() === '---');
    return end === -1
      ? undefined
      : lines
          .slice(0, end)
          .map((line) => `${line}\n`)
          .join('');
  },
};

const accepted = corpus();

/**
 * The texts that Skillgate accepts, the same on every run, with the YAML that other readers get.
 */
function corpus(): { yaml: string; mine: Record<string, unknown> }[] {
  const pick = sequence(20_261_122);
  const found = [];
  for (let round = 0; round < rounds; round += 1) {
    const text =
      round < honest.length
        ? (honest[round] ?? '')
        : [forgedFields, forgedLines, () => damage(pick, honest[pick(honest.length)] ?? '')][
            round % 3
          ]?.(pick);
    const parsed = parseFrontmatter(`---\n${text}---\nbody\n`);
    if (parsed.ok) found.push({ yaml: parsed.value.yaml, mine: parsed.value.frontmatter });
  }
  return found;
}

/** Texts for which the reader has another value than Skillgate in a field that hosts act on. */
function disagreements(reader: Reader): unknown[] {
  const readings = reader(accepted.map(({ yaml }) => yaml));
  return accepted.flatMap(({ yaml, mine }, at) => {
    const reading = readings[at];
    // A host whose reader rejects the text loads nothing.
    if (reading === null || reading === undefined) return [];
    const theirs = (reading.value ?? {}) as Record<string, unknown>;
    return [...new Set([...Object.keys(mine), ...Object.keys(theirs)])]
      .filter((field) => isActedOn(field) && canonical(mine[field]) !== canonical(theirs[field]))
      .map((field) => ({ yaml, field, mine: mine[field], theirs: theirs[field] }));
  });
}

/** Absent equals null, the order of fields doesn't matter, and −0 is 0. */
function canonical(value: unknown): string {
  if (value === undefined || value === null) return 'null';
  if (typeof value === 'number') return String(value + 0);
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (Object.getPrototypeOf(value) !== Object.prototype)
    return typeof value === 'object' ? `not JSON: ${typeof value}` : JSON.stringify(value);
  const fields = Object.entries(value as object).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`).join()}}`;
}

describe('frontmatter that is accepted', () => {
  it('is a good part of the corpus, including all honest texts', () => {
    expect(accepted.length).toBeGreaterThan(rounds / 20);
    expect(accepted.slice(0, honest.length).map(({ yaml }) => yaml)).toEqual(honest);
  });

  it.each(Object.entries(npmReaders))(
    'has the same value in %s for a field that hosts act on',
    (_, reader) => {
      expect(disagreements(reader).slice(0, 3)).toEqual([]);
    },
  );

  it.each(Object.entries(splitters))('ends at the same line for %s', (_, split) => {
    const otherwise = accepted.filter(({ yaml }) => split(`---\n${yaml}---\nbody\n`) !== yaml);
    expect(otherwise.slice(0, 3)).toEqual([]);
  });

  for (const { name, missing, probe, run } of foreignReaders) {
    const there = isInstalled(probe);
    it.skipIf(!there)(
      `has the same value in ${name} for a field that hosts act on${there ? '' : ` (${missing})`}`,
      () => {
        expect(disagreements(foreignReader(run)).slice(0, 3)).toEqual([]);
      },
    );
  }
});
