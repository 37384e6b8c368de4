import { readFileSync } from 'node:fs';
import { ordinarySkills } from './served-skill.ts';
import type { ServedSkill } from './served-skill.ts';

/**
 * What an honest server serves. A test changes it while the server runs by writing the file again.
 */
export interface Scenario {
  readonly skills: readonly ServedSkill[];
  readonly instructions: string;
  /** Contents that `resources/read` gives instead of the file's, by URI. */
  readonly reads: Readonly<Record<string, string>>;
  /** What `resources/list` has; nothing where it is not given. */
  readonly resources?: readonly object[];
  /** Methods whose call ends the process. */
  readonly crashOn: readonly string[];
}

/** Read again on every request, so that what a test wrote last is what is served. */
export function scenarioFrom(path: string | null, count: number): () => Scenario {
  const ordinary: Scenario = {
    skills: ordinarySkills(count),
    instructions: '',
    reads: {},
    crashOn: [],
  };
  if (path === null) return () => ordinary;
  return () => {
    const given = JSON.parse(readFileSync(path, 'utf8')) as Partial<Scenario>;
    return { ...ordinary, ...given };
  };
}

/** Told when what is served has changed, as often as the server is to say so. */
export type Changes = (tell: () => void) => void;

/**
 * Follows the file; `times` is how many notifications one change makes. What counts as unchanged is
 * read at once: `watchFile` reads it later, and on a busy machine that's after the first change.
 */
export function changesOf(path: string, times: number): Changes {
  return (tell) => {
    let known = readFileSync(path, 'utf8');
    const look = (): void => {
      const now = readFileSync(path, 'utf8');
      if (now === known) return;
      known = now;
      for (let told = 0; told < times; told += 1) tell();
    };
    setInterval(look, 20).unref();
  };
}
