import type { ReadContext, SkillContext } from '../contexts.ts';
import type { CatalogueListener, SkillChange, SkillCatalogue } from './catalogue.ts';
import { refusedIn } from './advice.ts';
import type { CatalogueServer, CatalogueSkill } from './server.ts';
import { currentRow, serverView } from './views.ts';

/** What a change of makes another view of the server. */
const viewed = ['connection', 'facts', 'spoken', 'advice', 'listing', 'refused', 'signIn'] as const;

/** Tells the windows what changed: nobody else publishes servers, skills or verdicts. */
export function rows(parts: ReadContext): CatalogueListener {
  const { publish } = parts;
  const put = (server: CatalogueServer): void =>
    publish({ type: 'server-put', server: serverView(parts, server) });
  return {
    server(server, patch) {
      if (patch?.refused !== undefined)
        publish({
          type: 'refused-put',
          server: server.label,
          refused: refusedIn(server, parts.dialects),
        });
      if (patch === null || viewed.some((key) => patch[key] !== undefined)) put(server);
    },
    removed: ({ label }) => publish({ type: 'server-removed', label }),
    skills(changes) {
      // Rows are not made for nobody.
      if (!parts.observed()) return;
      const [first, second] = changes;
      // Of many skills at once the rows are enough: an open page asks for the rest.
      if (first !== undefined && second === undefined) verdictsOf(first, publish);
      for (const [server, of] of byServer(changes)) {
        publishSkills(parts, server, of);
        // While a listing is under way its end says it all.
        if (server.listing.status !== 'loading' && of.some(concernsServer)) put(server);
      }
    },
  };
}

/** The skill or its decisions have changed. */
const concernsServer = ({ before, after }: SkillChange): boolean =>
  before === null || after === null || before.record?.id !== after.record?.id;

function byServer(changes: readonly SkillChange[]): Map<CatalogueServer, SkillChange[]> {
  const found = new Map<CatalogueServer, SkillChange[]>();
  for (const change of changes) {
    const { server } = change.after ?? change.before;
    const of = found.get(server);
    if (of === undefined) found.set(server, [change]);
    else of.push(change);
  }
  return found;
}

/** Rows of one event: half a megabyte, which a window takes within a frame or two. */
const together = 500;

function publishSkills(
  parts: SkillContext,
  { label }: CatalogueServer,
  changes: readonly SkillChange[],
): void {
  const { publish } = parts;
  const uris = changes.flatMap(({ before, after }) => (after === null ? [before.uri] : []));
  if (uris.length > 0) publish({ type: 'skills-removed', server: label, uris });
  const put = changes.flatMap(({ after }) => (after === null ? [] : [after]));
  for (let at = 0; at < put.length; at += together) {
    const skills = put.slice(at, at + together).map((skill) => currentRow(parts, skill));
    publish({ type: 'skills-put', server: label, reset: false, skills, refused: [] });
  }
}

function verdictsOf({ before, after }: SkillChange, publish: SkillContext['publish']): void {
  if (before === null || after === null) return;
  for (const [file, verdict] of after.held.verdicts)
    if (before.held.verdicts.get(file) !== verdict)
      publish({ type: 'verdict', server: after.server.label, uri: after.uri, file, verdict });
}

/** Longest wait of one timer (ms); JavaScript's own limit is 2^31. */
const longestWait = 24 * 3_600_000;

/** Computes every status again when the next approval expires. `stop` ends it. */
export function expiries({ catalogue, clock }: SkillContext): CatalogueListener & { stop(): void } {
  let armedFor = Number.POSITIVE_INFINITY;
  let cancel = (): void => {};

  const arm = (at: number): void => {
    if (at >= armedFor) return;
    cancel();
    armedFor = at;
    cancel = clock.after(Math.min(Math.max(0, at - clock.now()), longestWait), () => {
      armedFor = Number.POSITIVE_INFINITY;
      const places = held().filter((skill) => endOf(skill) <= clock.now());
      catalogue.updateAll(places.map((place) => ({ place, step: (same) => same })));
      arm(next(held()));
    });
  };
  const held = (): CatalogueSkill[] =>
    [...catalogue.servers.values()].flatMap(({ skills }) => [...skills.values()]);

  return {
    skills: (changes) => arm(next(changes.flatMap(({ after }) => (after === null ? [] : [after])))),
    stop: () => cancel(),
  };
}

const endOf = ({ standing }: CatalogueSkill): number =>
  standing.kind === 'approved' && standing.expiresAt !== null
    ? Date.parse(standing.expiresAt)
    : Number.POSITIVE_INFINITY;

const next = (skills: readonly CatalogueSkill[]): number =>
  skills.reduce((soonest, skill) => Math.min(soonest, endOf(skill)), Number.POSITIVE_INFINITY);

/** Tells once, when more than `few` skills are held, of all servers together. */
export function whenMany(
  { servers }: Pick<SkillCatalogue, 'servers'>,
  few: number,
  tell: () => void,
): CatalogueListener {
  let isTold = false;
  return {
    skills() {
      if (isTold) return;
      let held = 0;
      for (const { skills } of servers.values()) held += skills.size;
      if (held <= few) return;
      isTold = true;
      tell();
    },
  };
}
