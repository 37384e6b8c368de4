import { createWords, folded, pattern } from '../pattern.ts';
import type {
  IntentMatch,
  IntentPhrase,
  SentenceMatch,
  SentenceSense,
  SteeringIntent,
} from './intent-phrase.ts';
import { conceptIntents } from './concept-intents.ts';
import { english as sequences } from './english-intents.ts';
import { languageIntents } from './intents-by-language.ts';
import { schemeActs } from './scheme-acts.ts';
import { schemeCovers } from './scheme-covers.ts';
import { schemeForgeries, schemePretexts } from './scheme-pretexts.ts';
import { isAnchor, isDeed, isSign, schemesIn } from './schemes.ts';
import type { RuleDocument } from '../document.ts';
import { isLesson } from './about.ts';
import { isShown, plainProseOf, sectionsOf, sourceOf } from '../reading/phrases.ts';
import type { RuleHit } from '../rule.ts';

/** The longest sentence that is looked at as one (UTF-16 units). */
const longest = 600;
/** How far apart the words of a sign may be in English (UTF-16 units). */
const widest = 220;
const ends = /[.!?](?=\s|$)|[。！？]|\n\s*\n|\n\s*(?:[-*+]|\d{1,3}[.)])\s|\|\s*\n/g;

/** The trigger words of all phrases, so that a text is searched for all of them in one pass. */
const search = createWords();
const english = [
  ...sequences,
  ...conceptIntents,
  ...schemeCovers,
  ...schemePretexts,
  ...schemeForgeries,
  ...schemeActs,
];
/** By the number of the trigger. */
const phrasesOf: IntentPhrase[][] = [];
for (const phrase of english)
  for (const word of phrase.words) (phrasesOf[search.add(word)] ??= []).push(phrase);
const hints = languageIntents.map(({ hints: words }) => words.map((word) => search.add(word)));

/** Finds what sentences of one text want. */
interface IntentReader {
  /** In the order of the text. */
  in(from: number, to: number): IntentMatch[];
  /** What `isWanted` accepts, signs of schemes too. */
  allIn(from: number, to: number, isWanted: (sense: SentenceSense) => boolean): SentenceMatch[];
}

export function intentsOf(text: string): IntentReader {
  const present = new Set<number>();
  const places: { readonly at: number; readonly phrases: readonly IntentPhrase[] }[] = [];
  search.each(folded(text), (word, at) => {
    present.add(word);
    const phrases = phrasesOf[word];
    if (phrases !== undefined) places.push({ at, phrases });
  });
  // Each block looks only at its own.
  places.sort((one, other) => one.at - other.at);
  const foreign = languageIntents.flatMap(({ script, phrases }, at) => {
    const known = (hints[at] ?? []).filter((number) => present.has(number)).length;
    return (script === null ? known >= 3 : script.test(text)) ? phrases : [];
  });
  const reader: IntentReader = {
    in: (from, to) => reader.allIn(from, to, (sense) => !isSign(sense)).filter(isIntent),
    allIn(from, to, isWanted) {
      const asked = new Map<number, Set<IntentPhrase>>();
      let bounds: readonly number[] | undefined;
      for (let next = firstFrom(places, from); next < places.length; next += 1) {
        const place = places[next];
        if (place === undefined || place.at >= to) break;
        bounds ??= sentencesIn(text, from, to);
        const index = lastBefore(bounds, place.at);
        const known = asked.get(index) ?? new Set();
        for (const phrase of place.phrases) known.add(phrase);
        asked.set(index, known);
      }
      if (foreign.length > 0) {
        bounds ??= sentencesIn(text, from, to);
        for (let index = 0; index < bounds.length; index += 1)
          asked.set(index, new Set([...(asked.get(index) ?? []), ...foreign]));
      }
      const found: SentenceMatch[] = [];
      for (const [index, phrases] of asked) {
        const start = bounds?.[index] ?? from;
        const end = Math.min(bounds?.[index + 1] ?? to, start + longest);
        const sentence = text.slice(start, end).replaceAll('\n', ' ');
        for (const phrase of phrases) {
          if (!isWanted(phrase.intent)) continue;
          const place = placeOf(phrase, sentence);
          if (place === null) continue;
          const { intent, isForeign = false, isWeak = false } = phrase;
          if (!isForeign && isSign(intent) && place[1] - place[0] > widest) continue;
          found.push({ intent, isForeign, isWeak, start: start + place[0], end: start + place[1] });
        }
      }
      return inOrder(found);
    },
  };
  return reader;
}

const inOrder = <M extends SentenceMatch>(matches: readonly M[]): M[] =>
  matches.toSorted((a, b) => a.start - b.start || a.end - b.end);

const isIntent = (match: SentenceMatch): match is IntentMatch => !isSign(match.intent);

