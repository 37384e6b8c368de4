import type { Problem } from '../../../../shared/model/problem.ts';
import type { SkillEntry } from '../../../../shared/model/skill.ts';
import { problem } from '../../problem.ts';

/**
 * Keeps the entry of the first dialect and notes the other one that describes the same URI. If the
 * two differ, a problem shows both versions: a server could show a person one description and
 * another program the other.
 */
export function withOther(first: SkillEntry, other: SkillEntry): SkillEntry {
  if (first.dialect === other.dialect) return first;
  const alsoIn = first.alsoIn.includes(other.dialect)
    ? first.alsoIn
    : [...first.alsoIn, other.dialect];
  return { ...first, alsoIn, problems: [...first.problems, ...disagreements(first, other)] };
}

function disagreements(first: SkillEntry, other: SkillEntry): Problem[] {
  const found: Problem[] = [];
  const compare = (field: string, mine: string, theirs: string): void => {
    if (mine === '' || theirs === '' || mine === theirs) return;
    found.push(
      problem(
        'dialects-differ',
        `${other.dialect} describes this skill differently than ${first.dialect}: ${field}.`,
        {
          field,
          expected: `${first.dialect}: ${mine}`,
          actual: `${other.dialect}: ${theirs}`,
          clause: 'Skill Entries',
        },
      ),
    );
  };
  compare('name', first.name, other.name);
  compare('description', first.description, other.description);
  const theirs = new Map(digestsOf(other));
  for (const [path, digest] of digestsOf(first)) {
    const named = theirs.get(path);
    if (named !== undefined) compare(`digest of ${path}`, digest, named);
  }
  return found.slice(0, 8);
}

function digestsOf({ files, known = [] }: SkillEntry): [string, string][] {
  return (files.kind === 'listed' ? files.files : known).flatMap(({ path, digest }) =>
    digest === undefined ? [] : [[path, digest] as [string, string]],
  );
}
