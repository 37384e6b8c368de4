import type { FindingSeverity } from '../../../../shared/model/findings.ts';
import { writesOf } from '../knowledge/file-use.ts';
import { isAbout } from '../knowledge/about.ts';
import { at } from '../knowledge/places.ts';
import { pattern } from '../pattern.ts';
import type { ShellCommand } from '../reading/commands.ts';
import { rule } from '../rule.ts';

const files = pattern(
  [
    'authorized_keys',
    '/etc/sudoers',
    '/etc/passwd',
    '/etc/shadow',
    'ca-certificates',
    '/etc/pam.d',
    'sshd_config',
    'trust/anchors',
  ],
  String.raw`authorized_keys2?\b|/etc/(?:sudoers(?:\.d/\S*)?|passwd|shadow|pam\.d/\S+|ssh/sshd_config)(?:\b|$)|ca-certificates/\S+|trust/anchors\b`,
);

/** K08. */
export const accounts = rule({
  id: 'K08',
  family: 'staying',
  severity: 'critical',
  title: 'Grants lasting access to others',
  why:
    'An added key, user or certificate authority opens this machine, or everything it reads, ' +
    'to other people.',
  confusedWith:
    'Manual server setup does the same, so this is rated high in a document, and medium in one ' +
    'that says it is about accounts or certificates.',
  *look(document) {
    const inText = document.kind.kind === 'markdown';
    const isDeclared = isAbout(
      document,
      /\b(?:accounts?|ssh|sudo|onboard\w*|offboard\w*|(?:set up|provision\w*|harden\w*|administer\w*|manage) (?:\w+ ){0,3}servers?|system administration|certificat\w*|tls)\b/i,
    );
    for (const command of document.commands) {
      const severity = weight(command);
      if (severity !== null)
        yield at(command, {
          severity: inText && severity !== 'medium' ? (isDeclared ? 'medium' : 'high') : severity,
        });
    }
    for (const use of writesOf(document, files)) {
      const hasKey = /\bAAAA[A-Za-z0-9+/]{20,}/.test(document.text.slice(use.start, use.end));
      yield at(use, inText ? { severity: isDeclared && !hasKey ? 'medium' : 'high' } : {});
    }
  },
});

function weight({ name, args }: ShellCommand): FindingSeverity | null {
  const words = args.map(({ text }) => text);
  const has = (word: RegExp): boolean => words.some((one) => word.test(one));
  switch (name) {
    case 'usermod':
      return has(/^(?:sudo|wheel|admin|root)$/) ? 'critical' : null;
    case 'useradd':
    case 'adduser':
      return has(/^(?:-r|--system|--no-create-home|-S)$/) ? null : 'high';
    case 'net':
      return has(/^(?:user|localgroup)$/i) && has(/^\/add$/i) ? 'critical' : null;
    case 'update-ca-certificates':
    case 'update-ca-trust':
      return 'high';
    case 'security':
      return words[0] === 'add-trusted-cert' ? 'high' : null;
    case 'certutil':
      return has(/^-addstore$/i) ? 'high' : null;
    default:
      return null;
  }
}
