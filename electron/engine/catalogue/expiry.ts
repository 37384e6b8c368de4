import type { SkillContext } from '../contexts.ts';
import type { CatalogueListener } from './catalogue.ts';
import type { CatalogueSkill } from './server.ts';

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
