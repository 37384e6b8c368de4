import {
  alikeOf,
  astrayOf,
  points,
  type KnownServer,
  collisionsOf,
  type NameGroup,
  type NamedSkill,
  nestingOf,
} from '../../core/catalogue/related-skills.ts';
import { related } from '../../core/skill-state/skill.ts';
import type { LocalSkills, SystemClock } from '../ports/machine.ts';
import type { CatalogueListener, SkillCatalogue, SkillChange, SkillEdit } from './catalogue.ts';
import type { CatalogueSkill, CatalogueServer } from './server.ts';
import { rootOf } from '../../core/skill-place.ts';

/**
 * Same-named skills listed per skill: enough to decide, and ten thousand equal names stay cheap.
 */
const shown = 20;
/**
 * Skills that are marked at once: a hundred thousand of one name would hold the process for
 * seconds, and come to the windows as one message.
 */
const together = 500;

export interface RelationTracker extends CatalogueListener {
  /** Resolves when nested and same-named skills are marked as of now. */
  settled(): Promise<void>;
}

interface TrackedParts {
  readonly catalogue: SkillCatalogue;
  readonly localSkills: LocalSkills;
  readonly clock: SystemClock;
}

/**
 * Marks nested skills, same-named skills and pointers to what is not there on every skill
 * concerned, on every server, when a skill came, left, has another name or was looked at, or a
 * server came or went. While a server is being listed it waits for the end. What texts point at is
 * looked at again without the rest: ten thousand skills that are read one after another are named
 * once.
 */
export function relations(parts: TrackedParts): RelationTracker {
  const { catalogue, clock } = parts;
  let due: Due = { names: false, servers: false, looked: [] };
  let running: Promise<void> = Promise.resolve();

  const mark = async (edits: readonly SkillEdit[]): Promise<void> => {
    for (let at = 0; at < edits.length; at += together) {
      if (at > 0) await new Promise<void>((resolve) => void clock.after(0, resolve));
      catalogue.updateAll(edits.slice(at, at + together));
    }
  };
  const run = async (): Promise<void> => {
    while (isDue(due)) {
      const now = due;
      due = { names: false, servers: false, looked: [] };
      if (now.names) {
        const local = await parts.localSkills.list();
        await mark(names(catalogue, local));
      }
      const looked = now.names || now.servers ? allThatPoint(catalogue) : now.looked;
      await mark(pointers(catalogue, looked));
    }
  };
  const settled = (): Promise<void> => {
    running = running.then(run);
    return running;
  };
  const isListing = (): boolean =>
    [...catalogue.servers.values()].some(({ listing }) => listing.status === 'loading');
  const start = (more: Partial<Due>): void => {
    due = { ...due, ...more, looked: [...due.looked, ...(more.looked ?? [])] };
    if (isDue(due) && !isListing()) void settled().catch(() => {});
  };

  return {
    skills: (changes) => {
      if (changes.some(isNamedAnew)) return start({ names: true });
      const looked = changes.flatMap(({ before, after }) =>
        after !== null && before?.held.inspected !== after.held.inspected ? [after] : [],
      );
      return start({ looked: looked.filter(mayPoint) });
    },
    server: (_, patch) => {
      if (patch?.connection !== undefined) start({ servers: true });
    },
    removed: (server) => start(server.skills.size > 0 ? { names: true } : { servers: true }),
    settled,
  };
}

/** The others of a name, those elsewhere first, of each place one before a second of any. */
function beside(named: NameGroup | undefined, where: string, uri: string): readonly NamedSkill[] {
  if (named === undefined) return [];
  const elsewhere = named.firsts.filter((one) => one.where !== where);
  const others = named.all
    .slice(0, 2 * shown)
    .filter((one) => !elsewhere.includes(one) && (one.where !== where || one.uri !== uri));
  return [...elsewhere, ...others].slice(0, shown);
}

/** What has to be marked again. */
interface Due {
  /** Everything. */
  readonly names: boolean;
  /** What any text points at. */
  readonly servers: boolean;
  /** What their texts point at. */
  readonly looked: readonly CatalogueSkill[];
}

const isDue = ({ names: all, servers, looked }: Due): boolean =>
  all || servers || looked.length > 0;

const isNamedAnew = ({ before, after }: SkillChange): boolean =>
  before === null || after === null || before.entry.name !== after.entry.name;

/** One that points no more still has its mark. */
const mayPoint = ({ held }: CatalogueSkill): boolean =>
  held.relations.astray.length > 0 || points(held);

const allThatPoint = ({ servers }: SkillCatalogue): CatalogueSkill[] =>
  [...servers.values()].flatMap(({ skills }) => [...skills.values()].filter(mayPoint));

function pointers(catalogue: SkillCatalogue, of: readonly CatalogueSkill[]): SkillEdit[] {
  if (of.length === 0) return [];
  const known = knownServers(catalogue.servers.values());
  // Of many some come later: by then the server may list another entry.
  const entryOf = (place: CatalogueSkill) => (catalogue.at(place) ?? place).entry;
  return of.map((place) => ({
    place,
    step: (held) =>
      held === null
        ? null
        : related(held, {
            ...held.relations,
            astray: points(held) ? astrayOf(held, entryOf(place), known) : [],
          }),
  }));
}

function names(
  { servers }: SkillCatalogue,
  local: readonly { readonly name: string; readonly folder: string }[],
): SkillEdit[] {
  const named = local.map(({ name, folder }) => ({ name, where: folder, uri: '' }));
  for (const server of servers.values())
    for (const { entry } of server.skills.values())
      named.push({ name: entry.name, where: server.label, uri: entry.uri });
  const collisions = collisionsOf(named);
  const alike = alikeOf(named);
  return [...servers.values()].flatMap((server) => {
    const nesting = nestingOf([...server.skills.keys()]);
    return [...server.skills.values()].flatMap((place): SkillEdit[] => {
      const { uri, entry, held: before } = place;
      const around = nesting.get(uri);
      const found = {
        collisions: beside(collisions.get(entry.name), server.label, uri).map(
          ({ where, uri: at }) => ({ where, uri: at }),
        ),
        alike: beside(alike.get(entry.name), server.label, uri)
          .filter((other) => other.where !== server.label)
          .map(({ name, where, uri: at }) => ({ name, where, uri: at })),
        nested: around?.nested ?? [],
        enclosing: around?.enclosing ?? null,
      };
      // Most skills have no relations, and nothing is written for them.
      if (related(before, { ...before.relations, ...found }) === before) return [];
      const step: SkillEdit['step'] = (held) =>
        held === null ? null : related(held, { ...held.relations, ...found });
      return [{ place, step }];
    });
  });
}

/** The servers as far as texts of skills can point at them. */
const knownServers = (servers: Iterable<CatalogueServer>): KnownServer[] =>
  [...servers].map((server) => ({
    label: server.label,
    away: awayOf(server),
    folders: new Set([...server.skills.values()].map(({ entry }) => `${rootOf(entry)}/`)),
  }));

/** One that is being connected to is not called away: it would come and go with every start. */
function awayOf({ connection }: CatalogueServer): string | null {
  switch (connection.status) {
    case 'disabled':
      return 'is turned off';
    case 'needs-consent':
      return 'may not be started yet';
    case 'failed':
      return 'is not connected';
    case 'uncontacted':
    case 'connecting':
    case 'ready':
      return null;
  }
}
