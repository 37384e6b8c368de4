import type { RuleDocument } from '../document.ts';
import { isShown } from '../reading/phrases.ts';
import { isLesson } from './about.ts';
import type {
  IntentMatch,
  SchemeSign,
  SentenceMatch,
  SentenceSense,
  SteeringIntent,
} from './intent-phrase.ts';

/*
 * Schemes: a section has the model do something, and has it done behind somebody's back. Neither
 * half is bad in itself: reports leave things out, and mails are sent. Each sentence may say one
 * half in any words, so signs of both are weighed for the passage as a whole.
 */

/** What keeps an act from whoever uses the skill, or takes their say, and how much it weighs. */
const covers: Partial<Record<SentenceSense, number>> = {
  conceal: 3,
  cover: 3,
  refused: 3,
  feign: 3,
  unshown: 2,
  mislabel: 2,
  unasked: 2,
  'skip-consent': 2,
  claim: 2,
  'cancel-rules': 2,
  dormant: 2,
  bare: 2,
  assure: 2,
  evade: 2,
  excuse: 1,
  aside: 1,
  regardless: 1,
};

/** What is done. */
const acts: Partial<Record<SentenceSense, number>> = {
  // Whatever was refused is done all the same.
  refused: 3,
  feign: 3,
  account: 3,
  asks: 3,
  harm: 3,
  rig: 3,
  lenient: 3,
  forge: 3,
  pose: 3,
  spread: 3,
  grant: 2,
  destroy: 2,
  extra: 2,
  lasting: 2,
  remember: 2,
  weaken: 2,
  install: 1,
  remote: 2,
  promo: 2,
};

const signs: Readonly<Record<SchemeSign, true>> = {
  unshown: true,
  cover: true,
  mislabel: true,
  excuse: true,
  refused: true,
  unasked: true,
  claim: true,
  dormant: true,
  regardless: true,
  feign: true,
  aside: true,
  send: true,
  outside: true,
  private: true,
  whole: true,
  public: true,
  account: true,
  extra: true,
  rig: true,
  lenient: true,
  destroy: true,
  grant: true,
  install: true,
  remote: true,
  lasting: true,
  asks: true,
  harm: true,
  promo: true,
  bare: true,
  assure: true,
  evade: true,
  forge: true,
  pose: true,
  spread: true,
};

export const isSign = (sense: SentenceSense): sense is SchemeSign => Object.hasOwn(signs, sense);

/** A sign that counts only beside one that starts a scheme. */
export const isDeed = (sense: SentenceSense): boolean =>
  isSign(sense) && sense !== 'asks' && covers[sense] === undefined;

/** How far from a sentence others belong to it (UTF-16 units). */
const reach = 1_000;
const leakReach = 400;
const thresholds = { medium: 5, high: 6, lesson: 3 } as const;
/** Covers that say enough without an act: whoever has a story for questions did something. */
const enough = 5;
/** An act that is bad enough with one sign that it's hidden. */
const grave = 3;

/** Who is fooled in a game, or what a lesson warns of. */
const lesson = new RegExp(
  String.raw`\b(?:phishing|scam(?:mer)?s?|fraudsters?|attackers?|prompt injections?|exercise|` +
    String.raw`drill|learners?|quiz|lessons?|mystery|culprit|surprise part(?:y|ies)|` +
    String.raw`guests? of honou?r|` +
    String.raw`game master|riddles?|spoilers?|red team)\b|betrüger|betrugs|estafa|fraude|truffa|` +
    'golpe|мошенн|钓鱼|诈骗|詐欺|フィッシング|피싱|사기|احتيال',
  'iu',
);

/** Where a scheme may start. */
export const isAnchor = ({ intent }: SentenceMatch): boolean =>
  intent === 'asks' || covers[intent] !== undefined;

