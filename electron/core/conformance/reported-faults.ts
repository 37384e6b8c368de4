import type { KnownFaults } from './baseline.ts';

/** A fault of a check, as far as a baseline and a bound go. */
export interface BaselinedFault<F> {
  readonly fault: F;
  readonly known: boolean;
}

/**
 * Which faults of a check are told, and the words about the others; null where there are none. Each
 * is looked for in the baseline, and those that it does not have come first: the attacker writes the
 * skills of a change, and their faults must not hide behind many that are known.
 * @param subjectOf as it is printed, or null where it is printed cut.
 */
export function toldOf<F>(
  id: string,
  faults: readonly F[],
  subjectOf: (fault: F) => string | null,
  baseline: KnownFaults,
  most: number,
): { readonly told: readonly BaselinedFault<F>[]; readonly more: string | null } {
  const open: BaselinedFault<F>[] = [];
  const known: BaselinedFault<F>[] = [];
  for (const fault of faults)
    if (baseline.knows(id, subjectOf(fault))) known.push({ fault, known: true });
    else open.push({ fault, known: false });
  const told = [...open.slice(0, most), ...known.slice(0, Math.max(0, most - open.length))];
  const rest = faults.length - told.length;
  const restKnown = known.length - told.filter((one) => one.known).length;
  const ofThem =
    restKnown === 0
      ? ''
      : restKnown === rest
        ? ', which the baseline has'
        : `, of which the baseline has ${restKnown}`;
  return { told, more: rest === 0 ? null : `… and ${rest} more${ofThem}.` };
}
