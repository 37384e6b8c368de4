/** What a sentence wants from a model that goes against the person who uses it. */
export type SteeringIntent =
  | 'cancel-rules'
  | 'conceal'
  | 'skip-consent'
  | 'evade-safety'
  | 'send-data'
  | 'send-secret'
  | 'reroute'
  | 'remember'
  | 'ask-secret'
  | 'weaken'
  | 'take-precedence'
  | 'divert';

/**
 * Half of a scheme: a sentence that harmless texts have, too. Only beside others of its section does
 * it say that something happens behind a person's back (`schemes.ts`).
 */
export type SchemeSign =
  // What keeps it from the person, or takes their say.
  | 'unshown'
  | 'cover'
  | 'mislabel'
  | 'excuse'
  | 'refused'
  | 'unasked'
  | 'claim'
  | 'dormant'
  | 'regardless'
  | 'feign'
  | 'aside'
  | 'bare'
  | 'assure'
  | 'evade'
  // What is done.
  | 'send'
  | 'outside'
  | 'private'
  | 'whole'
  | 'public'
  | 'account'
  | 'extra'
  | 'rig'
  | 'lenient'
  | 'destroy'
  | 'grant'
  | 'install'
  | 'remote'
  | 'lasting'
  | 'asks'
  | 'harm'
  | 'promo'
  | 'forge'
  | 'pose'
  | 'spread';

export type SentenceSense = SteeringIntent | SchemeSign;

/** A sentence, or the part of one, with what it wants or is a sign of. */
export interface SentenceMatch {
  readonly intent: SentenceSense;
  readonly isForeign: boolean;
  readonly isWeak: boolean;
  readonly start: number;
  readonly end: number;
}

export interface IntentMatch extends SentenceMatch {
  readonly intent: SteeringIntent;
}

/**
 * One way to say it: every expression matches in the same sentence, in any order. A sentence is
 * short, so these may search it freely.
 */
export interface IntentPhrase {
  readonly intent: SentenceSense;
  /** An English sentence without one of these isn't looked at: lowercase, as in the text. */
  readonly words: readonly string[];
  readonly all: readonly RegExp[];
  /** What makes it harmless. */
  readonly not?: RegExp;
  /** Counts in full only beside another intent: honest texts say it, too. */
  readonly isWeak?: true;
  /** In a language other than English. */
  readonly isForeign?: true;
  /** What forbids it, if it comes before it in the sentence. */
  readonly negation?: RegExp;
}

/** `words` are separated by `|`; `all` and `not` are sources of expressions. */
export const want = (
  intent: SentenceSense,
  words: string,
  all: readonly string[],
  not?: string,
): IntentPhrase => ({
  intent,
  words: words.split('|'),
  all: all.map((source) => new RegExp(source, 'is')),
  ...(not === undefined ? {} : { not: new RegExp(not, 'is') }),
});

export const hint = (...given: Parameters<typeof want>): IntentPhrase => ({
  ...want(...given),
  isWeak: true,
});