/** From the first to the last of the matches; null unless all expressions match. */
function placeOf(
  { all: expressions, not, negation, isForeign }: IntentPhrase,
  sentence: string,
): [number, number] | null {
  let [start, end] = [Infinity, 0];
  for (const expression of expressions) {
    const first = expression.exec(sentence);
    if (first === null) return null;
    // Stems are found in other words, too, such as in the cell before a quotation.
    const match = isForeign === true && end > 0 ? closestTo(start, expression, sentence) : first;
    start = Math.min(start, match.index);
    end = Math.max(end, match.index + match[0].length);
  }
  if (not?.test(sentence) === true || negation?.test(sentence.slice(0, start)) === true)
    return null;
  return [start, end];
}

/** The match of an expression, which has one, that is closest to a place. */
function closestTo(place: number, { source, flags }: RegExp, sentence: string): RegExpExecArray {
  const [first, ...others] = sentence.matchAll(new RegExp(source, `${flags}g`));
  if (first === undefined) throw new Error('invariant: an expression matched before');
  return others.reduce(
    (best, match) => (Math.abs(match.index - place) < Math.abs(best.index - place) ? match : best),
    first,
  );
}

function sentencesIn(text: string, from: number, to: number): number[] {
  const starts = [from];
  for (const { 0: match, index } of text.slice(from, to).matchAll(ends)) {
    const at = from + index + match.length;
    // Longer ones are looked at in pieces.
    for (let last = starts.at(-1) ?? from; at - last > longest; last = starts.at(-1) ?? from)
      starts.push(last + longest);
    starts.push(at);
  }
  return starts;
}

function firstFrom(places: readonly { readonly at: number }[], from: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle]?.at ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

