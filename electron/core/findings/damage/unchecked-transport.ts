import { at } from '../knowledge/places.ts';
import { pattern } from '../pattern.ts';
import type { ShellCommand } from '../reading/commands.ts';
import { inCode } from '../reading/phrases.ts';
import { rule } from '../rule.ts';

const settings = pattern(
  [
    'verify',
    'rejectunauthorized',
    'node_tls',
    'unverified',
    'stricthostkeychecking',
    'content_trust',
    'cert_none',
    'check_hostname',
    'strict-ssl',
  ],
  String.raw`\bverify\s*=\s*False\b|\brejectUnauthorized\s*:\s*false\b|\bNODE_TLS_REJECT_UNAUTHORIZED["']?\]?\s*=\s*["']?0|\bssl\._create_unverified_context\b|\bCERT_NONE\b|\bVERIFY_NONE\b|\bcheck_hostname\s*=\s*False\b|\bStrictHostKeyChecking[= ]+no\b|\bDOCKER_CONTENT_TRUST=0\b|\bInsecureSkipVerify\s*:\s*true\b|\bGIT_SSL_NO_VERIFY\s*=\s*(?:1|true)\b|\bhttp\.sslVerify[= ]+false\b|\bstrict-ssl[= ]+false\b`,
);
const local =
  /https?:\/\/(?:localhost|127\.|0\.0\.0\.0|\[::1\]|host\.docker\.internal|10\.|192\.168\.)/;

/** D04. */
export const uncheckedTransport = rule({
  id: 'D04',
  family: 'damage',
  severity: 'medium',
  title: 'Turns off checks of who is at the other end',
  why:
    "Without these checks, anyone in between can answer instead, or change what's sent and " +
    'installed.',
  confusedWith:
    "Servers on this machine often have no certificate, so they're ignored. Skipping git " +
    'hooks is rated low.',
  *look(document) {
    const { commands, text } = document;
    for (const command of commands) {
      const { name, args } = command;
      if (args.some((word) => local.test(word.text))) continue;
      if (isUnchecked(command)) yield at(command);
      else if (name === 'git' && args.some((word) => word.text === '--no-verify'))
        yield at(command, { severity: 'low' });
    }
    for (const match of inCode(document, settings)) {
      const start = text.lastIndexOf('\n', match.start) + 1;
      const end = text.indexOf('\n', match.end);
      if (!local.test(text.slice(start, end === -1 ? text.length : end))) yield at(match);
    }
  },
});

function isUnchecked({ name, args }: ShellCommand): boolean {
  const has = (flag: RegExp): boolean => args.some(({ text }) => flag.test(text));
  if (name === 'curl') return has(/^(?:-[a-zA-Z]*k[a-zA-Z]*|--insecure|--proxy-insecure)$/);
  if (name === 'wget') return has(/^--no-check-certificate$/);
  if (/^(?:pip3?|uv|pipx)$/.test(name)) return has(/^--trusted-host/);
  if (/^(?:apt|apt-get)$/.test(name)) return has(/^--(?:allow-unauthenticated|force-yes)$/);
  if (/^(?:invoke-webrequest|iwr|irm|invoke-restmethod)$/.test(name)) return has(/^-SkipCert/i);
  return /^(?:rpm|dnf|yum)$/.test(name) && has(/^--nogpgcheck$|^--nosignature$/);
}
