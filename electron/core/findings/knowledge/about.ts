import type { RuleDocument } from '../document.ts';

/**
 * Whether a document says in its name or description what it is about. A guide to firewalls changes
 * firewalls, and its reader expects it; a script does whatever it likes.
 */
export function isAbout(document: RuleDocument, subject: RegExp): boolean {
  if (document.kind.kind !== 'markdown') return false;
  return subject.test(subjectOf(document));
}

/**
 * Name and description. Authors write a colon into a description, which makes the frontmatter bad
 * YAML, but hosts read it anyway.
 */
export function subjectOf({ frontmatter, text }: RuleDocument): string {
  const said = ['name', 'description'].map((field) => {
    const value = frontmatter?.get(field)?.value;
    return typeof value === 'string' ? value : '';
  });
  if (said.some((one) => one !== '') || !text.startsWith('---')) return said.join(' ');
  return [...text.slice(0, 3_000).matchAll(/^(?:name|description):[ \t]*([^\n]*)$/gm)]
    .slice(0, 2)
    .map(([, value = '']) => value)
    .join(' ');
}

/** The subjects of guides that change a machine's own files. */
export const upkeep =
  /\b(?:certificat\w*|renew\w*|rotat\w*|clean\w*|disks?|servers?|nginx|apache|docker|kubernetes|upgrad\w*|uninstall|backups?|restor\w*|logs?|runbook|ops|on-call|incidents?|deploy\w*|systemd|databases?|mysql|mariadb|postgres\w*|replica\w*|recover\w*|clusters?)\b/i;
