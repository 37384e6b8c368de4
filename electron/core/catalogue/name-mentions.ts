import type { SkillEntry } from '../../../shared/model/skill.ts';
import type { SkillState } from '../skill-state/skill.ts';
import { rootOf } from '../skill-place.ts';
import { skillFolder } from '../uri.ts';

const ending = 'SKILL.md';

/**
 * `SKILL.md` URIs outside the skill's own folder that its text mentions, in order and with repeats:
 * as an address, or through a relative link from its `SKILL.md`. Ignores anything that leaves the
 * authority or isn't a skill URI, because a text may point anywhere.
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

/** Where a relative link leads from a folder that ends with a slash; null if it leaves the root. */
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
