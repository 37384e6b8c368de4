import type { FindingSeverity } from '../../../../shared/model/findings.ts';
import type { RuleDocument } from '../document.ts';

/*
 * Whether somebody is asked before something happens. A skill that asks leaves the decision where it
 * belongs, so what it asks about is less severe. It isn't harmless: an attacker can ask, too.
 */

const denies =
  /\b(?:do not|don['’]t|never|without|no need to|needn['’]t|need not|instead of|skip|avoid|rather than)\s+(?:\w+\s+){0,2}?(?:ask|confirm|wait|prompt|show)/i;
const yes = String.raw`(?:yes|ok(?:ay)?|go-?ahead|confirm\w*|approv\w+|agree\w*|consent\w*|permission)`;
const asks = new RegExp(
  String.raw`\bask(?:s|ed|ing)?\s*(?:first|before|again|whether|[.,;:](?:\s|$)|and wait|(?:the |your )?(?:\w+ )?(?:first|before|whether|for (?:a |an |the |their )?${yes}))` +
    String.raw`|\bask(?:s|ing)?\s+(?:the|your)\s+(?:user|person|admin\w*|owner|operator|team|author)\b[^.\n]{0,40}\b(?:before|first|whether)\b` +
    String.raw`|\b(?:show|read|explain|preview)\w*\b[^.\n]{0,80}\b(?:ask|before you (?:start|begin|run|install|change|write|save)|wait|(?:get|need) a ${yes})\b` +
    String.raw`|\bconfirm (?:with|it with|by)\b|\b(?:wait for|get|needs?|require\w*)\s+(?:an?|the|their|explicit)\s+(?:\w+\s+){0,2}?${yes}\b` +
    String.raw`|\b(?:only )?(?:after|once|when|if)\s+(?:an?|the|their|they|explicit)\s+(?:[\w'’]+\s+){0,4}?${yes}\b` +
    String.raw`|\bwith (?:the \w+['’]s|their) ${yes}\b|\b(?:let )?(?:the (?:user|person|operator|admin)|them) (?:chooses?|decides?|picks?|confirms?|types|enters)\b`,
  'i',
);

/** What stops a program until somebody answers, and that the answer counts. */
const prompts =
  /\bread\s+(?:-\w+\s+)*-\w*p\b|\?[^\n]{0,20}\n?[^\n]{0,10}\bread\s+(?:-r\s+)?\w|\bRead-Host\b|\.ShouldProcess\(|\bPromptForChoice\(|\b(?:input|click\.confirm|questionary\.confirm|confirm|typer\.confirm)\(|\brl\.question\(|\b(?:gum confirm|whiptail|zenity --question|osascript[^\n]{0,40}display dialog)\b/g;
const counts =
  /\b(?:exit|return|abort|throw|quit|die|if|case|SystemExit)\b|\|\||&&|\[\[?\s|===?|!==?/;

/** Whether a prompt of the same file stops the program before a place, unless somebody agrees. */
function isPrompted({ text, kind }: RuleDocument, start: number): boolean {
  if (kind.kind === 'markdown') return false;
  for (const { index, 0: prompt } of text.slice(0, start).matchAll(prompts)) {
    const end = index + prompt.length;
    const line = text.lastIndexOf('\n', index) + 1;
    // `if ($x.ShouldProcess(…)) { … }`
    if (/\bif\b/.test(text.slice(line, index)) || counts.test(text.slice(end, end + 240)))
      return true;
  }
  return false;
}

/** Whether the section around a place in a guide, or its introduction, says to ask first. */
function isToldToAsk({ blocks, kind, text }: RuleDocument, start: number): boolean {
  if (kind.kind !== 'markdown') return false;
  const own = blocks.find((block) => block.start <= start && start < block.end);
  if (own === undefined) return false;
  const headings = own.headings.join('\n');
  const first = blocks.filter((block) => block.kind === 'heading')[1]?.start ?? text.length;
  const said = blocks.filter(
    (block) =>
      block.kind !== 'fence' &&
      block.kind !== 'frontmatter' &&
      (block.start < first || block.headings.join('\n') === headings),
  );
  return said.some((block) =>
    text
      .slice(block.start, block.end)
      .split(/(?<=[.!?;:])\s+|\n\s*\n/)
      .some((sentence) => asks.test(sentence) && !denies.test(sentence)),
  );
}

/** How severe something is, considering whether anybody is asked before it happens. */
export function unlessAsked(
  document: RuleDocument,
  { start }: { readonly start: number },
  severity: FindingSeverity,
): FindingSeverity {
  if (severity === 'critical' || severity === 'low' || severity === 'info') return severity;
  if (isPrompted(document, start)) return 'low';
  if (!isToldToAsk(document, start)) return severity;
  return severity === 'high' ? 'medium' : 'low';
}
