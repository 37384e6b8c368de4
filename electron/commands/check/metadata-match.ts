import type { Answer } from '../../../shared/host/index.ts';
import { compareFrontmatter } from '../../core/frontmatter/differences.ts';

/**
 * Checks that the entry describes the skill as the person saw it, because the set digest doesn't
 * cover the description. The attacker is a server that shows an app a different description than
 * Skillgate. If the server publishes no digests, the entry may repeat part of the frontmatter.
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
