import type { DecisionItem } from '../../../shared/contract.ts';
import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import {
  skillKey,
  type AppState,
  type DecisionSheetRequest,
  type DetailState,
} from '../../store/state.ts';
import { day, type Expiry } from './dates.ts';
import { toolsOf } from './sheet.ts';

/** What an approval that is made again starts from: the last one, so that nothing of it is lost. */
export interface Renewal {
  readonly expiry: Expiry;
  /** The end of the last approval, ISO 8601, while it is to come: the choice `same`. */
  readonly same: string | null;
  /** What the last approval said of its end. */
  readonly was: string;
  readonly note: string;
  /** Tools that it granted and that are still asked for. */
  readonly granted: ReadonlySet<string>;
  /** Ticked at first: what was granted, and only while the content is what it was granted for. */
  readonly ticked: ReadonlySet<string>;
}

const dayMs = 86_400_000;
const lengths = [30, 90, 365] as const;

/**
 * Null when nothing is renewed: the skill was never approved, or was denied since.
 * @param now ms since the epoch.
 */
export function renewalOf(
  row: SkillRow,
  record: ApprovalRecord | null,
  now: number,
): Renewal | null {
  if (record === null || record.decision !== 'approved') return null;
  const { expiresAt, note } = record;
  const asked = new Set(toolsOf(row));
  const granted = new Set(record.grants.allowedTools.filter((tool) => asked.has(tool)));
  const about = {
    note,
    granted,
    ticked: record.setDigest === row.setDigest ? granted : new Set<string>(),
  };
  if (expiresAt === null) return { ...about, expiry: 'never', same: null, was: 'Was: no end' };
  if (Date.parse(expiresAt) > now)
    return { ...about, expiry: 'same', same: expiresAt, was: `Was: until ${day(expiresAt)}` };
  // It ran out: for as long again, as near as the choices come.
  const days = (Date.parse(expiresAt) - Date.parse(record.decidedAt)) / dayMs;
  const nearest = lengths.toSorted((a, b) => Math.abs(a - days) - Math.abs(b - days))[0] ?? 30;
  return {
    ...about,
    expiry: String(nearest) as Expiry,
    same: null,
    was: `Was: until ${day(expiresAt)}, which is over`,
  };
}

/** How many of these approvals end by themselves: one end for all would replace each of them. */
export const endingAmong = (rows: readonly SkillRow[]): number =>
  rows.filter(({ standing }) => standing.kind === 'approved' && standing.expiresAt !== null).length;

/** The one approval that this sheet would replace; null when it makes a first one, or many. */
export function replacing({ action, items }: DecisionSheetRequest): DecisionItem | null {
  const [item] = items;
  return action === 'approve' && items.length === 1 && item !== undefined && item.replaces !== null
    ? item
    : null;
}

/**
 * Whether what stands now is here: right after a decision, or on a page that was never opened, it
 * is not, and a form made then would start from nothing and drop the end of what it replaces.
 */
export const isStandingKnown = (
  { replaces }: Pick<DecisionItem, 'replaces'>,
  state: DetailState | undefined,
): boolean =>
  state?.detail != null &&
  // Decided elsewhere meanwhile: the form opens, and says so.
  (state.detail.record?.id === replaces || (!state.stale && !state.loading));

/** What an approval of one skill starts from; many start from nothing. */
export function renewed(
  { action, items }: DecisionSheetRequest,
  skills: AppState['skills'],
  details: AppState['details'],
  now: number,
): Renewal | null {
  const [item] = items;
  if (action !== 'approve' || item === undefined || items.length > 1) return null;
  const row = skills.get(item.server)?.get(item.uri);
  const record = details.get(skillKey(item.server, item.uri))?.detail?.record ?? null;
  return row === undefined ? null : renewalOf(row, record, now);
}
