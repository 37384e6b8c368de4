import type { AskedSkill } from '../../../shared/model/waiting.ts';

/** Why it was not given. */
export function standingText({ standing }: Pick<AskedSkill, 'standing'>): string {
  switch (standing) {
    case 'undecided':
      return 'not decided';
    case 'changed':
      return 'changed since you approved it';
    case 'expired':
      return 'its approval ran out';
    case 'unknown':
      return 'not seen here yet';
  }
}

/** How it was met the last time. */
export function howText({ how }: Pick<AskedSkill, 'how'>): string {
  switch (how) {
    case 'list':
      return 'listed skills and was not told of it';
    case 'get':
      return 'asked for it';
    case 'read':
      return 'asked for a file of it';
  }
}
