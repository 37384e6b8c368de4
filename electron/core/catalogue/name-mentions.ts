import type { SkillEntry } from '../../../shared/model/skill.ts';
import type { SkillState } from '../skill-state/skill.ts';
import { rootOf } from '../skill-place.ts';
import { skillFolder } from '../uri.ts';

const ending = 'SKILL.md';

/**
 * URIs of a `SKILL.md` outside the skill's own folder that its texts name, in order and as often as
 * they do: as an address, or by a relative link from its `SKILL.md`. A text may point anywhere, so
 * what leaves the authority, or is no URI of a skill, is none.
 */
export function* namedElsewhere(
  { inspected }: Pick<SkillState, 'inspected'>,
  entry: SkillEntry,
): Generator<string> {
  const root = `${rootOf(entry)}/`;
  for (const { traces } of inspected.values())
    for (const { kind, text } of traces) {
      if (!text.endsWith(`/${ending}`)) continue;
      const uri = kind === 'skill' ? text : kind === 'link' ? linked(root, text) : null;
      if (uri !== null && !uri.startsWith(root) && skillFolder(uri).ok) yield uri;
    }
}

/** Where a relative link leads from a folder, which has a slash at its end; null: out of it all. */
function linked(root: string, link: string): string | null {
  const start = /^[a-z][a-z0-9+.-]*:\/{0,3}/i.exec(root)?.[0];
  if (start === undefined) return null;
  const path = root.slice(start.length).split('/').slice(0, -1);
  for (const segment of link.split('/')) {
    if (segment === '.') continue;
    if (segment !== '..') path.push(segment);
    else if (path.pop() === undefined) return null;
  }
  return `${start}${path.join('/')}`;
}
