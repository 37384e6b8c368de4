import type { Answer } from '../../../shared/host/index.ts';
import { compareFrontmatter } from '../../core/frontmatter/differences.ts';

/**
 * What is left of a yes when the entry that was given says something else of the skill than the
 * person saw: the set does not cover it. The attacker is a server that gives a host other words than
 * Skillgate. Where the server promises nothing, the entry may repeat a part of the frontmatter.
 */
export function withSameWords(
  answer: Answer,
  frontmatter: Readonly<Record<string, unknown>>,
): Answer & { readonly metadata?: boolean } {
  const { record, standing } = answer;
  if (record === undefined || (standing !== 'approved' && standing !== 'expired')) return answer;
  const now =
    record.integrity === 'self-computed' ? { ...record.frontmatter, ...frontmatter } : frontmatter;
  return compareFrontmatter(record.frontmatter, now).length === 0
    ? answer
    : {
        standing: 'changed',
        record,
        changes: { added: [], removed: [], modified: [] },
        metadata: true,
      };
}
