import { collisionsOf } from '../../core/catalogue/collisions.ts';
import { nestingOf } from '../../core/catalogue/nesting.ts';
import { related } from '../../core/held/skill.ts';
import type { Parts } from '../parts.ts';
import type { CatalogueListener, Change, Edit } from './catalogue.ts';

/**
 * Same-named skills listed per skill: enough to decide, and ten thousand equal names stay cheap.
 */
const shown = 20;

export interface Relations extends CatalogueListener {
  /** Resolves when nested and same-named skills are marked as of now. */
  settled(): Promise<void>;
}

/**
 * Marks nested skills and same-named skills on every skill concerned, on every server, when a
 * skill came, left or has another name. While a server is being listed it waits for the end.
 */
export function relations(parts: Pick<Parts, 'catalogue' | 'localSkills'>): Relations {
  const { catalogue } = parts;
  let due = false;
  let running: Promise<void> = Promise.resolve();

  const run = async (): Promise<void> => {
    while (due) {
      due = false;
      const local = await parts.localSkills.list();
      catalogue.updateAll(marks(catalogue, local));
    }
  };
  const settled = (): Promise<void> => {
    running = running.then(run);
    return running;
  };
  const isListing = (): boolean =>
    [...catalogue.servers.values()].some(({ listing }) => listing.status === 'loading');
  const start = (): void => {
    due = true;
    if (!isListing()) void settled().catch(() => {});
  };

  return {
    skills: (changes) => void (changes.some(isAnother) && start()),
    removed: (server) => void (server.skills.size > 0 && start()),
    settled,
  };
}

const isAnother = ({ before, after }: Change): boolean =>
  before === null || after === null || before.entry.name !== after.entry.name;

function marks(
  { servers }: Parts['catalogue'],
  local: readonly { readonly name: string; readonly folder: string }[],
): Edit[] {
  const named = local.map(({ name, folder }) => ({ name, where: folder, uri: '' }));
  for (const server of servers.values())
    for (const { entry } of server.skills.values())
      named.push({ name: entry.name, where: server.label, uri: entry.uri });
  const collisions = collisionsOf(named);
  return [...servers.values()].flatMap((server) => {
    const nesting = nestingOf([...server.skills.keys()]);
    return [...server.skills.values()].map((place): Edit => {
      const { uri, entry } = place;
      const around = nesting.get(uri);
      const found = {
        collisions: (collisions.get(entry.name) ?? [])
          .slice(0, shown + 1)
          .filter((other) => other.where !== server.label || other.uri !== uri)
          .map(({ where, uri: at }) => ({ where, uri: at })),
        nested: around?.nested ?? [],
        enclosing: around?.enclosing ?? null,
      };
      return { place, step: (held) => (held === null ? null : related(held, found)) };
    });
  });
}
