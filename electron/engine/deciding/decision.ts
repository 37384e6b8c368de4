/** What a person decides about a skill. */
export type SkillDecision =
  | { readonly action: 'approve'; readonly note: string; readonly expiresAt: string | null }
  | { readonly action: 'deny'; readonly note: string }
  | { readonly action: 'revoke' }
  | { readonly action: 'session' };
