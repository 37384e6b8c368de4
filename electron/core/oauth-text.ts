/** Scopes as RFC 6749 section 3.3 writes them: visible ASCII without quotes and backslashes. */
export const isScope = (scope: unknown): scope is string =>
  typeof scope === 'string' && /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope);

const maxCount = 100;
const longest = 200;

export interface ShownScopes {
  /** Each once, in their order. */
  readonly shown: readonly string[];
  /** How many more there are, too many to review or invalid. */
  readonly unshown: number;
}

/**
 * Reads a `scope` parameter for a person who has to grant it. The attacker is a server that hides
 * one scope behind a hundred: scopes cut off are counted and never requested.
 */
export function readScopes(scope: string | null | undefined): ShownScopes {
  const named = [...new Set((scope ?? '').split(' ').filter((one) => one !== ''))];
  const shown = named.filter((one) => isScope(one) && one.length <= longest).slice(0, maxCount);
  return { shown, unshown: named.length - shown.length };
}

/**
 * Characters that RFC 6749 appendix A allows in a client id or secret, at a length that every
 * address and header can carry.
 */
export const isVschar = (text: unknown): text is string =>
  typeof text === 'string' && /^[\x20-\x7e]{1,1024}$/.test(text);
