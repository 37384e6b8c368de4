import type { DecisionDraft } from './draft.ts';
import type { PinnedSkill } from './pin.ts';
import { skillKey, type AppState, type DecisionPanelState } from './state.ts';

export type { DecisionDraft, ExpiryTerm } from './draft.ts';

type Subject = Pick<DecisionPanelState, 'server' | 'uri' | 'action'>;

/** A draft of one decision about one skill. */
export const draftKey = ({ action, server, uri }: Subject): string =>
  `${action}\n${skillKey(server, uri)}`;

/** Identifies the content that a page shows, and its server. */
export const aboutOf = ({
  identity,
  setDigest,
  metadataDigest,
}: Pick<PinnedSkill, 'identity' | 'setDigest' | 'metadataDigest'>) =>
  `${identity}\n${setDigest}\n${metadataDigest}`;

/** Most drafts kept; older ones are dropped. */
const maxCount = 500;

/** Applies a change; a draft about other content starts over. */
export function withDraft(
  drafts: AppState['drafts'],
  key: string,
  about: string,
  change: Partial<Omit<DecisionDraft, 'about'>>,
): AppState['drafts'] {
  const before = drafts.get(key);
  const next = new Map(drafts);
  next.delete(key);
  next.set(key, { ...(before?.about === about ? before : { about, ticks: new Map() }), ...change });
  for (const oldest of next.keys()) {
    if (next.size <= maxCount) break;
    next.delete(oldest);
  }
  return next;
}

export function withoutDraft(drafts: AppState['drafts'], key: string): AppState['drafts'] {
  if (!drafts.has(key)) return drafts;
  const next = new Map(drafts);
  next.delete(key);
  return next;
}
