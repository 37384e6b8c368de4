import { dirname } from 'node:path';
import type { FileLoss } from '../../../shared/host/node/missing.ts';
import { mirrorPath } from './mirror.ts';

/** What happened, and each way to go on; nothing is written until a person takes one. */
export async function describeLoss(path: string, { audit, hasNext }: FileLoss): Promise<string> {
  const copy = await mirrorPath(dirname(path));
  const signs = [
    ...(audit === null ? [] : [auditSigns[audit]]),
    ...(hasNext ? ['approvals.json.next holds decisions'] : []),
  ];
  return [
    `${path} is missing, but ${signs.join(', and ')}.`,
    'To get your decisions back, ' +
      `restore approvals.json from a backup${copy === null ? '' : `, or copy ${copy} there`}.`,
    ...(hasNext
      ? [
          'To take the decisions of the interrupted write, ' +
            'rename approvals.json.next to approvals.json.',
        ]
      : []),
    'To start with no decisions, run `skillgate forget --all --yes`.',
  ].join(' ');
}

const auditSigns = {
  decisions: 'audit.jsonl records decisions',
  damaged: 'audit.jsonl is damaged and may record decisions',
} as const;
