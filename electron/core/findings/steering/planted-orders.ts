import {
  addressedOrder,
  harmful,
  plantedCommand,
  statedOrder,
  strictlyHarmful,
  orders,
  intentReaderOf,
} from '../knowledge/intents.ts';
import type { RuleDocument } from '../document.ts';
import { nodesIn } from '../reading/tree.ts';
import { isLabelled } from '../roles.ts';
import { at, rule, type RuleHit } from '../rule.ts';

/** A rule of a scanner, which says what a bad program does. */
const isDetection = /^[ \t-]*(?:logsource|detection|condition|priority)[ \t]*:/m;

/** P17. */
export const plantedOrders = rule({
  id: 'P17',
  family: 'steering',
  severity: 'medium',
  title: 'Instructions to a model hidden in data or code',
  why:
    'A model that reads a table or a script also reads its cells and comments. Instructions ' +
    'there are meant for the model, not for people.',
  confusedWith:
    'Prompts that a program keeps in strings are ignored. ' +
    'Orders against the person are rated high.',
  *look(document): Iterable<RuleHit> {
    const { kind, text } = document;
    if (
      kind.kind === 'data' &&
      !/prompt|eval|instruction|message/i.test(document.path) &&
      !isDetection.test(text)
    )
      for (const match of orders.all(text)) yield at(match);
    if (isRead(document)) {
      yield* againstPerson(document, linesOf(text));
      if (!isPrompts(document.path)) yield* addressed(document, linesOf(text));
    }
    if (kind.kind !== 'code') return;
    if (orders.test(text))
      for (const { start, end } of commentsOf(document))
        for (const match of orders.all(text, start, end)) yield at(match, { confidence: 'medium' });
    if (addressing.test(text)) {
      yield* againstPerson(document, commentsOf(document));
      yield* addressed(document, commentsOf(document));
    }
  },
});

/**
 * Data, logs and pages, which a model reads for their content. A file of prompts speaks to models
 * on purpose, so only what goes against the person counts in it.
 */
const isRead = ({ kind, path }: RuleDocument): boolean =>
  (kind.kind === 'data' || kind.kind === 'markup' || kind.kind === 'text') &&
  (kind.kind !== 'text' || kind.format === 'plaintext') &&
  !/(?:^|\/)\.[\w-]+$/.test(path);

const isPrompts = (path: string): boolean =>
  /prompt|eval|instruction|messages?\b|agents?\b|persona/i.test(path);

/**
 * Lines that speak to a model and tell it to do something. Where they are doesn't make them
 * harmless: an attacker puts them into the sample or the fixture that the skill says to read.
 */
function* addressed(
  { text, kind }: RuleDocument,
  ranges: Iterable<{ readonly start: number; readonly end: number }>,
): Generator<RuleHit> {
  const isData = kind.kind === 'data';
  const isCode = kind.kind === 'code';
  for (const { start, end } of ranges) {
    if (end - start > longestLine || !speaking.test(text.slice(start, end))) continue;
    // Sentences in data are folded and go on in the next lines; code after a comment isn't one.
    const until = isCode ? end : Math.max(end, Math.min(text.length, start + sentence));
    const said = flat(text.slice(start, until));
    const own = end - start;
    const order = within(own, addressedOrder.exec(said));
    const stated = within(own, statedOrder.exec(said));
    const found = order ?? (stated !== null && strictlyHarmful.test(said) ? stated : null);
    const planted = found ?? (isData ? within(own, plantedCommand.exec(said)) : null);
    if (planted === null) continue;
    const place = { start: start + planted.index, end: start + planted.index + planted[0].length };
    const isHarmful = planted !== order || harmful.test(said.slice(planted.index));
    if (isData && isLabelled(text, place.start)) yield at(place, { role: 'example' });
    else
      yield at(
        place,
        isHarmful ? { severity: 'high', role: 'instruction' } : { confidence: 'medium' },
      );
  }
}

/** Words with which a text in data or a comment speaks to a model. */
const addressing =
  /\b(?:assistants?|AI|agents?|models?|LLMs?|claude|gpt|copilot|gemini|reviewers?|graders?|analysts?|you)\b/i;

/** Sentences that want something against the person, in a line that speaks to a model. */
function* againstPerson(
  document: RuleDocument,
  ranges: Iterable<{ readonly start: number; readonly end: number }>,
): Generator<RuleHit> {
  const reader = intentReaderOf(document);
  for (const { start, end } of ranges) {
    if (end - start > longestLine || !addressing.test(document.text.slice(start, end))) continue;
    const [first] = reader.in(start, end);
    if (first !== undefined) yield at(first, { severity: 'high', confidence: 'medium' });
  }
}

/** What a line has at least: whom it speaks to, or a program that prints secrets. */
const speaking =
  /assistant|agent|model|\bAI\b|llm|bot|copilot|claude|gpt|gemini|reader|reviewer|processor|parser|tool|system|summari|convert|translat|grader|label|evaluat|classif|whatever|whoever|whichever|auth token|credential|printenv|\benv\b|cat ~|security find|configure get|gcloud auth|\bop item|gist/i;

/** How much is read from the start of a line (UTF-16 units). */
const sentence = 600;

/** As long as before. */
const flat = (text: string): string =>
  text.replaceAll(/\n\s*(?:#|\/\/|\*)?\s*/g, (gap) => ' '.repeat(gap.length));

const within = (length: number, match: RegExpExecArray | null): RegExpExecArray | null =>
  match !== null && match.index < length ? match : null;

/** Longer lines are data without sentences. */
const longestLine = 20_000;

/** The lines of a text; lines of comments that follow each other are one. */
function* linesOf(text: string): Generator<{ start: number; end: number }> {
  let start = 0;
  while (start < text.length) {
    let end = endOfLine(text, start);
    if (isComment(text, start))
      while (end < text.length && isComment(text, end + 1) && end - start < longestComment)
        end = endOfLine(text, end + 1);
    yield { start, end };
    start = end + 1;
  }
}

/** How many UTF-16 units of comment lines are read as one text. */
const longestComment = 2_000;

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

const isComment = (text: string, at: number): boolean =>
  /^\s*#/.test(text.slice(at, Math.min(at + 40, endOfLine(text, at))));

/** Comments that follow each other are one, because a sentence goes on in the next. */
function* commentsOf({ code, text }: RuleDocument): Generator<{ start: number; end: number }> {
  for (const { tree } of code) {
    if (tree === null) continue;
    let open: { start: number; end: number } | null = null;
    for (const { type, start, end } of nodesIn(tree)) {
      if (type !== 'comment') continue;
      const goesOn =
        open !== null &&
        end - open.start < longestComment &&
        /^\s*$/.test(text.slice(open.end, start));
      if (goesOn && open !== null) open.end = end;
      else {
        if (open !== null) yield open;
        open = { start, end };
      }
    }
    if (open !== null) yield open;
  }
}
