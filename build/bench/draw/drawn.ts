import type { Defect } from '../../../e2e/servers/defects/defect.ts';
import { officialDefects } from '../../../e2e/servers/defects/official.ts';
import { reportOn } from '../../../electron/core/conformance/testing/planted.ts';
import { combined } from './combined.ts';

const many = 5;
const revision = '2025-11-25';

/** Mulberry32: a seed draws the same on every machine. */
function randomOf(from: number): () => number {
  let state = from >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Which checks fail in a server with these defects, and where. */
export function failing(names: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const planted = combined(names.map((name) => officialDefects[name] as Defect));
  return new Map(
    reportOn(planted, revision).report.flatMap(({ id, faults }) =>
      faults.length === 0 ? [] : [[id, faults.map(({ subject }) => subject)] as const],
    ),
  );
}

/** Each defect is visible beside the others: it breaks a check that no other one breaks. */
export function drawn(seed: number): readonly string[] {
  const next = randomOf(seed);
  const names = Object.keys(officialDefects)
    .map((name) => [next(), name] as const)
    .sort(([a], [b]) => a - b)
    .map(([, name]) => name);
  const chosen: string[] = [];
  for (const name of names) {
    if (chosen.length === many) break;
    const breaks = officialDefects[name]?.breaks ?? [];
    const taken = chosen.flatMap((one) => officialDefects[one]?.breaks ?? []);
    if (breaks.some((id) => taken.includes(id))) continue;
    const all = failing([...chosen, name]);
    if ([...taken, ...breaks].every((id) => all.has(id))) chosen.push(name);
  }
  return chosen;
}
