import { lookalikes } from '../../../../shared/lookalikes.ts';
import { toolsOf } from '../../requests.ts';
import { isAscii, syntaxImitations } from '../../../../shared/confusables/imitations.ts';
import { isPromptedCommand } from '../knowledge/programs.ts';
import type { RuleDocument } from '../document.ts';
import { at, rule, type RuleHit } from '../rule.ts';
import { orders } from '../knowledge/intents.ts';
import { isFenced } from '../reading/phrases.ts';

/** Lines with a letter or sign outside of ASCII. */
const otherLines = /^.*[^\0-\x7f].*$/gm;
const addresses = /\b[a-z][a-z+]{1,10}:\/\/[^\s"'`<>()[\]{}]{3,300}/giu;

/** H15. */
export const lookalikeNames = rule({
  id: 'H15',
  family: 'hidden',
  severity: 'high',
  title: 'Name that mixes in look-alike characters',
  why:
    'A Cyrillic letter in a Latin name, or another sign in place of a slash or dot, looks the ' +
    'same but makes a different name: a different host, tool or skill.',
  confusedWith:
    'Names in other scripts and bilingual texts. Only names, addresses, paths and ' +
    'commands count.',
  *look(document): Iterable<RuleHit> {
    const named = [...fields(document), ...links(document), ...programs(document)];
    const found = [...named, ...signs(document, named)];
    yield* found.sort((a, b) => a.start - b.start);
  },
});

const poses = (name: string): boolean => lookalikes(name).length > 0;

function* fields({ frontmatter }: RuleDocument): Generator<RuleHit> {
  const name = frontmatter?.get('name');
  if (typeof name?.value === 'string' && poses(name.value)) yield at(name);
  for (const [field, { value, start, end }] of frontmatter ?? [])
    if (poses(field) || toolsOf({ [field]: value }).some(poses)) yield at({ start, end });
}

function* links({ text }: RuleDocument): Generator<RuleHit> {
  if (isAscii(text)) return;
  // No address goes beyond its line.
  for (const { 0: line, index: from } of text.matchAll(otherLines))
    for (const { 0: address, index } of line.matchAll(addresses)) {
      const host = /^[a-z+]+:\/\/([^/?#]+)/iu.exec(address)?.[1] ?? '';
      const start = from + index;
      if (poses(host)) yield at({ start, end: start + address.length });
    }
}

/** Dashes and quotation marks that a word processor puts into commands. */
const typographic =
  /[\u2010-\u2015\u2018-\u201f\u2026\u2212\u00ab\u00bb\u2039\u203a\u00d7\u2022\u00b7]/u;
/** Words in which every sign counts: addresses, paths, packages. */
const exact = /[a-z\d]\S*[./:@]\S*[a-z\d]|^[@~./]/i;

/**
 * Signs that imitate ASCII ones in an address, a path, a package or a command: `github.com\u2215x`.
 * @param found the places that other hits have already.
 */
function* signs(document: RuleDocument, found: readonly RuleHit[]): Generator<RuleHit> {
  const { text, kind, commands } = document;
  if (isAscii(text)) return;
  let end = -1;
  for (const { index, char } of syntaxImitations(text, kind.kind === 'code' ? 'code' : 'text')) {
    if (index < end || found.some((one) => one.start <= index && index < one.end)) continue;
    // A range of numbers.
    if (
      typographic.test(char) &&
      /\d/.test(text[index - 1] ?? '') &&
      /\d/.test(text[index + 1] ?? '')
    )
      continue;
    const [from, to] = wordAround(text, index);
    const word = text.slice(from, to);
    const inCommand = commands.some(
      (command) => command.start <= index && index < command.end && isPromptedCommand(command),
    );
    const inName =
      exact.test(word.replaceAll(char, '/')) && /[a-z]{2}/i.test(word) && isNameLike(word);
    if (typographic.test(char) ? !inName : !inName && !inCommand) continue;
    end = to;
    yield at({ start: from, end: to });
  }
}

/** An address, a path or a package, and not a sentence with an unusual sign. */
const isNameLike = (word: string): boolean =>
  /^(?:https?|git|ssh|ftp)\b|^[\w.-]*@?[\w.-]+\/|^(?:\.{0,2}|~)\/|^@[\w-]+|^[\w-]+\W[\w-]+\.(?:com|org|net|io|dev|sh|test|py|js|md|app|ai)\b/i.test(
    word,
  );

function wordAround(text: string, index: number): [number, number] {
  let [from, to] = [index, index];
  while (from > 0 && index - from < 300 && !/[\s"'`<>()[\]{}]/.test(text[from - 1] ?? ' '))
    from -= 1;
  while (to < text.length && to - index < 300 && !/[\s"'`<>()[\]{}]/.test(text[to] ?? ' ')) to += 1;
  return [from, Math.max(to, index + 1)];
}

/** A name of a program but for the signs in it, unlike a formula that was read as shell. */
const isPlainOnceRead = (name: string): boolean =>
  /^[\p{L}\p{N}._/~-]{2,60}$/u.test(name) && /[a-z]{2}/i.test(name);

function* programs({ commands, calls }: RuleDocument): Generator<RuleHit> {
  for (const command of commands)
    if (poses(command.name) && isPlainOnceRead(command.name))
      yield at({ start: command.start, end: command.end });
  for (const { callee, start, end } of calls) if (poses(callee)) yield at({ start, end });
}

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
