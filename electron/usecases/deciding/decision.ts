/** What a person decides about a skill. */
export type Decision =
  | { readonly action: 'approve'; readonly note: string; readonly expiresAt: string | null }
  | { readonly action: 'deny'; readonly note: string }
  | { readonly action: 'revoke' }
  | { readonly action: 'session' };
