import type { Pin } from './pin.ts';
import { skillKey, type AppState, type Panel } from './state.ts';

/** `same`: the end of the approval that is made again; `longest`: as long as a policy allows. */
export type Expiry = 'same' | 'never' | '30' | '90' | '365' | 'longest' | 'date';

/** What a person has filled in of a decision and not sent: only what they touched. */
export interface Draft {
  /** The content that it is about: another one drops it. */
  readonly about: string;
  readonly note?: string;
  readonly expiry?: Expiry;
  /** `2026-11-22`, as typed. */
  readonly date?: string;
  /** Tools that were ticked or unticked by hand. */
  readonly ticks: ReadonlyMap<string, boolean>;
}

type Subject = Pick<Panel, 'server' | 'uri' | 'action'>;

/** A draft of one decision about one skill. */
export const draftKey = ({ action, server, uri }: Subject): string =>
  `${action}\n${skillKey(server, uri)}`;

/** Names the content that a page shows, and whose it is. */
export const aboutOf = ({
  identity,
  setDigest,
  metadataDigest,
}: Pick<Pin, 'identity' | 'setDigest' | 'metadataDigest'>) =>
  `${identity}\n${setDigest}\n${metadataDigest}`;

/** Drafts that are kept; of more the oldest go. */
const most = 500;

/** With this change; a draft about other content is begun anew. */
export function withDraft(
  drafts: AppState['drafts'],
  key: string,
  about: string,
  change: Partial<Omit<Draft, 'about'>>,
): AppState['drafts'] {
  const before = drafts.get(key);
  const next = new Map(drafts);
  next.delete(key);
  next.set(key, { ...(before?.about === about ? before : { about, ticks: new Map() }), ...change });
  for (const oldest of next.keys()) {
    if (next.size <= most) break;
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
