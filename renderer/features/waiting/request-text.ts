import type { AskedSkill } from '../../../shared/model/waiting.ts';

/** Why the app didn't get it. */
export function standingText({ standing }: Pick<AskedSkill, 'standing'>): string {
  switch (standing) {
    case 'undecided':
      return 'new';
    case 'changed':
      return 'changed since you approved it';
    case 'expired':
      return 'approval expired';
    case 'unknown':
      return 'not seen here yet';
  }
}

/** What the last request was. */
export function howText({ how }: Pick<AskedSkill, 'how'>): string {
  switch (how) {
    case 'list':
      return 'listed skills; this one was withheld';
    case 'get':
      return 'requested it';
    case 'read':
      return 'requested one of its files';
  }
}
