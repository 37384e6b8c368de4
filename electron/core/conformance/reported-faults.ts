import type { KnownFaults } from './baseline.ts';

/** A fault of a check, and whether the baseline has it. */
export interface BaselinedFault<F> {
  readonly fault: F;
  readonly known: boolean;
}

/**
 * Which faults of a check are reported, and a text about the rest (null if none). Faults that
 * aren't in the baseline come first, since the attacker writes the changed skills and could hide
 * their faults behind many known ones.
 * @param subjectOf the subject as printed, or null if it is printed cut.
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
        ? ', all in the baseline'
        : `, ${restKnown} of them in the baseline`;
  return { told, more: rest === 0 ? null : `… and ${rest} more${ofThem}.` };
}
