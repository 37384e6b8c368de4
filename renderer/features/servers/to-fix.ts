import type { ListingState } from '../../../shared/model/server.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { skillsInWords } from './server-text.ts';

/**
 * Problems in a server's listing. Each skill counts once, for its worst problem. Empty: a complete
 * listing without problems.
 */
export function toFix(
  { status }: Pick<ListingState, 'status'>,
  rows: Iterable<SkillRow>,
  refusedEntries: number,
): string[] {
  let [failed, unread, refused] = [0, 0, refusedEntries];
  for (const { checked, standing } of rows)
    if (checked.failed > 0) failed += 1;
    else if (checked.unread > 0) unread += 1;
    else if (standing.kind === 'refused') refused += 1;
  const several = (count: number, what: string): string[] =>
    count === 0 ? [] : [`${skillsInWords(count)} ${what}`];
  return [
    ...(status === 'incomplete' ? ['the listing is incomplete'] : []),
    ...(status === 'failed' ? ['the listing failed'] : []),
    ...several(failed, 'with a file that doesn’t match'),
    ...several(unread, 'with a file that couldn’t be loaded'),
    ...several(refused, 'invalid'),
  ];
}
