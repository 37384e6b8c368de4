import { normalForm } from '../normal-form.ts';
import { groupOf, type NameGroup, type NamedSkill } from './collisions.ts';

/** Letters of other scripts, and signs, that look like Latin letters. */
const drawnLike: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'аa еe оo рp сc уy хx іi ѕs јj һh ԁd ԛq ԝw вb кk мm нh тt ӏl ' +
    'αa ηn ιi κk νv οo ρp τt υu χx γy ɑa ɡg ɩi ıi օo ոn ցg հh ոn ѵv'
  )
    .split(' ')
    .map((pair) => {
      const [from = '', to = ''] = [...pair];
      return [from, to];
    }),
);
/** Pairs that a quick reader can't tell apart. */
const pairs: readonly (readonly [RegExp, string])[] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/cl/g, 'd'],
  [/[1|!i]/g, 'l'],
  [/0/g, 'o'],
  [/5/g, 's'],
];

/**
 * How a name reads: a quick reader mistakes two names with the same reading for one another.
 * Separators are ignored.
 */
export function readingOf(name: string): string {
  let text = normalForm(name, 'NFKC').toLowerCase();
  text = [...text].map((char) => drawnLike[char] ?? char).join('');
  text = text.replaceAll(/[-_.\s\p{Default_Ignorable_Code_Point}]/gu, '');
  for (const [from, to] of pairs) text = text.replace(from, to);
  return text;
}

/**
 * Skills with different names that read alike, by name as each writes it. Names that are equal or
 * differ only in case are collisions instead. O(n) even if a server lists ten thousand names that
 * all read alike: only as many of each reading are compared as are shown, every place first.
 */
export function alikeOf<T extends NamedSkill>(
  skills: Iterable<T>,
): ReadonlyMap<string, NameGroup<T>> {
  const byReading = new Map<string, Map<string, T[]>>();
  for (const skill of skills) {
    const reading = readingOf(skill.name);
    const key = normalForm(skill.name, 'NFKC').toLowerCase();
    const names = byReading.get(reading) ?? new Map<string, T[]>();
    const group = names.get(key);
    if (group === undefined) names.set(key, [skill]);
    else group.push(skill);
    byReading.set(reading, names);
  }
  const found = new Map<string, NameGroup<T>>();
  for (const names of byReading.values()) {
    if (names.size < 2) continue;
    const some = fewOf(names);
    for (const [key, group] of names) {
      const others = groupOf(some.filter((one) => one.key !== key).map(({ skill }) => skill));
      for (const { name } of group) found.set(name, others);
    }
  }
  return found;
}

/** How many places, and how many skills of one place, are compared with each name. */
const maxCount = 21;

interface Keyed<T> {
  readonly key: string;
  readonly skill: T;
}

/** A few of each place, with at least two names if it has two. */
function fewOf<T extends NamedSkill>(names: ReadonlyMap<string, readonly T[]>): Keyed<T>[] {
  const places = new Map<string, Map<string, Keyed<T>[]>>();
  for (const [key, skills] of names)
    for (const skill of skills) {
      const place = places.get(skill.where);
      if (place === undefined) {
        if (places.size <= maxCount) places.set(skill.where, new Map([[key, [{ key, skill }]]]));
        continue;
      }
      const same = place.get(key);
      if (same === undefined) {
        if (place.size <= maxCount) place.set(key, [{ key, skill }]);
      } else if (place.size === 1 && same.length < maxCount) same.push({ key, skill });
    }
  return [...places.values()].flatMap((place) => [...place.values()].flat());
}