function lastBefore(starts: readonly number[], at: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

const readers = new WeakMap<RuleDocument, IntentReader>();
const found = new WeakMap<RuleDocument, readonly IntentMatch[]>();

/** Reads the sentences of a document, computed once for all rules. */
export function intentReaderOf(document: RuleDocument): IntentReader {
  const known = readers.get(document);
  if (known !== undefined) return known;
  const plain = plainProseOf(document);
  const inPlain = intentsOf(plain.text);
  const placed = <M extends SentenceMatch>(matches: readonly M[]): M[] =>
    matches.map((match) => ({ ...match, ...sourceOf(plain, match) }));
  const reader: IntentReader = {
    in: (from, to) => placed(inPlain.in(plain.toPlain(from), plain.toPlain(to))),
    allIn: (from, to, isWanted) =>
      placed(inPlain.allIn(plain.toPlain(from), plain.toPlain(to), isWanted)),
  };
  readers.set(document, reader);
  return reader;
}

/** How far what a neighboring section does belongs to a sentence (UTF-16 units). */
const nextTo = 500;
/** What also a command in a fence says: that something leaves, and where it goes. */
const isPlace = (sense: SentenceSense): boolean =>
  sense === 'outside' || sense === 'public' || sense === 'send';

/** What the prose of a document wants; a sentence never spans two blocks. */
export function intentsInProse(document: RuleDocument): readonly IntentMatch[] {
  const known = found.get(document);
  if (known !== undefined) return known;
  const reader = intentReaderOf(document);
  const sections = sectionsOf(document).map((parts) => {
    const read = (isWanted: (sense: SentenceSense) => boolean): SentenceMatch[] =>
      parts.flatMap(({ start, end, isCode }) =>
        reader.allIn(start, end, (sense) => isWanted(sense) && (!isCode || isPlace(sense))),
      );
    return { read, first: read((sense) => !isDeed(sense)) };
  });
  const schemes = sections.flatMap(({ first, read }, at) => {
    // Most sections hide nothing, so what they do needn't be read.
    if (!first.some(isAnchor)) return [];
    const own = read(isDeed);
    const anchors = first.filter(isAnchor);
    // "Consent" and "Measures" often have a heading each.
    const beside = [sections[at - 1], sections[at + 1]]
      .flatMap((section) => section?.read(isDeed) ?? [])
      .filter(({ start }) => anchors.some((anchor) => Math.abs(anchor.start - start) < nextTo));
    return [...schemesIn(document, inOrder([...first, ...own, ...beside]))];
  });
  const matches = inOrder([
    ...weighed(sections.flatMap(({ first }) => first.filter(isIntent))),
    ...schemes,
  ]);
  found.set(document, matches);
  return matches;
}

/** How far apart two intents belong to one thought (UTF-16 units). */
const near = 1_500;

/** A weak intent is a medium finding. Near another intent, it is as good as a strong one. */
function weighed(matches: readonly IntentMatch[]): readonly IntentMatch[] {
  return matches.map((match, at) => {
    if (!match.isWeak) return match;
    const isSupported = [-1, 1].some((step) => {
      for (let next = at + step; ; next += step) {
        const other = matches[next];
        if (other === undefined || Math.abs(other.start - match.start) > near) return false;
        if (other.intent !== match.intent) return true;
      }
    });
    return { ...match, isWeak: !isSupported };
  });
}

/**
 * Hits of a rule at sentences with an intent, except where another of its hits is already.
 * @param weigh what the hit has besides its place.
 */
export function* hitsOf(
  document: RuleDocument,
  intent: SteeringIntent,
  others: readonly RuleHit[] = [],
  weigh: (match: IntentMatch) => Partial<RuleHit> = () => ({}),
): Generator<RuleHit> {
  yield* others;
  for (const match of intentsInProse(document)) {
    const { start, end } = match;
    if (match.intent !== intent) continue;
    if (
      others.some((other) => other.start < end && start < other.end && other.severity === undefined)
    )
      continue;
    const isQuoted = isShown(document, start) || (isLesson(document) && isShown(document, end - 1));
    const role = isQuoted ? { role: 'example' as const } : {};
    yield { start, end, ...role, ...(match.isWeak ? { severity: 'medium' } : {}), ...weigh(match) };
  }
}

/**
 * An instruction to a model, in a place where no reader looks. It must address a model or name a
 * harmful means, because plain imperatives are in every comment.
 */
export const orders = pattern(
  [
    'assistant',
    'agent',
    'model',
    'ai ',
    'ai:',
    'ai,',
    'claude',
    'gpt',
    'gemini',
    'copilot',
    'llm',
    'system:',
    'instruction',
    'prompt',
    'rules',
    'guideline',
    'you ',
    'curl',
    'wget',
    'bash',
    'sh -c',
    'powershell',
    'base64',
    'exfiltrate',
    'credential',
    'secret',
    'api key',
    'api_key',
    'apikey',
    'conversation',
    'chat',
    'token',
    '.env',
    '.ssh',
    'password',
    'user',
  ],
  String.raw`\b(?:ignore|disregard|override|forget)\s+(?:\w+\s+){0,4}?(?:instructions?|prompts?|` +
    String.raw`rules|guidelines)\b` +
    String.raw`|\b(?:ai|assistants?|agents?|llms?|language\s+models?|claude|chatgpt|gpt-?\d*` +
    String.raw`|gemini|copilot|the\s+model)\b\s*(?:[:,]|must|should|shall|will|is\s+to` +
    String.raw`|are\s+to|has\s+to|reading\s+this|please)\s*(?:\w+\s+){0,6}?(?:run|execute` +
    String.raw`|send|read|include|fetch|download|upload|call|write|append|delete|add|open` +
    String.raw`|post|copy|install|follow|ignore|obey|output|reveal|insert|use)\b` +
    String.raw`|\b(?:you|the\s+(?:agent|assistant|model))\s+(?:must|should|shall|need\s+to|` +
    String.raw`have\s+to|are\s+(?:required|instructed)\s+to)\s+(?:\w+\s+){0,4}?(?:run|execute|` +
    String.raw`send|fetch|download|upload|exfiltrate|post|install|ignore|obey|reveal|forward|` +
    String.raw`transmit|delete)\b` +
    String.raw`|\b(?:send|upload|post|forward|transmit|exfiltrate|copy|include|output|read|cat|` +
    String.raw`append|print)\s+(?:\w+\s+){0,6}?(?:[\x60"']?\.env\b|~?/?\.ssh\b|credentials?|` +
    String.raw`secrets?\b|api[\s_]?keys?|(?:access|session|auth)\s+tokens?|passwords?|` +
    String.raw`conversation|chat\s+history)` +
    String.raw`|\b(?:run|execute)\b[^\n]*?\b(?:curl|wget|bash\s+-c|base64\s+-d|sh\s+-c|` +
    String.raw`powershell)\b|\b(?:curl|wget)\s[^\n]{0,400}?\|\s*(?:ba|z)?sh\b` +
    String.raw`|\b(?:do\s+not|don['’]t|never)\s+(?:tell|mention|inform|show|` +
    String.raw`reveal)\s+(?:\w+\s+){0,4}?users?\b`,
);

/*
 * Orders in data, logs and comments. Nobody addresses a model there except someone who wants it to
 * act on what it should only read.
 */

const model =
  String.raw`(?:\bAI\b|(?<![./\\])\b(?:assistants?|agents?|language models?|llms?` +
  String.raw`|chat ?bots?|copilots?|claude(?! (?:code|desktop|cli))|gpt(?:-?\d+)?` +
  String.raw`|gemini(?! cli))\b|\b(?:automated|machine|automatic)\s+(?:readers?` +
  String.raw`|reviewers?|tools?|processors?)|\b(?:summari[sz]|convert|translat` +
  String.raw`|grad|label|review|evaluat|classif)(?:er|or|ier)s?\s*:|\b(?:which` +
  String.raw`|who|what)ever\s+(?:model|tool|system|reads|processes|evaluates` +
  String.raw`|opens|parses)\b|\b(?:the\s+)?(?:reader|processor|parser|model|tool` +
  String.raw`|system)\s+(?:of|reading|processing|evaluating|parsing` +
  String.raw`|handling)\s+(?:this|the)\b|\bfor[-_ ](?:the[-_ ])?(?:assistant` +
  String.raw`|agent|model|ai|llm)s?\b|\bmodels?\s+(?:reading|processing` +
  String.raw`|evaluating|that|which|must|should|shall)\b)`;
const orderVerb =
  String.raw`(?:opens?|reads?|runs?|executes?|sends?|places?|puts?|appends?` +
  String.raw`|includes?|inserts?|uploads?|deletes?|removes?|push|sets?|calls?` +
  String.raw`|fetch|reply|repl(?:y|ies)|responds?|answers?|reports?|outputs?` +
  String.raw`|prints?|writes?|adds?|cop(?:y|ies)|posts?|marks?|rates?|rank` +
  String.raw`|scores?|grades?|approves?|ignores?|treats?|skips?|forwards?` +
  String.raw`|install|reveals?|drop|overwrite|rename|change|update|switch` +
  String.raw`|visit|follow|state|conclude|recommend|grants?|make|disable` +
  String.raw`|enable|create|leave|move|commit|merge|close|complete|publish` +
  String.raw`|award|give|get|perform|reproduce|apply|carry out|use|expose` +
  String.raw`|register|reset|rerun)`;
const given =
  String.raw`(?:[:,]|\bmust\b|\bshould\b|\bshall\b|\bplease\b|\bneeds? to\b` +
  String.raw`|\b(?:is|are) (?:to|required|expected|asked|instructed)\b|\bhas to\b` +
  String.raw`|\brequires?\b|\bfirst\b|\bbefore\b|\bonce\b)`;

/** A text that speaks to a model and then tells it to do something. */
export const addressedOrder = new RegExp(
  String.raw`${model}(?:[^\n]{0,80}?${given}[^\n]{0,140}?\b${orderVerb}\b|` +
    String.raw`[^\n]{0,40}?[:,][^\n]{0,60}?\b(?:wants?|needs?|asks?|expects?|agreed|` +
    String.raw`confirmed)\b[^\n]{0,140}?\b(?:sent|added|included|removed|deleted|run|installed|` +
    String.raw`posted|copied|uploaded|written|changed)\b)`,
  'i',
);

/** Models in the plural as the subject: "Drawing agents reproduce the build step". */
export const statedOrder = new RegExp(
  String.raw`\b(?:agents|assistants|models|LLMs|bots|copilots|readers|` +
    String.raw`converters)\s+(?:\w+\s+)?${orderVerb}\b`,
  'i',
);

/** What makes an order one against the person; a strict one also where nobody is addressed. */
export const harmful =
  /(?:~\/|\$HOME|%USERPROFILE%)|\.env\b|\.ssh\b|\bid_(?:rsa|ed25519)\b|\b(?:credentials?|secrets?|passwords?|tokens?|api keys?|private keys?|kubeconfig|conversation|system prompt|memory)\b|https?:\/\/(?!localhost|127\.|(?:[\w-]+\.)*example\.(?:com|org|net))|\b(?:delete|deletes|remove|overwrite|drop|wipe|erase|force|bin)\b|\bgit\s+(?:push|remote)\b|(?<![.\w])(?:curl|wget|bash|sh|powershell|npm|pip|npx)\s|\b(?:do not|don['’]t|never|without|need not|nor)\s+(?:\w+\s+){0,3}?(?:tell\w*|mention\w*|remark\w*|report\w*|be consulted|be told|ask\w*|show\w*)|\bsilently\b|\bleave\b.{0,40}\bout of\b|\bignore\b|\b(?:full|top|highest|maximum) (?:marks?|score|points)\b|\b(?:rank|rate|score|approve|recommend)\b|\bwrite-all\b|\bpermissions?\b/i;

/** Commands in data that print a secret or publish one; data has no commands to run. */
export const plantedCommand =
  /\b(?:gh auth token|git credential fill|printenv\s*[>|]|env\s*\|\s*(?:curl|base64|nc)|cat\s+~\/\.(?:ssh|aws|netrc|npmrc|kube|docker)|security find-generic-password|aws configure get|gcloud auth print-|op item get|gh gist create)/i;

export const strictlyHarmful =
  /https?:\/\/(?!localhost|127\.|(?:[\w-]+\.)*example\.(?:com|org|net)|(?:www\.)?w3\.org)|~\/\.\w|\b(?:curl|wget)\s|\bnpm (?:i|install|config)\b|\b(?:secrets?|credentials?|api keys?|private keys?)\b|\bgit push\b/i;
