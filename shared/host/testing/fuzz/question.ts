import type { DigestPair } from '../../set-digest.ts';

/** One question that two implementations must answer alike. */
export type Question =
  | { readonly ask: 'identity'; readonly config: unknown }
  | { readonly ask: 'setDigest'; readonly resources: readonly DigestPair[] }
  | { readonly ask: 'check'; readonly text: string; readonly query: unknown };