/** The schemes among the sentences of one section: one for each stretch of it. */
export function* schemesIn(
  document: RuleDocument,
  matches: readonly SentenceMatch[],
): Generator<IntentMatch> {
  const { text } = document;
  let done = -1;
  // The sentences around an anchor: both ends only move on, so a long section is read once.
  let [first, after] = [0, 0];
  for (const anchor of matches) {
    if (anchor.start < done || !isAnchor(anchor)) continue;
    while ((matches[first]?.start ?? Infinity) < anchor.start - reach) first += 1;
    while ((matches[after]?.start ?? Infinity) <= anchor.start + reach) after += 1;
    const around = matches.slice(first, after);
    if (weigh(around).score < thresholds.medium || isShown(document, anchor.start)) continue;
    // What a text only quotes doesn't count.
    const near = around.filter(
      ({ intent, start }) => covers[intent] === undefined || !isShown(document, start),
    );
    const { score, done: deed, intent } = weigh(near);
    if (score < thresholds.medium) continue;
    const passage = text.slice(near[0]?.start ?? anchor.start, near.at(-1)?.end ?? anchor.end);
    const asked = lesson.test(passage) ? thresholds.lesson : 0;
    // What looks like a lesson lowers it, but an attacker may warn of scammers, too.
    if (
      score < thresholds.medium + asked &&
      (score < thresholds.high || deed < grave || isLesson(document))
    )
      continue;
    yield {
      intent,
      start: anchor.start,
      end: anchor.end,
      isForeign: false,
      isWeak: score < (deed < grave ? thresholds.high : thresholds.high - 1) + asked,
    };
    done = anchor.start + reach;
  }
}

function weigh(near: readonly SentenceMatch[]): {
  score: number;
  done: number;
  intent: SteeringIntent;
} {
  const has = new Set(near.map(({ intent }) => intent));
  const sum = (
    weights: Partial<Record<SentenceSense, number>>,
    of: ReadonlySet<SentenceSense> = has,
  ): number => [...of].reduce((total, sense) => total + (weights[sense] ?? 0), 0);
  const leak = leakOf(near);
  // Who asks for a card's number and hands it to somebody else need not hide anything.
  const caught = has.has('asks') && has.has('outside') ? 2 : 0;
  const [behind, done] = [sum(covers, coversOf(near)) + caught, sum(acts) + leak];
  const isStory = has.has('cover') || has.has('refused') || has.has('feign');
  const isBoth = (behind >= 2 && done >= 2) || (behind >= enough && isStory);
  const score = isBoth ? Math.min(behind, 6) + Math.min(done, 6) : 0;
  return { score, done, intent: intentOf(has, leak) };
}

/** The covers of a passage. The same words are one cover, whatever they're a sign of. */
function coversOf(near: readonly SentenceMatch[]): ReadonlySet<SentenceSense> {
  const weightOf = ({ intent }: SentenceMatch): number => covers[intent] ?? 0;
  const taken: SentenceMatch[] = [];
  for (const match of near.toSorted((a, b) => weightOf(b) - weightOf(a))) {
    if (weightOf(match) === 0) break;
    if (taken.every(({ start, end }) => end <= match.start || match.end <= start))
      taken.push(match);
  }
  return new Set(taken.map(({ intent }) => intent));
}

/** Something leaves, and what: said within a few sentences of where it goes. */
function leakOf(near: readonly SentenceMatch[]): number {
  if (near.some(({ intent }) => intent === 'send-secret')) return 4;
  let most = 0;
  for (const to of near) {
    const isSaid = to.intent === 'send-data' && !to.isForeign;
    if (to.intent !== 'outside' && to.intent !== 'public' && !isSaid) continue;
    const beside = new Set(
      near
        .filter(({ start }) => Math.abs(start - to.start) <= leakReach)
        .map(({ intent }) => intent),
    );
    if (!isSaid && !beside.has('send')) continue;
    const what = beside.has('private') || isSaid ? 2 : 0;
    const more = what > 0 ? Number(beside.has('whole')) + Number(beside.has('public')) : 0;
    most = Math.max(most, 1 + what + more);
  }
  return most;
}

function intentOf(has: ReadonlySet<SentenceSense>, leak: number): SteeringIntent {
  if (has.has('account') || has.has('extra')) return 'divert';
  if (has.has('asks')) return 'ask-secret';
  if (leak >= 3) return 'send-data';
  const isHidden = (['conceal', 'cover', 'unshown', 'mislabel', 'excuse'] as const).some((sense) =>
    has.has(sense),
  );
  return isHidden ? 'conceal' : 'skip-consent';
}
