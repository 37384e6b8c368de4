import type { SkillCatalogue, CatalogueListener } from './catalogue.ts';

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
