import type { AuditAction } from '../../shared/model/plain.ts';
import type { ChainState } from '../../shared/model/history.ts';

export interface AuditLook {
  readonly icon:
    | 'approved'
    | 'denied'
    | 'changed'
    | 'expired'
    | 'history'
    | 'tool'
    | 'import'
    | 'external'
    | 'blocked'
    | 'warning';
  readonly tone: 'ok' | 'bad' | 'warn' | 'info' | 'neutral';
  readonly word: string;
}

/** Icon, tone and word for each audit action. */
export const auditLooks: Readonly<Record<AuditAction, AuditLook>> = {
  approved: { icon: 'approved', tone: 'ok', word: 'approved' },
  denied: { icon: 'denied', tone: 'bad', word: 'denied' },
  revoked: { icon: 'history', tone: 'neutral', word: 'revoked' },
  undone: { icon: 'history', tone: 'info', word: 'undone' },
  forgotten: { icon: 'history', tone: 'neutral', word: 'forgotten' },
  'changed-seen': { icon: 'changed', tone: 'warn', word: 'changed' },
  expired: { icon: 'expired', tone: 'warn', word: 'expired' },
  'grant-changed': { icon: 'tool', tone: 'info', word: 'allowed tools changed' },
  imported: { icon: 'import', tone: 'info', word: 'imported' },
  exported: { icon: 'external', tone: 'neutral', word: 'exported' },
  'policy-applied': { icon: 'blocked', tone: 'warn', word: 'policy applied' },
  'store-recovered': { icon: 'warning', tone: 'warn', word: 'store recovered' },
  'verification-failed': { icon: 'warning', tone: 'bad', word: 'verification failed' },
  'verification-cleared': { icon: 'history', tone: 'neutral', word: 'failure cleared' },
  loaded: { icon: 'external', tone: 'neutral', word: 'loaded by an app' },
  'load-refused': { icon: 'blocked', tone: 'warn', word: 'withheld from an app' },
  withheld: { icon: 'blocked', tone: 'warn', word: 'withheld' },
  'finding-acknowledged': { icon: 'history', tone: 'info', word: 'finding dismissed' },
  'finding-reopened': { icon: 'history', tone: 'neutral', word: 'finding reopened' },
  'skill-tools-seen': { icon: 'warning', tone: 'warn', word: 'tools that serve skills' },
  'instructions-edited': { icon: 'changed', tone: 'info', word: 'instructions edited' },
};

/** What the hash chain shows and what it can't show. */
export function chainInWords(chain: ChainState): {
  readonly tone: 'neutral' | 'bad';
  readonly title: string;
  readonly detail: string;
} {
  if (chain.ok)
    return {
      tone: 'neutral',
      title:
        chain.lines === 1
          ? 'Log intact (1 entry)'
          : `Log intact (${chain.lines.toLocaleString('en')} entries)`,
      detail: 'Detects accidental edits, but not edits by a program running as you.',
    };
  const reason = chain.reason.charAt(0).toUpperCase() + chain.reason.slice(1).replace(/\.?$/, '.');
  if (chain.line === 0)
    return { tone: 'bad', title: 'Couldn’t read the audit file', detail: reason };
  return {
    tone: 'bad',
    title: `The chain is broken at line ${chain.line.toLocaleString('en')}`,
    detail: `${reason} Lines from there on may have been edited, lost or added.`,
  };
}

/** `12 Nov 2026, 14:03:09` in the person's time zone; returns anything else unchanged. */
export function moment(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime())
    ? iso
    : date.toLocaleString('en-GB', {
        day: 'numeric',
        month: 'short',
        year: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
      });
}
