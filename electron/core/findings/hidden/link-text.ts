import { orders } from '../knowledge/orders.ts';
import { at } from '../knowledge/places.ts';
import { isFenced } from '../reading/phrases.ts';
import { rule, type RuleHit } from '../rule.ts';

/** Titles of links and elements and alternative texts of images, which people don't see. */
const titles = /\]\([^()\s]{1,500}\s+(?:"([^"\n]{10,2000})"|'([^'\n]{10,2000})')\s*\)/g;
const alternatives = /!\[([^\]\n]{20,2000})\]\(/g;
const attributes = /\s(?:alt|title|aria-label|data-[\w-]{1,40})\s*=\s*"([^"\n]{20,2000})"/g;
const definitions = /^[ ]{0,3}\[([^\]\n]{1,200})\]:[ \t]*(\S[^\n]{0,2000})$/gm;

/** H14. */
export const linkText = rule({
  id: 'H14',
  family: 'hidden',
  severity: 'low',
  title: 'Instructions in the titles of links and images',
  why: 'Titles and alternative text show only on hover, but a model always reads them.',
  confusedWith: "Image descriptions for people who can't see them.",
  *look(document): Iterable<RuleHit> {
    const { text, kind } = document;
    if (kind.kind !== 'markdown' && kind.kind !== 'markup') return;
    const found: RuleHit[] = [];
    for (const expression of [titles, alternatives, attributes])
      for (const match of text.matchAll(expression))
        if (orders.test(match.slice(1).find((part) => part !== undefined) ?? ''))
          found.push(at({ start: match.index, end: match.index + match[0].length }));
    if (kind.kind === 'markdown')
      for (const { 0: whole, 1: name = '', 2: rest = '', index } of text.matchAll(definitions))
        if (orders.test(rest.replaceAll(/[-_/+%]/g, ' ')) && !isUsed(text, name))
          found.push(at({ start: index, end: index + whole.length }));
    for (const hit of found.sort((a, b) => a.start - b.start))
      if (!isFenced(document, hit.start)) yield hit;
  },
});

const isUsed = (text: string, name: string): boolean => text.split(`[${name}]`).length > 2;
