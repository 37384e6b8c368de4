import { relisted } from '../../core/skill-state/relist-step.ts';
import type { ListedTemplate } from '../../core/dialects/dialect.ts';
import type { UnlistedSkill } from '../../core/dialects/listing/unlisted-skill.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import type { RefusedEntry, SkillEntry } from '../../../shared/model/skill.ts';
import type { CatalogueServer } from '../catalogue/server.ts';
import type { WorkProgress } from '../operations.ts';
import type { EngineParts } from '../parts.ts';

/** One listing of one server while it is under way. */
export interface ListingWalk {
  readonly server: CatalogueServer;
  readonly signal: AbortSignal;
  /** When it must have ended, ms since the epoch. */
  readonly until: number;
  readonly progress: WorkProgress;
  /** The first entry that claimed each URI. */
  readonly seen: Map<string, SkillEntry>;
  readonly refused: RefusedEntry[];
  readonly problems: Problem[];
  readonly templates: ListedTemplate[];
  readonly advice: Problem[];
  /** What looks like a skill beside `skills/list`, by URI. */
  readonly beside: Map<string, UnlistedSkill>;
  /** Not all of the server's resources were looked at for that. */
  isBesidePartial: boolean;
  pages: number;
  complete: boolean;
  /** What was said of a method that the server declares and has not; null where it has them. */
  lacking: Problem | null;
  ttlMs: number | null;
}

type Holding = Pick<EngineParts, 'catalogue' | 'clock' | 'inspections'>;

/** Holds what arrived; `ttlMs` undefined keeps what was said of each before. */
export function hold(
  { catalogue, clock, inspections }: Holding,
  server: CatalogueServer,
  entries: readonly SkillEntry[],
  ttlMs?: number | null,
): void {
  const at = clock.now();
  catalogue.updateAll(
    entries.map((entry) => ({
      place: { server, uri: entry.uri },
      step: (held) => {
        const until = ttlMs === undefined ? (held?.ttlMs ?? null) : ttlMs;
        return inspections.withKnown(relisted(held, { entry, at, ttlMs: until }), server);
      },
    })),
  );
}

/** Takes away what must not be held any more. */
export function withdraw(
  { catalogue }: Pick<Holding, 'catalogue'>,
  server: CatalogueServer,
  uris: Iterable<string>,
): void {
  catalogue.updateAll([...uris].map((uri) => ({ place: { server, uri }, step: () => null })));
}
