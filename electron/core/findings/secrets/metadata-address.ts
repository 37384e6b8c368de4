import { at } from '../knowledge/places.ts';
import { pattern } from '../pattern.ts';
import type { RuleDocument } from '../document.ts';
import { inCode, phrases } from '../reading/phrases.ts';
import { rule } from '../rule.ts';

const services = pattern(
  [
    '169.254.',
    'metadata.goog',
    'fd00:ec2',
    '100.100.100.200',
    'metadata/instance',
    '2852039166',
    '0xa9fe',
  ],
  String.raw`\b169\.254\.(?:169\.254|170\.2)\b|\bmetadata\.google\.internal\b|\bmetadata\.goog\b|\[?fd00:ec2::254\]?|\b100\.100\.100\.200\b|//(?:2852039166|0xa9fea9fe)\b`,
);

/**
 * A document about metadata that asks for anything but credentials. The address of the token that
 * protects them isn't one.
 */
const isOfOwnMachine = (
  { kind, text, frontmatter }: RuleDocument,
  { end }: { readonly end: number },
): boolean =>
  kind.kind === 'markdown' &&
  /metadata/i.test(String(frontmatter?.get('description')?.value ?? '')) &&
  !/^[^\s'"]{0,80}(?:security-credentials|identity|service-accounts|oauth2)/.test(
    text.slice(end, end + 200),
  );

/** "Block 169.254.169.254 for jobs." */
const isBlocked = ({ text }: RuleDocument, { start }: { readonly start: number }): boolean =>
  /\b(?:block|deny|drop|reject|forbid|restrict|disallow|firewall)(?:s|ed|ing)?\b[^.\n]{0,60}$/i.test(
    text.slice(Math.max(0, start - 90), start),
  );

/** E09. */
export const metadataAddress = rule({
  id: 'E09',
  family: 'secrets',
  severity: 'high',
  title: 'Cloud address that hands out credentials',
  why: "On a cloud machine, a request to this address returns the machine's own keys.",
  confusedWith: 'Cloud documentation, and advice on blocking access to this address.',
  *look(document) {
    const inside = [...inCode(document, services)];
    for (const match of inside)
      yield at(match, isOfOwnMachine(document, match) ? { severity: 'medium' } : {});
    for (const hit of phrases(document, services, (match) => ({
      confidence: 'medium',
      ...(isBlocked(document, match) ? { role: 'negated' as const } : {}),
      ...(isOfOwnMachine(document, match) ? { severity: 'medium' } : {}),
    })))
      if (!inside.some(({ start }) => start === hit.start)) yield hit;
  },
});
