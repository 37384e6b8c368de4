import type { FindingSeverity } from '../../../../shared/model/findings.ts';
import type { RuleDocument } from '../document.ts';
import { perDocument } from './about.ts';

/*
 * Whether somebody is asked before something happens. A skill that asks leaves the decision where it
 * belongs, so what it asks about is less severe. It isn't harmless: an attacker can ask, too.
 */

const denies =
  /\b(?:do not|don['’]t|never|without|no need to|needn['’]t|need not|instead of|skip|avoid|rather than)\s+(?:\w+\s+){0,2}?(?:ask|confirm|wait|prompt|show)/i;
const yes =
  String.raw`(?:yes|ok(?:ay)?|go-?ahead|confirm\w*|approv\w+|agree\w*|consent\w*` +
  String.raw`|permission)`;
const asks = new RegExp(
  String.raw`\bask(?:s|ed|ing)?\s*(?:first|before|again|whether|[.,;:](?:\s|$)|and wait|(?:the |` +
    String.raw`your )?(?:\w+ )?(?:first|before|whether|for (?:a |an |the |their )?(?:${yes})))` +
    String.raw`|\bask(?:s|ing)?\s+(?:the|your)\s+(?:user|person|admin\w*|owner|operator|team|` +
    String.raw`author)\b[^.\n]{0,40}\b(?:before|first|whether)\b` +
    String.raw`|\b(?:show|read|explain|preview)\w*\b[^.\n]{0,80}\b(?:ask|before you (?:start|` +
    String.raw`begin|run|install|change|write|save)|wait|(?:get|need) a ${yes})\b` +
    String.raw`|\bconfirm (?:with|it with|by)\b|\b(?:wait for|get|needs?|require\w*)\s+(?:an?|` +
    String.raw`the|their|explicit)\s+(?:\w+\s+){0,2}?${yes}\b` +
    String.raw`|\b(?:only )?(?:after|once|when|if)\s+(?:an?|the|their|they|` +
    String.raw`explicit)\s+(?:[\w'’]+\s+){0,4}?${yes}\b` +
    String.raw`|\bwith (?:the \w+['’]s|their) ${yes}\b|\b(?:let )?(?:the (?:user|person|operator|` +
    String.raw`admin)|them) (?:chooses?|decides?|picks?|confirms?|types|enters)\b`,
  'i',
);

/** What stops a program until somebody answers, and that the answer counts. */
const prompts =
  /\bread\s+(?:-\w+\s+)*-\w*p\b|\?[^\n]{0,20}\n?[^\n]{0,10}\bread\s+(?:-r\s+)?\w|\bRead-Host\b|\.ShouldProcess\(|\bPromptForChoice\(|\b(?:input|click\.confirm|questionary\.confirm|confirm|typer\.confirm)\(|\brl\.question\(|\b(?:gum confirm|whiptail|zenity --question|osascript[^\n]{0,40}display dialog)\b/g;
const counts =
  /\b(?:exit|return|abort|throw|quit|die|if|case|SystemExit)\b|\|\||&&|\[\[?\s|===?|!==?/;

/** Where the first prompt ends that stops a program unless somebody agrees; null without one. */
const firstPrompt = perDocument(({ text, kind }): number | null => {
  if (kind.kind === 'markdown') return null;
  for (const { index, 0: prompt } of text.matchAll(prompts)) {
    const end = index + prompt.length;
    const line = text.lastIndexOf('\n', index) + 1;
    // An attacker can write a prompt into a comment.
    if (/^\s*(?:#|\/\/|--)/.test(text.slice(line, Math.min(line + 200, end)))) continue;
    // `if ($x.ShouldProcess(…)) { … }`
    const isCondition = /\bif\b/.test(text.slice(Math.max(line, index - 200), index));
    if (isCondition || counts.test(text.slice(end, end + 240))) return end;
  }
  return null;
});

/** The sections of a guide that say to ask first, by their headings, and whether the start does. */
const askingSections = perDocument(({ blocks, text }) => {
  const second = blocks.filter(({ kind }) => kind === 'heading')[1]?.start ?? text.length;
  const asking = blocks.filter(
    ({ kind, start, end }) =>
      kind !== 'fence' &&
      kind !== 'frontmatter' &&
      text
        .slice(start, end)
        .split(/(?<=[.!?;:])\s+|\n\s*\n/)
        .some((sentence) => asks.test(sentence) && !denies.test(sentence)),
  );
  return {
    atStart: asking.some(({ start }) => start < second),
    headings: new Set(asking.map(({ headings }) => headings.join('\n'))),
  };
});

/** Whether the section around a place in a guide, or its introduction, says to ask first. */
function isToldToAsk(document: RuleDocument, start: number): boolean {
  if (document.kind.kind !== 'markdown') return false;
  const own = document.blocks.find((block) => block.start <= start && start < block.end);
  if (own === undefined) return false;
  const { atStart, headings } = askingSections(document);
  return atStart || headings.has(own.headings.join('\n'));
}

/**
 * How severe something is, considering whether anybody is asked before it happens: high is medium
 * then. The attacker asks, too, and an agent may answer for the person.
 */
export function unlessAsked(
  document: RuleDocument,
  { start }: { readonly start: number },
  severity: FindingSeverity,
): FindingSeverity {
  if (severity !== 'high') return severity;
  const prompt = firstPrompt(document);
  const isPrompted = prompt !== null && prompt <= start;
  if (!isPrompted && !isToldToAsk(document, start)) return severity;
  return 'medium';
}
