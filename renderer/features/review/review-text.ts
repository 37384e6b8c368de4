import type { SetChanges } from '../../../shared/model/standing.ts';
import type { ReviewItem } from '../../store/queue.ts';

/** `+1 −0 ~2`: files added, removed, modified; zeros are left out. */
export function changeFigures({ added, removed, modified }: SetChanges): string {
  return [
    [added.length, '+'],
    [removed.length, '−'],
    [modified.length, '~'],
  ]
    .filter(([count]) => count !== 0)
    .map(([count, sign]) => `${sign}${count}`)
    .join(' ');
}

/** Why an item is in the queue, in a few words. */
export function reasonInWords({ reason, row }: ReviewItem): string {
  const { standing } = row;
  if (reason === 'changed' && standing.kind === 'changed')
    return ['changed', changeFigures(standing.changes), otherwise(standing.metadata)]
      .filter((word) => word !== '')
      .join(' ');
  if (reason === 'expired') return 'approval expired';
  if (reason === 'new') return row.needsReadAll ? 'new, load it first' : 'new';
  return 'decided';
}

/** The reason for screen readers, with signs as words. */
export function reasonSpoken(item: ReviewItem): string {
  const { standing } = item.row;
  if (item.reason !== 'changed' || standing.kind !== 'changed') return reasonInWords(item);
  const { added, removed, modified } = standing.changes;
  const files = `${added.length} added, ${removed.length} removed, ${modified.length} modified`;
  return `changed: ${files}${standing.metadata ? `, ${otherwise(true)}` : ''}`;
}

const otherwise = (metadata: boolean): string => (metadata ? 'description changed' : '');
