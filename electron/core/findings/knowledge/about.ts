import type { RuleDocument } from '../document.ts';

/**
 * Whether a document says in its name or description what it is about. A guide to firewalls changes
 * firewalls, and its reader expects it; a script does whatever it likes.
 */
export function isAbout({ kind, frontmatter }: RuleDocument, subject: RegExp): boolean {
  if (kind.kind !== 'markdown') return false;
  return ['name', 'description'].some((field) =>
    subject.test(String(frontmatter?.get(field)?.value ?? '')),
  );
}

/** The subjects of guides that change a machine's own files. */
export const upkeep =
  /\b(?:certificat\w*|renew\w*|rotat\w*|clean\w*|disks?|servers?|nginx|apache|docker|kubernetes|upgrad\w*|uninstall|backups?|restor\w*|logs?|runbook|ops|on-call|incidents?|deploy\w*|systemd|databases?|mysql|mariadb|postgres\w*|replica\w*|recover\w*|clusters?)\b/i;
